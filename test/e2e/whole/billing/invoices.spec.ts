import { address, issue, month, served } from "#test/e2e/support/nouns/last-month.ts";
import type { Page } from "@playwright/test";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { addMonths, showMonth } from "#rules/months.ts";
import { expectGoodLooks, expectGoodLooksEverywhere } from "#test/e2e/support/looks.ts";
import { savedBy } from "#test/e2e/support/downloads.ts";
import { serverTest } from "#test/e2e/support/own-server.ts";
import { callsOf, expect, fact, field, notice } from "#test/e2e/support/page.ts";

// every customer of the server is billed: a worker leaves the server of `ownServerTest` to its next file
const test = serverTest({});
const today = berlinDay(new Date());
const row = (page: Page, table: string, text: string) =>
  page.getByRole("table", { name: table, exact: true }).getByRole("row").filter({ hasText: text });
const open = "Noch nicht abgerechnet";
const question = (page: Page) => page.getByRole("alertdialog");

test("staff bill last month: one invoice is issued, one lacks an address and waits for it; one is cancelled and billed anew", async ({
  page,
  api,
}) => {
  const [good, bad] = [await served(api, "2.5"), await served(api, "1", {})];
  await page.goto("/billing/invoices");
  await expect(page.getByText("Es wurde noch keine Rechnung ausgestellt.")).toBeVisible();
  await page.getByRole("link", { name: "Monat abrechnen" }).click();
  await expect(page).toHaveURL("/billing/run");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Monat abrechnen: ${showMonth(month)}`);
  await expect(row(page, open, good.name)).toContainText("142,80 €");
  await expect(row(page, open, good.name)).toContainText("+120,00 €");
  const waiting = row(page, "Noch nicht abzurechnen", bad.name);
  await expect(waiting).toContainText("Dem Kunden fehlt Name oder Anschrift.");
  await expect(row(page, open, bad.name)).toHaveCount(0);
  await expectGoodLooksEverywhere(page, { dark: true });

  const posts = callsOf(page, "POST", /\/invoices\/$/);
  await page.getByRole("button", { name: "1 Rechnung ausstellen" }).press("Enter");
  await expect(question(page)).toContainText("über zusammen 142,80 €");
  await page.keyboard.press("Escape");
  expect(posts).toEqual([]);
  await issue(page, "1 Rechnung ausstellen", 1);
  await expect(page.getByText("1 Rechnung ausgestellt.")).toBeVisible();
  expect(posts.map(({ body }) => body)).toEqual([{ customer: good.id, month, gross: "142.80" }]);
  await expect(row(page, open, good.name)).toHaveCount(0);
  await expectGoodLooksEverywhere(page, { dark: true });

  await api.call(editCustomer, { path: { id: bad.id }, body: address });
  await page.reload();
  await issue(page, "1 Rechnung ausstellen", 1);
  await expect(page.getByText("1 Rechnung ausgestellt.")).toBeVisible();
  await expect(page.getByText(`Der ${showMonth(month)} ist abgerechnet.`)).toBeVisible();
  await page.reload();
  await expect(page.getByText(`Der ${showMonth(month)} ist abgerechnet.`)).toBeVisible();
  await expect(page.getByRole("button", { name: "0 Rechnungen ausstellen" })).toBeDisabled();

  await page.getByRole("link", { name: "Rechnungen", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rechnungen (2)");
  await expectGoodLooksEverywhere(page, { dark: true });
  await field(page, "Monat").selectOption(showMonth(addMonths(month, -1)));
  await expect(page.getByText("Keine Rechnung passt zu den Filtern.")).toBeVisible();
  await page.goto(`/billing/invoices?month=${month}&customer=${good.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rechnungen (1)");
  await row(page, "Rechnungen", good.name).getByRole("link").press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^RE-\d{4}-\d{5}$/);
  const number = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  await expect(row(page, "Positionen", "Arbeitszeit: Umräumen")).toContainText("2,5 Stunden × 48,00 €");
  await expect(fact(page, "Umsatzsteuer 19\u00a0%")).toHaveText("22,80 € auf 120,00 €");
  await expect(fact(page, "Rechnungsbetrag")).toHaveText("142,80 €");
  await expectGoodLooksEverywhere(page, { dark: true });

  const pdf = await savedBy(page, () => page.getByRole("button", { name: "PDF" }).click());
  expect([pdf.name, pdf.start]).toEqual([`${number}.pdf`, "%PDF-"]);
  const xml = await savedBy(page, () => page.getByRole("button", { name: "XML" }).click());
  expect([xml.name, xml.start]).toEqual([`${number}.xml`, "<?xml"]);

  await page.getByRole("button", { name: "Bezahlt am …" }).click();
  await expect(field(page, "Bezahlt am")).toHaveValue(showDate(today));
  await page.getByRole("button", { name: "Als bezahlt vermerken" }).click();
  await expect(page.getByText(`bezahlt am ${showDate(today)}`)).toBeVisible();
  const act = async (name: string) => {
    await page.getByRole("button", { name: "Aktionen" }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };
  await act("Versandt");
  await expect(notice(page, "Als versandt vermerkt")).toBeVisible();
  await expect(fact(page, "Versandt")).toContainText(showDate(today));
  await act("Nicht bezahlt");
  await expect(page.getByText("offen", { exact: true })).toBeVisible();

  await act("Stornieren");
  await expect(question(page).getByRole("button", { name: "Rechnung stornieren" })).toBeDisabled();
  await question(page).getByLabel(`Zur Bestätigung ${number} eingeben`).fill(number);
  await page.keyboard.press("Enter");
  await fact(page, "Stornorechnung").getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^ST-\d{4}-\d{5}$/);
  await expect(fact(page, "Storniert die Rechnung")).toHaveText(number);
  await expect(fact(page, "Stornierter Betrag")).toHaveText("142,80 €");
  await expectGoodLooks(page);

  await page.goto(`/billing/run?month=${month}`);
  await issue(page, "1 Rechnung ausstellen", 1);
  await expect(page.getByText("1 Rechnung ausgestellt.")).toBeVisible();
  await expect(page.getByText(`Der ${showMonth(month)} ist abgerechnet.`)).toBeVisible(); // the tables move no more
  await page.getByRole("table", { name: "Ausgestellt" }).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^RE-/);
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(number);
});
