import type { Page } from "@playwright/test";
import { editMeta } from "#contract/calls/stock/boxes.ts";
import { changeProcedure } from "#contract/calls/destruction/procedures.ts";
import { setHold } from "#contract/calls/destruction/holds.ts";
import { assignRetention, listRetentionClasses } from "#contract/calls/destruction/retention.ts";
import { showBoxCode, showCustomerCode } from "#rules/stock/box-code.ts";
import type { Api } from "#test/e2e/support/api.ts";
import { unmarkAll } from "#test/e2e/support/nouns/marked-boxes.ts";
import { ownServerTest as test } from "#test/e2e/support/own-server.ts";
import { callsOf, choose, expect, expectError, field } from "#test/e2e/support/page.ts";

const shown = (page: Page, text: string) => page.getByRole("status").getByText(text, { exact: true }).last();
const table = (page: Page) => page.getByRole("table", { name: "Boxen zur Vernichtung" });
const question = (page: Page) => page.getByRole("alertdialog");
const destroyAll = (page: Page) => page.getByRole("main").getByRole("button", { name: "Boxen vernichten" });

async function ownBoxes<N extends 1 | 2 | 3>(api: Api, amount: N) {
  const customer = await api.customer();
  return { customer, boxes: await api.boxes(amount, customer) };
}

// Collective destruction takes every marked box of a server, so they have one of their own, and come one after another.
test.describe.configure({ mode: "default" });

test("the services lead to their screens", async ({ page }) => {
  await page.goto("/services");
  for (const [name, address] of [
    ["Etikettendruck", "/services/labelprints"],
    ["Reihenetiketten", "/services/rowlabels"],
    ["Boxenübersicht", "/services/boxesoverview"],
    ["Archivlisten", "/services/archivelists"],
    ["Vernichtungsanfrage", "/services/destroyrequests"],
    ["Vernichtungslisten", "/services/destroylists"],
    ["Sammelvernichtung", "/services/destruction"],
    ["Vernichtungen mit Freigabe", "/services/destructions"],
    ["Metadaten aktualisieren", "/services/metaupdates"],
    ["Protokoll", "/services/audit"],
    ["Versiegelung", "/services/proof"],
    ["Nachrichten", "/services/messages"],
  ] as const) {
    await page.getByRole("main").getByRole("link", { name }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await page.goBack();
  }
});

test.describe("collective destruction", () => {
  test.beforeEach(({ api }) => unmarkAll(api));

  test("of nothing says so and cannot be started", async ({ page }) => {
    await page.goto("/services/destruction");
    await expect(page.getByText("Keine Box ist zur Vernichtung markiert.", { exact: true })).toBeVisible();
    await expect(destroyAll(page)).toBeDisabled();
    await expect(destroyAll(page)).toHaveAccessibleDescription("Keine Box ist markiert.");
    await page.getByRole("link", { name: "Zu den Boxen" }).click();
    await expect(page).toHaveURL("/stock/boxes");
  });

  test("shows each marked box with its year and place", async ({ page, api }) => {
    const { customer, boxes } = await ownBoxes(api, 1);
    const row = await api.row({ number: 3 });
    await api.call(editMeta, { body: { customer: { id: customer.id }, meta_destroy_year: 2029 } });
    await api.store(boxes[0], row, 4, 2);
    await api.edit(boxes[0], { state: 7 });
    await page.goto("/services/destruction");
    const heads = ["Code", "Kunde", "Vernichtungsjahr", "Bereich", "Reihe", "Teil", "Höhe"];
    await expect(table(page).getByRole("columnheader")).toHaveText(heads);
    const cells = [showBoxCode(boxes[0].code), customer.name, "2029", row.area.name, "3", "4", "2"];
    const line = table(page)
      .getByRole("row")
      .filter({ hasText: showBoxCode(boxes[0].code) });
    for (const text of cells) await expect(line).toContainText(text);
    await expect(page.getByText("1 Box von einem Kunden zur Vernichtung markiert.")).toBeVisible();
    await line.getByRole("link").first().click();
    await expect(page).toHaveURL(`/stock/boxes/${boxes[0].id}`);
  });
});

test("collective destruction promises, asks for and reports the same boxes, and why the others stay", async ({
  page,
  api,
}) => {
  await unmarkAll(api);
  const { customer, boxes } = await ownBoxes(api, 3);
  const other = await ownBoxes(api, 2);
  const [free, kept, held] = boxes;
  const { results } = await api.call(listRetentionClasses, { query: { customer: customer.id } });
  const retention_class = results.find(({ key }) => key === "bav")?.id ?? 0;
  const own = { customer: { id: customer.id } };
  await api.call(assignRetention, { body: { ...own, boxes: [kept.id], retention_class, begins: "2020-03-05" } });
  for (const box of [...boxes, ...other.boxes]) await api.edit(box, { state: 7 });
  await api.call(setHold, { body: { ...own, boxes: [held.id], reason: "Prozess", reference: "7 O 1/26" } });
  await api.call(changeProcedure, { path: { id: other.customer.id }, body: { destruction_procedure: 1 } });
  await page.goto("/services/destruction");
  const stay = "4 Boxen bleiben markiert: 2 nur mit Freigabe, 1 gesperrt, 1 noch aufzubewahren.";
  await expect(page.getByText(`5 Boxen von 2 Kunden zur Vernichtung markiert. ${stay}`)).toBeVisible();
  await destroyAll(page).click();
  await expect(question(page)).toContainText("1 Box von einem Kunden wird vernichtet.");
  await expect(question(page)).toContainText(stay);
  await question(page).getByLabel("Zur Bestätigung 1 eingeben").fill("1");
  await question(page).getByRole("button", { name: "Boxen vernichten" }).click();
  const dialog = page.getByRole("dialog", { name: "Vor Ende der Frist vernichten" });
  await expect(dialog).toContainText("1 Box muss noch aufbewahrt werden und bleibt markiert, wenn Sie abbrechen.");
  await expect(page.getByText("3 Boxen bleiben markiert: 2 nur mit Freigabe, 1 gesperrt.")).toBeVisible();
  await dialog.getByRole("button", { name: "Abbrechen" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "1 Box von einem Kunden vernichtet" })).toBeVisible();
  for (const box of boxes) expect((await api.details(box)).state).toBe(box === free ? 6 : 7);
  await page.goto("/services/destruction");
  await destroyAll(page).click(); // nothing goes without a reason: that is asked at once
  await dialog.getByLabel("Grund").fill("Doppelt vorhanden");
  await dialog.getByRole("button", { name: "Trotzdem vernichten" }).click();
  await expect(shown(page, "Boxen vernichtet")).toBeVisible();
  expect([(await api.details(kept)).state, (await api.details(held)).state]).toEqual([6, 7]);
  await page.goto("/services/destruction");
  await expect(destroyAll(page)).toBeDisabled();
});

test.describe("meta data of many boxes", () => {
  const address = "/services/metaupdates";
  const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });

  test("cannot be set until a customer is chosen", async ({ page, api }) => {
    const { customer } = await ownBoxes(api, 3);
    await page.goto(address);
    await expect(page.getByText("Bitte erst einen Kunden auswählen.", { exact: true }).first()).toBeVisible();
    const labels = [
      "Boxnummer von",
      "Boxnummer bis",
      "Jahrgang",
      "Laufzeit",
      "Vernichtungsjahr",
      "Erste Lieferung",
      "Größe in mm",
    ];
    const buttons = [
      "Jahrgang setzen",
      "Jahrgang zurücksetzen",
      "Laufzeit setzen",
      "Laufzeit zurücksetzen",
      "Vernichtungsjahr setzen",
      "Vernichtungsjahr zurücksetzen",
      "Erste Lieferung setzen",
      "Erste Lieferung zurücksetzen",
      "Größe setzen",
    ];
    for (const label of labels) await expect(field(page, label), label).toBeDisabled();
    for (const name of buttons) await expect(button(page, name), name).toBeDisabled();
    await choose(page, "Kunde", customer.name);
    await expect(page.getByText("Betrifft 3 Boxen.", { exact: true })).toBeVisible();
    for (const label of labels) await expect(field(page, label), label).toBeEnabled();
    for (const name of buttons) await expect(button(page, name), name).toBeEnabled();
  });

  test("are refused beside their fields and nothing is sent", async ({ page, api }) => {
    const { customer } = await ownBoxes(api, 1);
    const calls = callsOf(page, "POST", /meta/);
    await page.goto(`${address}?customer=${customer.id}`);
    for (const [label, name, typed, message] of [
      ["Jahrgang", "Jahrgang setzen", "", "Bitte ausfüllen"],
      ["Jahrgang", "Jahrgang setzen", "99", "Ungültig"],
      ["Laufzeit", "Laufzeit setzen", "2015–19", "Ungültig"],
      ["Laufzeit", "Laufzeit setzen", "2019–2015", "Die Laufzeit endet vor ihrem Beginn."],
      ["Vernichtungsjahr", "Vernichtungsjahr setzen", "3000", "Ungültig"],
      ["Erste Lieferung", "Erste Lieferung setzen", "31.02.2024", "Ungültig"],
      ["Größe in mm", "Größe setzen", "0", "Ungültig"],
    ] as const) {
      await field(page, label).fill(typed);
      await button(page, name).click();
      await expectError(page, label, message);
    }
    await field(page, "Boxnummer von").fill("5");
    await field(page, "Boxnummer bis").fill("2");
    await expectError(page, "Boxnummer bis", "Ungültig");
    await expect(button(page, "Jahrgang setzen")).toBeDisabled();
    expect(calls).toEqual([]);
  });

  test("are set on a range after a question that says how many boxes, and reset on all", async ({ page, api }) => {
    const { customer, boxes } = await ownBoxes(api, 3);
    const name = `${showCustomerCode(customer.code)} – ${customer.name}`;
    const calls = callsOf(page, "POST", /meta\/$/);
    await page.goto(address);
    await choose(page, "Kunde", customer.name);
    await field(page, "Boxnummer von").fill("2");
    await expect(page.getByText("Betrifft 2 Boxen.", { exact: true })).toBeVisible();
    await field(page, "Jahrgang").fill("2019");
    await button(page, "Jahrgang setzen").click();
    await expect(question(page)).toHaveAccessibleName("Jahrgang setzen?");
    await expect(question(page)).toContainText(`Bei 2 Boxen von ${name}`);
    await expect(question(page)).toContainText("wird der Jahrgang auf 2019 gesetzt.");
    await question(page).getByRole("button", { name: "Abbrechen" }).click();
    expect(calls).toEqual([]);
    await button(page, "Jahrgang setzen").click();
    await question(page).getByRole("button", { name: "Jahrgang setzen" }).click();
    await expect(shown(page, "Meta Daten aktualisiert")).toBeVisible();
    await expect(page.getByText(`${name}: 2 von 2 Boxen geändert, der Jahrgang auf 2019 gesetzt.`)).toBeVisible();
    const years = async () => Promise.all(boxes.map(async (box) => (await api.details(box)).meta_year));
    expect(await years()).toEqual([null, 2019, 2019]);
    await field(page, "Boxnummer von").fill("");
    await expect(page.getByText("Betrifft 3 Boxen.", { exact: true })).toBeVisible();
    await button(page, "Jahrgang zurücksetzen").click();
    await expect(question(page)).toContainText(
      `Bei 3 Boxen von ${name} wird der Jahrgang zurückgesetzt. Davon ist eine schon leer.`,
    );
    await question(page).getByRole("button", { name: "Jahrgang zurücksetzen" }).click();
    await expect(page.getByText(`${name}: 2 von 3 Boxen geändert, der Jahrgang zurückgesetzt.`)).toBeVisible();
    expect(await years()).toEqual([null, null, null]);
    await button(page, "Rückgängig machen").click();
    await expect(page.getByText(`${name}: Bei 2 Boxen ist wieder, was vorher war.`)).toBeVisible();
    await expect(button(page, "Rückgängig machen")).toBeHidden();
    expect(await years()).toEqual([null, 2019, 2019]);
    expect((await api.details(boxes[0])).history).toHaveLength(1); // nothing changed, so nothing happened
  });

  test("can be a period, a date and a size", async ({ page, api }) => {
    const { customer, boxes } = await ownBoxes(api, 1);
    await page.goto(`${address}?customer=${customer.id}`);
    await expect(page.getByText("Betrifft 1 Box.", { exact: true })).toBeVisible();
    for (const [label, typed, name] of [
      ["Laufzeit", "2015–31.03.2019", "Laufzeit setzen"],
      ["Vernichtungsjahr", "2031", "Vernichtungsjahr setzen"],
      ["Erste Lieferung", "01.03.2020", "Erste Lieferung setzen"],
      ["Größe in mm", "350", "Größe setzen"],
    ] as const) {
      await field(page, label).fill(typed);
      await button(page, name).click();
      await question(page).getByRole("button", { name }).click();
      await expect(page.getByText(/: 1 von 1 Box geändert, /)).toContainText(typed);
    }
    expect(await api.details(boxes[0])).toMatchObject({
      period_from: "2015",
      period_to: "2019-03-31",
      meta_destroy_year: 2031,
      meta_first_delivery_customer: "2020-03-01",
      size: 350,
    });
  });
});
