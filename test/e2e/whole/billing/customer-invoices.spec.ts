import { billed } from "#test/e2e/support/nouns/last-month.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { expectGoodLooksEverywhere } from "#test/e2e/support/looks.ts";
import { expect, field, test } from "#test/e2e/support/page.ts";

test("staff give the right on the user's page, and see a customer's latest invoices on the customer's page", async ({
  page,
  api,
}) => {
  const { customer, invoice } = await billed(api);
  const user = await api.addUser();
  await api.call(editCustomer, { path: { id: customer.id }, body: { user_ids: [user.id] } });
  await page.goto(`/users/${user.id}`);
  await field(page, "Rechnungen sehen").check();
  await expect(page.getByText("Rechte aktualisiert")).toBeVisible();
  await page.reload();
  await expect(field(page, "Rechnungen sehen")).toBeChecked();

  await page.goto(`/customers/${customer.id}`);
  const invoices = page.getByRole("table", { name: "Rechnungen" });
  await expect(invoices.getByRole("row").filter({ hasText: invoice.number })).toContainText("142,80 €");
  await expectGoodLooksEverywhere(page, { dark: true });
  await page.getByRole("link", { name: "Alle Rechnungen" }).click();
  await expect(page).toHaveURL(`/billing/invoices?customer=${customer.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rechnungen (1)");
});
