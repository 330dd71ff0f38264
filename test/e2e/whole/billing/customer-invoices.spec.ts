import { changeRights } from "#contract/calls/access/rights.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { savedBy } from "#test/e2e/support/downloads.ts";
import { billed } from "#test/e2e/support/nouns/last-month.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { expectGoodLooksEverywhere } from "#test/e2e/support/looks.ts";
import { expect, fact, field, test } from "#test/e2e/support/page.ts";

test("a customer's user finds the invoice in the menu, opens and downloads it, and can do no more with it", async ({
  api,
  browser,
}) => {
  const { customer, user, invoice } = await billed(api);
  const other = await billed(api);
  const { storageState } = await api.enter(user);
  const context = await browser.newContext({ storageState });
  const page = await context.newPage();
  const path = { id: customer.id };
  await page.goto("/home");
  const menu = page.getByRole("navigation", { name: "Hauptmenü" });
  await menu.getByRole("link", { name: "Rechnungen" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rechnungen (1)");
  await expect(menu.locator("[aria-current=page]")).toHaveText("Rechnungen");
  await expect(page.getByRole("link", { name: "Monat abrechnen" })).toHaveCount(0);
  await expect(page.getByText(other.invoice.number)).toHaveCount(0);
  await expectGoodLooksEverywhere(page, { dark: true });
  const sheet = await savedBy(page, async () => {
    await page.getByRole("button", { name: "Als Excel" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Speichern" }).click();
  });
  expect(sheet.start.slice(0, 2)).toBe("PK");
  await page.getByRole("dialog").getByRole("button", { name: "Schließen" }).click();

  await page.getByRole("link", { name: invoice.number }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(invoice.number);
  await expect(fact(page, "Kunde")).toHaveText(showCustomer(customer));
  await expect(fact(page, "Rechnungsbetrag")).toHaveText("142,80 €");
  for (const name of ["Bezahlt am …", "Mehr", "Stornieren", "Versandt"])
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  await expect(page.getByText("Versandt")).toHaveCount(0);
  await expectGoodLooksEverywhere(page, { dark: true });
  const pdf = await savedBy(page, () => page.getByRole("button", { name: "PDF" }).click());
  expect([pdf.name, pdf.start]).toEqual([`${invoice.number}.pdf`, "%PDF-"]);
  const xml = await savedBy(page, () => page.getByRole("button", { name: "XML" }).click());
  expect([xml.name, xml.start]).toEqual([`${invoice.number}.xml`, "<?xml"]);

  await page.goto(`/billing/invoices/${other.invoice.id}`);
  await expect(page.getByText("Diese Rechnung gibt es nicht.")).toBeVisible();

  await api.call(changeRights, { path, body: { user: user.id, may_see_invoices: false } });
  await page.goto("/home");
  await expect(menu.getByRole("link", { name: "Lager" })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Rechnungen" })).toHaveCount(0);
  await page.goto("/billing/invoices");
  await expect(page.getByText("Rechnungen sehen Sie mit dem Recht „Rechnungen sehen“.")).toBeVisible();
  await expectGoodLooksEverywhere(page, { dark: true });
  await context.close();
});

test("staff give the right on the user's page, and see a customer's latest invoices on the customer's page", async ({
  page,
  api,
}) => {
  const { customer, invoice } = await billed(api);
  const user = await api.addUser();
  await api.call(editCustomer, { path: { id: customer.id }, body: { user_ids: [user.id] } });
  await page.goto(`/users/${user.id}`);
  await field(page, "Rechnungen sehen").click(); // checked as soon as the server has it
  await expect(page.getByText("Rechte aktualisiert")).toBeVisible();
  await page.reload();
  await expect(field(page, "Rechnungen sehen")).toBeChecked();

  await page.goto(`/customers/${customer.id}?tab=billing`);
  const invoices = page.getByRole("table", { name: "Rechnungen" });
  await expect(invoices.getByRole("row").filter({ hasText: invoice.number })).toContainText("142,80 €");
  await expectGoodLooksEverywhere(page, { dark: true });
  await page.getByRole("link", { name: "Alle Rechnungen" }).click();
  await expect(page).toHaveURL(`/billing/invoices?customer=${customer.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rechnungen (1)");
});
