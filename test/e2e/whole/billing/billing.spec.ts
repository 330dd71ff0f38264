import type { Page } from "@playwright/test";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { addMonths, showMonth } from "#rules/months.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { showBoxCode, showCustomer } from "#rules/stock/box-code.ts";
import { anyWord } from "#test/support/words.ts";
import { expectGoodLooks, expectGoodLooksEverywhere } from "#test/e2e/support/looks.ts";
import { expect, expectError, fact, field, notice, test } from "#test/e2e/support/page.ts";

const today = berlinDay(new Date());
const month = today.slice(0, 7);
const table = (page: Page, name: string) => page.getByRole("table", { name, exact: true });
const row = (page: Page, name: string, text: string | RegExp) =>
  table(page, name).getByRole("row").filter({ hasText: text });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

/** Sets a price in the dialog that is open. */
async function typePrice(page: Page, price: string, item?: string) {
  if (item !== undefined) await field(page, "Leistung").selectOption(item);
  await field(page, "Preis in Euro").fill(price);
  await page.keyboard.press("Enter");
  await expect(notice(page, "Preis gespeichert").last()).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

test("staff agree on a price list, correct a wrong price that they notice in the preview, and read how the line comes about", async ({
  page,
  api,
}) => {
  const owner = await api.customer();
  const [box] = await api.stored(1, owner);
  const name = `Standard ${anyWord()}`;

  await page.goto("/billing/prices");
  await page.getByRole("button", { name: "Preisliste anlegen" }).first().click();
  await field(page, "Name").fill(name);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/billing\/prices\?list=\d+/);
  const prices = `Preise ${name}`;
  await expect(row(page, prices, "Einlagerung")).toContainText("kostenlos");
  await page.getByRole("button", { name: "Preis festlegen" }).click();
  await field(page, "Preis in Euro").fill("zwölf");
  await page.keyboard.press("Enter");
  await expectError(page, "Preis in Euro", "Ungültig");
  await field(page, "Je").selectOption("Box und Monat");
  await expect(dialog(page, "Preis festlegen")).toContainText(
    `Was seit dem ${showDate(today)} gemacht und gelagert wurde, wird mit diesem Preis neu berechnet.`,
  );
  await typePrice(page, "0,3275");
  await expect(row(page, prices, /^Lagerung/)).toContainText("0,3275 €");
  await expect(row(page, prices, /^Lagerung/)).toContainText("Box und Monat");
  await page.getByRole("button", { name: "Preis festlegen" }).click();
  await typePrice(page, "12", "Einlagerung");

  await page.goto(`/customers/${owner.id}?tab=billing`);
  await field(page, "Preisliste").selectOption(name);
  await field(page, "Mindestbetrag im Monat in Euro").fill("50");
  await page.getByRole("button", { name: "Abrechnung speichern" }).click();
  await expect(notice(page, "Abrechnung aktualisiert")).toBeVisible();
  await expect(field(page, "Mindestbetrag im Monat in Euro")).toHaveValue("50,00");
  await page.getByRole("link", { name: "Was dieser Monat bisher kostet" }).click();
  await expect(page).toHaveURL(`/billing/${owner.id}?month=${month}`);

  await expect(row(page, "Positionen", "Einlagerung")).toContainText("1 Box × 12,00 €");
  await expect(table(page, "Lagerung Tag für Tag").getByRole("row").last()).toContainText("0,400");
  await page.getByRole("link", { name: "Einlagerung" }).press("Enter");
  await expect(page).toHaveURL(/item=intake#services$/);
  await expect(page.getByRole("heading", { name: "Leistungen: Einlagerung (1)" })).toBeInViewport();
  await expect(row(page, "Positionen", "Mindestbetrag").getByRole("link")).toHaveCount(0);
  await expect(row(page, "Leistungen", showBoxCode(box.code)).getByRole("link")).toHaveAttribute(
    "href",
    `/stock/boxes/${box.id}`,
  );

  await page.getByRole("link", { name, exact: true }).click();
  await table(page, prices).getByRole("button", { name: "Einlagerung", exact: true }).click();
  await expect(dialog(page, "Preis ändern")).toContainText("berichtigt den Preis, der an diesem Tag beginnt");
  await typePrice(page, "1,20");
  await page.goto(`/billing/${owner.id}`);
  await expect(row(page, "Positionen", "Einlagerung")).toContainText("1 Box × 1,20 €");
  await expectGoodLooks(page);
});

test("staff agree on a customer's e-invoices: wrong ids are named at their fields, right ones are saved and stay", async ({
  page,
  api,
  failures,
}) => {
  failures.expect(/400 PUT .*\/terms\/|status of 400/);
  const owner = await api.customer();
  const save = page.getByRole("button", { name: "Abrechnung speichern" });
  await page.goto(`/customers/${owner.id}?tab=billing`);
  await field(page, "Rechnung als").selectOption("XRechnung");
  await expect(page.getByText("Ohne sie wird keine XRechnung ausgestellt.")).toBeVisible();
  await field(page, "Elektronische Adresse").fill("04011000-1234512345-07");
  await field(page, "Art der Adresse").selectOption("Leitweg-ID");
  await field(page, "USt-IdNr.").fill("DE136695975");
  await field(page, "Zahlungsziel in Tagen").fill("zwei");
  await save.click();
  await expectError(page, "Zahlungsziel in Tagen", "Ungültig");
  await field(page, "Zahlungsziel in Tagen").fill("30");
  await save.click();
  const wrong = "Vermutlich ist eine Stelle falsch oder vertauscht.";
  await expectError(page, "USt-IdNr.", `Die Prüfziffer der USt-IdNr. stimmt nicht. ${wrong}`);
  await expectError(page, "Elektronische Adresse", `Die Prüfziffern der Leitweg-ID stimmen nicht. ${wrong}`);
  await expectGoodLooksEverywhere(page, { dark: true });

  await field(page, "Elektronische Adresse").fill("04011000-1234512345-06");
  await field(page, "USt-IdNr.").fill("DE136695976");
  await field(page, "Bestellnummer").fill("B-4711");
  await field(page, "Vertragsnummer").fill("V 2026/3");
  await save.click();
  await expect(notice(page, "Abrechnung aktualisiert")).toBeVisible();
  await page.reload();
  await expect(field(page, "Rechnung als")).toHaveValue("xrechnung");
  await expect(field(page, "Elektronische Adresse")).toHaveValue("04011000-1234512345-06");
  await expect(field(page, "Art der Adresse")).toHaveValue("0204");
  await expect(field(page, "USt-IdNr.")).toHaveValue("DE136695976");
  await expect(field(page, "Bestellnummer")).toHaveValue("B-4711");
  await expect(field(page, "Vertragsnummer")).toHaveValue("V 2026/3");
  await expect(field(page, "Zahlungsziel in Tagen")).toHaveValue("30");
});

test("staff type what no scan knows of, find it in the preview and in the month, and take it back", async ({
  page,
  api,
  failures,
}) => {
  failures.expect(/400 .*service-entries|status of 400/);
  const owner = await api.customer();
  await api.call(editCustomer, { path: { id: owner.id }, body: { meter_price: "4.50" } });
  await page.goto(`/billing/${owner.id}`);
  await expect(page.getByText(`Im ${showMonth(month)} ist für diesen Kunden nichts zu berechnen.`)).toBeVisible();
  await page.getByRole("button", { name: "Leistung eintragen" }).click();
  await field(page, "Text").fill("Umräumen auf Wunsch");
  await field(page, "Tag").fill("01.01.2099");
  await field(page, "Menge").fill("2,5");
  await field(page, "Preis in Euro je Stunde").fill("48");
  await page.keyboard.press("Enter");
  await expectError(page, "Tag", "Der Tag liegt in der Zukunft.");
  await expectGoodLooks(page);
  await field(page, "Tag").fill(showDate(today));
  await page.keyboard.press("Enter");
  await expect(notice(page, "Leistung eingetragen")).toBeVisible();
  await expect(row(page, "Positionen", "Umräumen auf Wunsch")).toContainText("2,5 Stunden × 48,00 €");
  await expect(fact(page, "Netto")).toHaveText("120,00 €");
  await expect(fact(page, "Brutto")).toHaveText("142,80 €");

  await page.getByRole("link", { name: `Abrechnung ${showMonth(month)}` }).click();
  await field(page, "Kunde suchen").fill(owner.name);
  const months = `Abrechnung ${showMonth(month)}`;
  await expect(row(page, months, showCustomer(owner))).toContainText("142,80 €");
  await expect(row(page, months, showCustomer(owner))).toContainText("Dem Kunden fehlt Name oder Anschrift");
  await field(page, "Kunde suchen").fill("Xylophonquark");
  await expect(table(page, months)).toContainText("Kein Kunde, der in diesem Monat etwas schuldet, heißt so.");
  await field(page, "Kunde suchen").fill(owner.name);
  await table(page, months)
    .getByRole("link", { name: showCustomer(owner) })
    .click();

  await page.getByRole("button", { name: "„Umräumen auf Wunsch“ löschen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Eintrag löschen" }).click();
  await expect(notice(page, "Eintrag gelöscht")).toBeVisible();
  await expect(page.getByText(`Im ${showMonth(month)} ist für diesen Kunden nichts zu berechnen.`)).toBeVisible();
});

test("a month that has not begun is this one, and the one before is a step away", async ({ page }) => {
  await page.goto("/billing?month=2099-01");
  const chosen = page.getByRole("navigation", { name: "Monat" });
  await expect(chosen.locator("strong")).toHaveText(showMonth(month));
  await expect(page.getByText(/läuft noch und ist bis zum/)).toBeVisible();
  await chosen.getByRole("link").press("Enter");
  await expect(page).toHaveURL(`/billing?month=${addMonths(month, -1)}`);
  await expect(chosen.locator("strong")).toHaveText(showMonth(addMonths(month, -1)));
  await expect(page.getByText(/läuft noch/)).toHaveCount(0);
  await expectGoodLooks(page);
});
