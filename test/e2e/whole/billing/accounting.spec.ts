import { createServiceEntry } from "#contract/calls/billing/service-entries.ts";
import { issueInvoice } from "#contract/calls/billing/invoices.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { berlinDay } from "#rules/dates.ts";
import { addMonths } from "#rules/months.ts";
import { savedBy } from "#test/e2e/support/downloads.ts";
import { expectGoodLooksEverywhere } from "#test/e2e/support/looks.ts";
import { serverTest } from "#test/e2e/support/own-server.ts";
import { expect, field, notice } from "#test/e2e/support/page.ts";

// every invoice of the server is collected: a worker leaves the server of `ownServerTest` to its next file
const test = serverTest({});
const today = berlinDay(new Date());
const month = addMonths(today.slice(0, 7), -1);

test("a mandate is typed, its invoice is collected by a file for the bank, and the file is taken back", async ({
  page,
  api,
  failures,
}) => {
  failures.expect(/400 PUT .*\/terms\/|400 POST .*\/paid\/|status of 400/);
  const customer = await api.customer();
  const address = { address_street: "Am Wall 1", address_postcode: "28195", address_city: "Bremen" };
  await api.call(editCustomer, { path: { id: customer.id }, body: address });
  const entry = { day: `${month}-12`, item: "hours", quantity: "2.5", price: "48.00", text: "Umräumen" } as const;
  await api.call(createServiceEntry, { body: { ...entry, customer: customer.id } });

  await page.goto(`/customers/${customer.id}?tab=billing`);
  await field(page, "Mandat für Lastschriften").fill("M-42");
  await field(page, "IBAN des Kunden").fill("DE88 3704 0044 0532 0130 00");
  const save = page.getByRole("button", { name: "Abrechnung speichern" });
  await save.click();
  await expect(page.getByText("gehören Mandatsreferenz, Tag der Unterschrift und IBAN zusammen")).toBeVisible();
  await field(page, "Mandat unterschrieben am").fill("15.1.2026");
  await save.click();
  await expect(page.getByText("Die Prüfziffern der IBAN stimmen nicht.")).toBeVisible();
  await field(page, "IBAN des Kunden").fill("DE89 3704 0044 0532 0130 00");
  await save.click();
  await expect(notice(page, "Abrechnung aktualisiert")).toBeVisible();
  const { number } = await api.call(issueInvoice, { body: { customer: customer.id, month } });

  await page.goto("/billing/accounting");
  await expect(page.getByText("0 Rechnungen offen")).toBeVisible();
  await expect(page.getByRole("button", { name: "Datei für die Bank erstellen" })).toBeDisabled();
  await expectGoodLooksEverywhere(page, { dark: true });
  await field(page, "Zahlbar bis").fill("31.12.2099");
  await expect(page.getByText("1 Rechnung offen, 142,80 €")).toBeVisible();
  const file = await savedBy(page, () => page.getByRole("button", { name: "Datei für die Bank erstellen" }).click());
  expect([file.name, file.start]).toEqual([expect.stringMatching(/^LS-\d{12}-1\.xml$/), "<?xml"]);
  const row = page.getByRole("table", { name: "Dateien für die Bank" }).getByRole("row").filter({ hasText: "Datei 1" });
  await expect(row).toContainText("142,80");
  await expect(page.getByText("0 Rechnungen offen")).toBeVisible();
  const again = await savedBy(page, () => row.getByRole("button", { name: "Datei 1 laden" }).click());
  expect(again.name).toBe(file.name);
  await expectGoodLooksEverywhere(page, { dark: true });

  const stack = await savedBy(page, async () => {
    await field(page, "Ausgestellt im").selectOption(today.slice(0, 7));
    await page.getByRole("button", { name: "Stapel laden" }).click();
  });
  expect(stack.name).toBe(`EXTF_Rechnungen_${today.slice(0, 7)}.csv`);
  const archive = await savedBy(page, () => page.getByRole("button", { name: "Archiv laden" }).click());
  expect(archive.name).toMatch(/-Rechnungen-\d{4}\.zip$/);

  await row.getByRole("button", { name: "Datei 1 zurücknehmen" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("1 Rechnung über 142,80 € wird sonst ein zweites Mal");
  await page.getByRole("alertdialog").getByRole("button", { name: "Zurücknehmen" }).click();
  await expect(page.getByText("1 Rechnung offen, 142,80 €")).toBeVisible();
  await expect(page.getByText("Es wurde noch nichts eingezogen.")).toBeVisible();

  await page.getByRole("button", { name: "Zahlungen vermerken" }).click();
  const note = page.getByRole("button", { name: "Als bezahlt vermerken" });
  await field(page, "Nummer und Tag").fill(`Nummer\tBezahlt am\n${number}\tgestern`);
  await note.click();
  await expect(page.getByText("Zeile 2: Es fehlt die Nummer, oder der Tag ist keiner.")).toBeVisible();
  await field(page, "Nummer und Tag").fill(`${number}\t5.12.2026\nRE-1999-00001\t5.12.2026`);
  await note.click();
  await expect(page.getByText("Keine Rechnung hat diese Nummer: RE-1999-00001.")).toBeVisible();
  await expectGoodLooksEverywhere(page, { dark: true });
  await field(page, "Nummer und Tag").fill(`${number}\t5.12.2026\n`);
  await note.click();
  await expect(notice(page, "1 Rechnung als bezahlt vermerkt")).toBeVisible();
  await expect(page.getByText("0 Rechnungen offen")).toBeVisible();
});
