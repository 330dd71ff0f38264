import {
  all,
  amount,
  button,
  less,
  more,
  none,
  one,
  open,
  place,
  sheet,
  total,
} from "#test/e2e/support/nouns/label-list.ts";
import type { Page } from "@playwright/test";
import { deleteBox } from "#contract/calls/stock/boxes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { expectNothingSaved, hold, refuse, savedBy } from "#test/e2e/support/downloads.ts";
import { scan } from "#test/e2e/support/keys.ts";
import { settled } from "#test/e2e/support/looks.ts";
import { callsOf, expect, field, notice, test } from "#test/e2e/support/page.ts";

test.describe("labels of boxes", () => {
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

test.describe("other paper", () => {
  test("is chosen once for a computer, moves what is printed, and of a roll comes for label printers, too", async ({
    page,
    api,
  }) => {
    const { first } = await open(page, api, 2);
    const calls = callsOf(page, "POST", /services/);
    await one(page, first, more).click();
    await field(page, "Erstes freies Etikett").fill("5");
    await field(page, "Bogen oder Rolle").selectOption("L7651");
    await expect(field(page, "Erstes freies Etikett")).toHaveValue("1");
    await place(page, 65).click();
    await expect(field(page, "Erstes freies Etikett")).toHaveValue("65");
    await page.getByText("Drucker einstellen").click();
    await field(page, "Nach rechts").fill("6");
    await expect(button(page, "Download")).toBeDisabled();
    await field(page, "Nach rechts").fill("1,5");
    await savedBy(page, () => button(page, "Download").click());
    await field(page, "Bogen oder Rolle").selectOption("100x50");
    await expect(total(page, "1 Etikett")).toBeVisible();
    await page.reload();
    const { name, start } = await savedBy(page, () => button(page, "als ZPL").click());
    expect([name.slice(6), start]).toEqual([".zpl", "^XA^C"]);
    const codes = [{ code: first.code, amount: 1 }];
    const offset = { x: 1.5, y: 0 };
    expect(calls.map(({ body }) => body)).toEqual([
      { codes, start: 65, size: "L7651", offset },
      { codes, size: "100x50", dpi: 203, offset },
    ]);
  });
});

test.describe("signs of places", () => {
  test("are printed for some of a row's parts, and put the cursor on their place when they are scanned", async ({
    page,
    api,
  }) => {
    const [row, box] = [await api.row(), await api.box()];
    const calls = callsOf(page, "POST", /placelabels/);
    await page.goto(`/stock/rows/${row.id}`);
    await button(page, "Platzetiketten drucken").click();
    const dialog = page.getByRole("dialog");
    await field(page, "Teil von").fill("3");
    await field(page, "Teil bis").fill("2");
    await expect(dialog.getByRole("button", { name: "Drucken", exact: true })).toBeDisabled();
    await field(page, "Teil bis").fill("4");
    await field(page, "Höhe bis").fill("2");
    await savedBy(page, () => dialog.getByRole("button", { name: "Drucken", exact: true }).click());
    expect(calls.map(({ body }) => body)).toEqual([
      { row: row.id, parts: { from: 3, to: 4 }, heights: { from: 1, to: 2 }, start: 1 },
    ]);
    await expect(notice(page, "4 Etiketten ab Etikett 1 des Bogens")).toBeVisible();
    await scan(page, `LREIHE${row.id}T3H2`);
    await scan(page, box.code);
    await expect(page.getByText("Nächster Platz: Teil 3, Höhe 3")).toBeVisible();
    await scan(page, `LREIHE${row.id}T999H2`);
    await expect(page.getByText("Diesen Platz hat die Reihe nicht.").first()).toBeVisible();
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
    for (let turn = 0; turn < 2; turn++) await button(page, "Alle 32 gefilterten").click();
    await expect(total(page, "32 Etiketten auf 2 Bögen")).toBeVisible();
    await page.goto(`/services/labelprints?owner=${customer.code}&state=6`);
    await button(page, "Alle 1 gefilterten").click();
    await expect(total(page, "33 Etiketten auf 2 Bögen")).toBeVisible();
  });

  test("grow by one with each scan; what is no box of the archive, or is destroyed, is said", async ({ page, api }) => {
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
