import { editCustomer, getCustomer, listCustomers } from "#contract/calls/customers/customers.ts";
import { callsOf, expect, expectError, field, notice, test } from "#test/e2e/support/page.ts";
import { anyWord } from "#test/support/words.ts";

test.describe("the form for a customer", () => {
  test("makes the customer under the next number, says so and leads to the list", async ({ page, api }) => {
    const calls = callsOf(page, "POST", /customers/);
    const name = `Bäckerei Groß ${anyWord()}`;
    await page.goto("/customers/new");
    await field(page, "Name").fill(name);
    await field(page, "PLZ").fill("01067");
    await field(page, "Ort").fill("Dresden");
    await page.getByRole("button", { name: "Kunde hinzufügen" }).click();
    await expect(notice(page, "Kunde hinzugefügt")).toBeVisible();
    await expect(page).toHaveURL("/customers/overview");
    expect(calls.map(({ body }) => body)).toEqual([{ name, address_postcode: "01067", address_city: "Dresden" }]);
    const { results } = await api.call(listCustomers, { query: { name } });
    expect(results[0]?.code).toBeGreaterThan(4711);
    await page.getByRole("main").getByRole("link", { name: "Öffnen" }).click();
    await expect(page).toHaveURL(`/customers/${results[0]?.id}`);
    await expect(field(page, "Name")).toHaveValue(name); // the list is left when its page is gone, not when the address changes
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: "Kunden" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: "Öffnen" })).toHaveCount(0); // said once
  });
});

test.describe("a customer's page", () => {
  test("lets two people change different fields, and informs the second who changes the same", async ({
    page,
    api,
    failures,
  }) => {
    failures.expect(/\/customers\/\d+\//);
    const customer = await api.customer();
    const path = { id: customer.id };
    await page.goto(`/customers/${customer.id}`);
    await field(page, "Ort").fill("Bremen");
    await api.call(editCustomer, { path, body: { address_street: "Am Wall 1" } });
    await page.getByRole("button", { name: "Kunde speichern" }).click();
    await expect(notice(page, "Kunde aktualisiert")).toBeVisible();
    await expect(field(page, "Straße und Hausnummer")).toHaveValue("Am Wall 1");
    await field(page, "Ort").fill("Bremen-Nord");
    await api.call(editCustomer, { path, body: { address_city: "Bremerhaven" } });
    await page.getByRole("button", { name: "Kunde speichern" }).click();
    await expectError(page, "Ort", "Inzwischen hat jemand anders das geändert: „Bremerhaven“.");
    await expect(field(page, "Ort")).toHaveValue("Bremen-Nord");
    expect(await api.call(getCustomer, { path })).toMatchObject({
      address_city: "Bremerhaven",
      address_street: "Am Wall 1",
    });
  });
});
