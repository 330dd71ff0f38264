import type { Page } from "@playwright/test";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { createContent } from "#contract/calls/stock/contents.ts";
import { changeRights } from "#contract/calls/access/rights.ts";
import { createUser } from "#contract/calls/access/users.ts";
import { showBoxCode, showCustomer, showCustomerCode } from "#rules/stock/box-code.ts";
import type { Api } from "#test/e2e/support/api.ts";
import { anyWord } from "#test/support/words.ts";
import { savedBy } from "#test/e2e/support/downloads.ts";
import { expectGoodLooks, settled } from "#test/e2e/support/looks.ts";
import { choose, expect, expectError, field, test } from "#test/e2e/support/page.ts";
import { readByOthers } from "#test/support/spreadsheets.ts";
import { unzipped } from "#test/support/zip.ts";

const table = (page: Page) => page.getByRole("table", { name: "Protokoll" });
const rowOf = (page: Page, text: string) => table(page).getByRole("row").filter({ hasText: text });

/** Reads a file beside the browser. */
async function read(api: Api, path: string, init: RequestInit = {}) {
  const headers = { authorization: `Token ${api.token}`, "content-type": "application/json" };
  const { status } = await fetch(`${api.base}/api/v1${path}`, { ...init, headers });
  expect(status).toBe(200);
}

test("staff find who read a customer's papers, follow the entry to what it is about, and take it along", async ({
  page,
  api,
}) => {
  const { id, code } = await api.customer();
  const box = await api.box({ id });
  const word = anyWord();
  const user = await api.call(createUser, { body: { last_name: word, email: `${word}@example.com` } });
  await api.call(editCustomer, { path: { id }, body: { user_ids: [user.id] } });
  await read(api, `/customers/${id}/archivelist/?from=1&to=5`);
  const labels = { codes: [{ code: box.code, amount: 2 }], start: 1 };
  await read(api, "/services/labelprintV2/", { method: "POST", body: JSON.stringify(labels) });

  await page.goto("/services");
  await page.getByRole("main").getByRole("link", { name: "Protokoll" }).click();
  await expect(page.getByText(/^Vom \d\d\.\d\d\.\d{4} bis .* 400 Tage aufbewahrt\.$/)).toBeVisible();
  await choose(page, "Kunde", showCustomerCode(code));
  await expect(page).toHaveURL(`/services/audit?customer=${code}`);
  const given = rowOf(page, "Kundenzugriff: nein → ja");
  await expect(given.getByRole("link")).toHaveText(["Anna Schmidt", word, `Kunde ${showCustomerCode(code)}`]);
  await expect(rowOf(page, "Boxetiketten (2)").getByRole("link")).toHaveText([
    "Anna Schmidt",
    `Box ${showBoxCode(box.code)}`,
  ]);
  const list = rowOf(page, "Archivliste, Boxen 1 bis 5");
  await expect(list).toContainText("127.0.0.1");
  await expectGoodLooks(page);

  await page.getByRole("button", { name: "Als Excel" }).click();
  const dialog = page.getByRole("dialog", { name: "Protokoll als Tabelle" });
  await expect(dialog).toContainText(`gefiltert nach Kunde: ${code}.`);
  await dialog.getByRole("radio", { name: "CSV" }).check();
  await dialog.getByRole("checkbox", { name: "für Programme" }).check();
  await expect(dialog).toContainText("nicht in Excel öffnen");
  await expectGoodLooks(page);
  await dialog.getByRole("checkbox", { name: "für Programme" }).uncheck();
  const file = await savedBy(page, () => dialog.getByRole("button", { name: "Speichern" }).click());
  await expect(dialog).toContainText("Gespeichert: Muster-Protokoll.csv");
  await dialog.getByRole("button", { name: "Schließen" }).click();
  expect(file.name).toBe("Muster-Protokoll.csv");
  expect(file.bytes.toString()).toMatch(/^\uFEFFZeit;Person;/);
  expect(file.bytes.toString()).toContain(";Archivliste, Boxen 1 bis 5;");

  await list.getByRole("link", { name: `Kunde ${showCustomerCode(code)}` }).click();
  await expect(page).toHaveURL(`/customers/${id}`);
});

test("the trail is narrowed by days as Germans type them, by kind, person and box, and says what is none", async ({
  page,
  api,
}) => {
  await page.goto("/services/audit");
  await settled(page);
  await field(page, "Von").fill("32.01.2026");
  await field(page, "Box").fill("0042");
  await expectError(page, "Von", "Ungültig");
  await expectError(page, "Box", "Ungültig");
  await field(page, "Von").fill("5.3.2026");
  await field(page, "Bis").fill("24122026");
  await field(page, "Box").fill("0042.000.001");
  await field(page, "Art").selectOption("Bild geöffnet");
  await field(page, "Person").selectOption({ value: String(api.user) });
  const narrowed = { from: "2026-03-05", to: "2026-12-24", person: `${api.user}`, kind: "40", box: "0042000001" };
  await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(narrowed);
  await expect(page.getByText(/^Vom 05\.03\.2026 bis 24\.12\.2026\./)).toBeVisible();
  await expect(page.getByRole("list", { name: "Aktive Filter" }).getByRole("button")).toHaveText([
    "Von: 05.03.2026 entfernen",
    "Bis: 24.12.2026 entfernen",
    "Person: Schmidt, Anna (admin@example.com) entfernen",
    "Art: Bild geöffnet entfernen",
    "Box: 0042.000.001 entfernen",
    "Zurücksetzen",
  ]);
  await page.reload();
  await expect(field(page, "Von")).toHaveValue("05.03.2026");
  await page.getByRole("link", { name: "Filter zurücksetzen" }).click();
  await expect(page).toHaveURL("/services/audit");
  await expect(rowOf(page, "Anmeldung").first()).toBeVisible();
});

test("a customer's user saves the own boxes as a spreadsheet as they are filtered, and takes everything along with the right to", async ({
  api,
  browser,
}) => {
  const owner = await api.customer();
  const [box] = await api.boxes(3, owner);
  await api.call(createContent, { body: { box_id: box?.id ?? 0, text: "=2+5" } });
  const user = await api.addUser();
  await api.call(editCustomer, { path: { id: owner.id }, body: { user_ids: [user.id] } });
  const { storageState } = await api.enter(user);
  const context = await browser.newContext({ storageState });
  const page = await context.newPage();
  await page.goto("/stock/boxes?to=2");
  await settled(page);
  await page.getByRole("button", { name: "Als Excel" }).click();
  const dialog = page.getByRole("dialog", { name: "Boxen als Tabelle" });
  await expect(dialog).toContainText("2 Zeilen, gefiltert nach Boxnummer bis: 2.");
  await expectGoodLooks(page);
  const list = await savedBy(page, () => dialog.getByRole("button", { name: "Speichern" }).click());
  const [[heads, ...rows]] = await readByOthers(list.bytes);
  expect([list.name, heads?.[0], heads?.includes("Bereich"), rows.length]).toEqual([
    "Muster-Boxen.xlsx",
    "Code",
    false,
    2,
  ]);
  await dialog.getByRole("button", { name: "Schließen" }).click();

  await page.goto("/account");
  await expect(page.getByRole("heading", { name: "Angemeldete Geräte" })).toBeVisible();
  await settled(page);
  await expect(page.getByRole("heading", { name: "Export" })).toHaveCount(0);
  await api.call(changeRights, { path: { id: owner.id }, body: { user: user.id, may_manage: true } });
  await page.reload();
  await page.getByRole("button", { name: `${showCustomer(owner)} exportieren` }).click();
  const question = page.getByRole("dialog", { name: "Alles exportieren" });
  await expect(question).toContainText("mit einer Prüfsumme zu jeder Datei");
  await expectGoodLooks(page);
  const whole = await savedBy(page, () => question.getByRole("button", { name: "Herunterladen" }).click());
  await expect(question).toContainText(`Gespeichert: ${whole.name}`);
  const files = unzipped(whole.bytes);
  expect(JSON.parse(files.get("boxen.json")?.toString() ?? "[]")).toHaveLength(3);
  expect(files.get("boxen.csv")?.toString()).toContain(";'=2+5;");
  await context.close();
});
