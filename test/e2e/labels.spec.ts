import type { Page } from "@playwright/test";
import { deleteBox } from "#contract/calls/boxes.ts";
import { showBoxCode } from "#rules/box-code.ts";
import type { Api } from "#test/e2e/support/api.ts";
import { expectNothingSaved, hold, refuse, savedBy } from "#test/e2e/support/downloads.ts";
import { scan } from "#test/e2e/support/keys.ts";
import { expectGoodLooks, settled } from "#test/e2e/support/looks.ts";
import { callsOf, expect, expectError, field, notice, stopClock, test } from "#test/e2e/support/page.ts";

const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
const total = (page: Page, text: string) => page.getByRole("status").getByText(text, { exact: true });
const all = (page: Page, what: string) => button(page, `Alle Boxen: ${what}`);
const one = (page: Page, { code }: { code: string }, what: string) => button(page, `${showBoxCode(code)}: ${what}`);
const line = (page: Page, { code }: { code: string }) =>
  page
    .getByRole("table", { name: "Boxen" })
    .getByRole("row")
    .filter({ hasText: showBoxCode(code) });
const amount = (page: Page, box: { code: string }) => line(page, box).getByRole("cell").nth(3);
const place = (page: Page, at: number) =>
  page
    .getByRole("list", { name: "Etiketten des Bogens" })
    .getByRole("listitem")
    .nth(at - 1);
const background = (page: Page, box: { code: string }) =>
  line(page, box).evaluate((row) => getComputedStyle(row).backgroundColor);

const less = "ein Etikett weniger";
const more = "ein Etikett mehr";
const sheet = "+24 Etiketten";
const none = "alle Etiketten entfernen";

/** The label list of a customer of its own. */
async function open(page: Page, api: Api, count: number) {
  const customer = await api.customer();
  const boxes = await api.boxes(count, customer);
  await page.goto(`/services/labelprints?owner=${customer.code}`);
  await expect(page.getByRole("heading", { level: 1, name: `Etikettendruck (${count})` })).toBeVisible();
  return { customer, boxes, first: boxes[0] as (typeof boxes)[number], last: boxes.at(-1) as (typeof boxes)[number] };
}

test.describe("labels of boxes", () => {
  test("are chosen one by one; a chosen row stands out", async ({ page, api }) => {
    const { first } = await open(page, api, 2);
    const heads = ["Code", "Status", "Erstellt", "Anzahl", "Anzahl ändern"];
    await expect(page.getByRole("columnheader")).toHaveText(heads);
    for (const name of ["Reset", "Download"]) {
      await expect(button(page, name)).toBeDisabled();
      await expect(button(page, name)).toHaveAccessibleDescription("Es ist noch kein Etikett ausgewählt.");
    }
    await expect(one(page, first, less)).toBeDisabled();
    await expect(one(page, first, none)).toBeDisabled();
    const plain = await background(page, first);
    await one(page, first, more).click();
    await expect(amount(page, first)).toContainText("1");
    expect(await background(page, first)).not.toBe(plain);
    await expect(total(page, "1 Etikett auf 1 Bogen")).toBeVisible();
    await one(page, first, sheet).click();
    await expect(total(page, "25 Etiketten auf 2 Bögen")).toBeVisible();
    await one(page, first, less).click();
    await expect(total(page, "24 Etiketten auf 1 Bogen")).toBeVisible();
    await one(page, first, none).click();
    await expect(total(page, "0 Etiketten")).toBeVisible();
    expect(await background(page, first)).toBe(plain);
    await expect(button(page, "Download")).toBeDisabled();
  });

  test("are chosen for the whole table and survive paging, filtering and a reload", async ({ page, api }) => {
    const { customer, last } = await open(page, api, 31);
    await all(page, more).click();
    await expect(total(page, "30 Etiketten auf 2 Bögen")).toBeVisible();
    await page.getByRole("link", { name: "Seite 2" }).first().click();
    await expect(amount(page, last)).toContainText("0");
    await one(page, last, sheet).click();
    await expect(total(page, "54 Etiketten auf 3 Bögen")).toBeVisible();
    await field(page, "Boxnummer von").fill("30");
    await expect(page).toHaveURL(`/services/labelprints?owner=${customer.code}&from=30`);
    await expect(page.getByRole("heading", { level: 1, name: "Etikettendruck (2)" })).toBeVisible();
    await settled(page);
    await expect(amount(page, last)).toContainText("24");
    await all(page, less).click();
    await expect(total(page, "52 Etiketten auf 3 Bögen")).toBeVisible();
    await all(page, none).click();
    await expect(total(page, "29 Etiketten auf 2 Bögen")).toBeVisible();
    await page.reload();
    await expect(total(page, "29 Etiketten auf 2 Bögen")).toBeVisible();
    await all(page, sheet).click();
    await expect(total(page, "77 Etiketten auf 4 Bögen")).toBeVisible();
    await button(page, "Reset").click();
    await expect(total(page, "0 Etiketten")).toBeVisible();
  });

  test("are filtered after a pause; an invalid filter is not applied and told to the console", async ({
    page,
    api,
  }) => {
    const { customer } = await open(page, api, 1);
    await settled(page);
    const told: string[] = [];
    page.on("console", (message) => told.push(message.text()));
    const calls = callsOf(page, "GET", /boxes/);
    for (const [label, typed] of [
      ["Kundennummer", "10000"],
      ["Boxnummer von", "1000000"],
      ["Boxnummer bis", "x"],
    ] as const) {
      const before = await field(page, label).inputValue();
      await field(page, label).fill(typed);
      await expectError(page, label, "Ungültig");
      await expect.poll(() => told.splice(0)).toEqual(["invalid filter"]);
      await expect(page).toHaveURL(`/services/labelprints?owner=${customer.code}`);
      await field(page, label).fill(before);
      await expectError(page, label, "");
    }
    expect(calls).toEqual([]);
    await field(page, "Boxnummer bis").fill("2");
    await expect(page).toHaveURL(`/services/labelprints?owner=${customer.code}&to=2`);
    await field(page, "Boxnummer von").fill("5");
    for (const end of ["Boxnummer von", "Boxnummer bis"]) await expectError(page, end, "Ungültig");
    await expect.poll(() => told.splice(0)).toEqual(["invalid filter"]);
    await expect(page).toHaveURL(`/services/labelprints?owner=${customer.code}&to=2`);
    for (const end of ["Boxnummer von", "Boxnummer bis"]) await field(page, end).fill("");
    await expect(page).toHaveURL(`/services/labelprints?owner=${customer.code}`);
    calls.length = 0;
    await stopClock(page);
    await field(page, "Kundennummer").fill("");
    await page.clock.runFor(500);
    await expect(page).toHaveURL(`/services/labelprints?owner=${customer.code}`);
    expect(calls).toEqual([]);
    await page.clock.resume();
    await expect(page).toHaveURL("/services/labelprints");
    await field(page, "Status").selectOption("vernichtet");
    await expect(page).toHaveURL("/services/labelprints?state=6");
    expect(told).toEqual([]);
  });

  test("come as a PDF with a random name, from the first free label on", async ({ page, api }) => {
    const { first, last } = await open(page, api, 2);
    const calls = callsOf(page, "POST", /labelprintV2/);
    await one(page, last, sheet).click();
    await one(page, first, more).click();
    await field(page, "Erstes freies Etikett").fill("5");
    const { name, start } = await savedBy(page, () => button(page, "Download").click());
    expect(name).toMatch(/^[a-z0-9]{6}\.pdf$/);
    expect(start).toBe("%PDF-");
    const codes = [
      { code: last.code, amount: 24 },
      { code: first.code, amount: 1 },
    ];
    expect(calls).toEqual([{ url: "/api/v1/services/labelprintV2/", body: { codes, start: 5 } }]);
    await expect(page.getByRole("status").getByText(`Gespeichert: ${name}`)).toBeVisible();
    await expect(total(page, "25 Etiketten auf 2 Bögen")).toBeVisible();
  });

  test("are shown as they will lie on the sheets, where a press chooses the first free one", async ({ page, api }) => {
    const { first, last } = await open(page, api, 2);
    await one(page, first, more).click();
    await one(page, last, sheet).click();
    await expect(place(page, 1)).toContainText(first.code.slice(0, 4));
    await expect(place(page, 1)).toContainText(showBoxCode(first.code).slice(5));
    await expect(place(page, 2)).toContainText(showBoxCode(last.code).slice(5));
    await place(page, 7).click();
    await expect(field(page, "Erstes freies Etikett")).toHaveValue("7");
    await expect(place(page, 6)).toContainText("schon verbraucht");
    await expect(place(page, 7)).toContainText(showBoxCode(first.code).slice(5));
    await page.keyboard.press("ArrowDown");
    await expect(field(page, "Erstes freies Etikett")).toHaveValue("8");
    await expect(page.getByText("Bogen 1 von 2", { exact: true })).toBeVisible();
    await expect(button(page, "Vorheriger Bogen")).toBeDisabled();
    await button(page, "Nächster Bogen").click();
    await expect(page.getByText("Bogen 2 von 2", { exact: true })).toBeVisible();
    await expect(place(page, 8)).toContainText(showBoxCode(last.code).slice(5));
    await expect(place(page, 9)).toContainText("frei");
    await expect(page.getByText("In Originalgröße drucken (100 %), nicht anpassen.")).toBeVisible();
    for (const wrong of ["0", "25", "x"]) {
      await field(page, "Erstes freies Etikett").fill(wrong);
      await expectError(page, "Erstes freies Etikett", "Ungültig");
      await expect(button(page, "Download")).toBeDisabled();
    }
  });

  test("stay chosen when the download is stopped or refused", async ({ page, api, failures }) => {
    const { first } = await open(page, api, 1);
    await one(page, first, sheet).click();
    const held = await hold(page, /labelprintV2/);
    await expectNothingSaved(page, async () => {
      await button(page, "Download").click();
      await expect(page.getByText("PDF wird erstellt ...", { exact: true })).toBeVisible();
      await expect(button(page, "Download")).toBeDisabled();
      await button(page, "Abbrechen").press("Enter");
      await expect(page.getByText("PDF wird erstellt ...")).toBeHidden();
      await expect(button(page, "Download")).toBeFocused();
      held.release();
    });
    await expect(button(page, "Download")).toBeEnabled();
    await expect(total(page, "24 Etiketten auf 1 Bogen")).toBeVisible();
    await page.unrouteAll();
    failures.expect(/labelprintV2/);
    await refuse(page, /labelprintV2/, "Diese Box gibt es nicht.");
    await button(page, "Download").click();
    await expect(page.getByRole("alert").getByText("Diese Box gibt es nicht.")).toBeVisible();
    await expect(total(page, "24 Etiketten auf 1 Bogen")).toBeVisible();
    await page.unrouteAll();
    expect((await savedBy(page, () => button(page, "Download").click())).start).toBe("%PDF-");
    await expect(page.getByText("Diese Box gibt es nicht.")).toHaveCount(0);
  });

  test("of a box that was deleted meanwhile are taken off the selection in place", async ({ page, api, failures }) => {
    const { first, last } = await open(page, api, 2);
    await one(page, first, more).click();
    await one(page, last, sheet).click();
    await api.call(deleteBox, { path: { id: first.id } });
    failures.expect(/labelprintV2/);
    await button(page, "Download").click();
    const failure = page.getByRole("alert").getByText(`Box ${showBoxCode(first.code)} gibt es nicht.`);
    await expect(failure).toBeVisible();
    await button(page, `Box ${showBoxCode(first.code)} aus der Auswahl entfernen`).press("Enter");
    await expect(failure).toHaveCount(0);
    await expect(total(page, "24 Etiketten auf 1 Bogen")).toBeVisible();
    await expect(button(page, "Download")).toBeFocused();
    expect((await savedBy(page, () => button(page, "Download").press("Enter"))).start).toBe("%PDF-");
  });

  test("are 10,000 at most, which is said in place", async ({ page, api }) => {
    const { first } = await open(page, api, 2);
    const kept = JSON.stringify([{ code: first.code, amount: 9990 }]);
    await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [
      `kept-${api.user}-labels`,
      kept,
    ] as const);
    await page.reload();
    await expect(total(page, "9.990 Etiketten auf 417 Bögen")).toBeVisible();
    await one(page, first, sheet).click();
    await expect(page.getByRole("status").getByText("10.000 Etiketten auf 417 Bögen")).toContainText(
      "Höchstens 10.000 Etiketten in einem Download.",
    );
    await expect(one(page, first, more)).toBeDisabled();
    await expect(all(page, sheet)).toBeDisabled();
    await one(page, first, less).click();
    await expect(total(page, "9.999 Etiketten auf 417 Bögen")).toBeVisible();
  });
});

test.describe("labels of rows", () => {
  const row = (page: Page, area: string, number: number) =>
    page.getByRole("group", { name: area, exact: true }).getByLabel(`Reihe ${number}`, { exact: true });

  test("are chosen one by one or for a whole area, and come as a PDF", async ({ page, api }) => {
    const area = await api.area();
    const rows = [];
    for (const number of [1, 2, 3]) rows.push(await api.row({ area, number }));
    const [first, second, third] = rows.map(({ id }) => id);
    const calls = callsOf(page, "POST", /rowlabels/);
    await page.goto("/services/rowlabels");
    await expect(button(page, "Download")).toBeDisabled();
    const whole = page.getByLabel(`${area.name} alle Reihen (3)`, { exact: true });
    await whole.check();
    await expect(total(page, "3 Etiketten auf 1 Bogen")).toBeVisible();
    await row(page, area.name, 2).uncheck();
    await expect(whole).not.toBeChecked();
    await expect(place(page, 2)).toContainText("Reihe 3");
    await page.reload();
    await expect(row(page, area.name, 1)).toBeChecked();
    await row(page, area.name, 2).check();
    await place(page, 3).click();
    await expect(place(page, 3)).toContainText(area.name);
    const { name, start } = await savedBy(page, () => button(page, "Download").click());
    expect(name).toMatch(/^[a-z0-9]{6}\.pdf$/);
    expect(start).toBe("%PDF-");
    expect(calls).toEqual([{ url: "/api/v1/services/rowlabels/", body: { rows: [first, second, third], start: 3 } }]);
    await whole.uncheck();
    await expect(total(page, "0 Etiketten")).toBeVisible();
  });
});

for (const address of [
  "/services/labelprints?owner=42&to=4",
  "/services/labelprints?owner=9998",
  "/services/rowlabels",
])
  test(`${address} is good to read`, async ({ page }) => {
    await page.goto(address);
    await settled(page);
    const choose = address.includes("42") ? all(page, more) : page.getByRole("checkbox").first();
    if (!address.includes("9998")) await choose.click();
    await expectGoodLooks(page);
  });

test.describe("a customer user", () => {
  test.use({ who: "customer" });

  for (const address of ["/services/labelprints", "/services/rowlabels"])
    test(`does not find ${address}, and nothing is asked of the server`, async ({ page }) => {
      const calls = callsOf(page, "GET", /boxes|rows|areas/);
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1, name: "Nicht gefunden!" })).toBeVisible();
      await page.waitForLoadState("networkidle");
      expect(calls).toEqual([]);
    });
});

test.describe("labels of everything that a filter lets through", () => {
  test("are one for each box of every page, without destroyed ones unless their state is asked for", async ({
    page,
    api,
  }) => {
    const { customer, first, last } = await open(page, api, 33);
    await api.edit(last, { state: 6 });
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Etikettendruck (32)" })).toBeVisible();
    await one(page, first, more).click();
    for (let press = 0; press < 2; press++) await button(page, "Alle 32 gefilterten").click();
    await expect(total(page, "32 Etiketten auf 2 Bögen")).toBeVisible();
    await page.goto(`/services/labelprints?owner=${customer.code}&state=6`);
    await button(page, "Alle 1 gefilterten").click();
    await expect(total(page, "33 Etiketten auf 2 Bögen")).toBeVisible();
  });

  test("grow by one with each scan; what is no box of the house, or is destroyed, is said", async ({ page, api }) => {
    const [box, gone] = await api.boxes(2);
    await api.edit(gone, { state: 6 });
    await page.goto("/services/labelprints");
    await settled(page);
    await scan(page, box.code);
    await expect(total(page, "1 Etikett auf 1 Bogen")).toBeVisible();
    await scan(page, gone.code);
    await expect(notice(page, `Box ${showBoxCode(gone.code)} ist vernichtet.`)).toBeVisible();
    await scan(page, "9998000001");
    await expect(notice(page, "Box 9998.000.001 gibt es nicht.")).toBeVisible();
    await expect(total(page, "1 Etikett auf 1 Bogen")).toBeVisible();
  });
});
