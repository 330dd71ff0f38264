import { getCustomer } from "#contract/calls/customers/customers.ts";

import { expect, expectError, field, notice, test } from "#test/e2e/support/page.ts";

test.describe("a customer's page", () => {
  test("shows and takes euro with a comma", async ({ page, api }) => {
    const customer = await api.customer();
    await page.goto(`/customers/${customer.id}`);
    await expect(field(page, "Meterpreis in Euro")).toHaveValue("0,00");
    await field(page, "Meterpreis in Euro").fill("12,5x");
    await expectError(page, "Meterpreis in Euro", "Ungültig");
    await field(page, "Meterpreis in Euro").fill("12,5");
    await page.getByRole("button", { name: "Kunde speichern" }).click();
    await expect(notice(page, "Kunde aktualisiert")).toBeVisible();
    await expect(field(page, "Meterpreis in Euro")).toHaveValue("12,50");
    expect((await api.call(getCustomer, { path: { id: customer.id } })).meter_price).toBe("12.50");
  });
});
