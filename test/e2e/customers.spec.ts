import { editCustomer, getCustomer, listCustomers } from "#contract/calls/customers.ts";
import { showCustomerCode } from "#rules/box-code.ts";
import { anyWord } from "#test/support/words.ts";
import { callsOf, expect, expectError, fact, field, notice, test } from "#test/e2e/support/page.ts";

test.describe("the form for a customer", () => {
  test("wants a name, and sends nothing without one", async ({ page }) => {
    const calls = callsOf(page, "POST", /customers/);
    await page.goto("/customers/new");
    await page.getByRole("button", { name: "Kunde hinzufügen" }).click();
    await expectError(page, "Name", "Bitte ausfüllen");
    await expect(field(page, "Name")).toBeFocused();
    expect(calls).toEqual([]);
  });

  for (const [label, typed, message] of [
    ["Code", "-1", "Ungültig"],
    ["Code", "12a", "Ungültig"],
    ["Code", "10000", "Maximal 4 Zahlen"],
    ["PLZ", "1234", "Ungültig"],
    ["PLZ", "00999", "Ungültig"],
    ["PLZ", "100000", "PLZ nicht größer als 99999"],
  ] as const) {
    test(`with "${typed}" as "${label}" says "${message}" and sends nothing`, async ({ page }) => {
      const calls = callsOf(page, "POST", /customers/);
      await page.goto("/customers/new");
      await field(page, "Name").fill("Kanzlei Öztürk");
      await field(page, label).fill(typed);
      await page.getByRole("button", { name: "Kunde hinzufügen" }).click();
      await expectError(page, label, message);
      expect(calls).toEqual([]);
    });
  }

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
  });

  test("says in German that the number is taken, and keeps what was typed", async ({ page, failures }) => {
    failures.expect(/\/customers\/$/);
    const calls = callsOf(page, "POST", /customers/);
    await page.goto("/customers/new");
    await field(page, "Name").fill("Noch einmal 42");
    await field(page, "Code").fill("0042");
    await page.getByRole("button", { name: "Kunde hinzufügen" }).click();
    await expectError(page, "Code", "Kunde mit dem Code existiert bereits.");
    await expect(field(page, "Name")).toHaveValue("Noch einmal 42");
    expect(calls.map(({ body }) => body)).toEqual([{ name: "Noch einmal 42", code: "0042" }]);
  });
});

test.describe("a customer's page", () => {
  test("offers to save only what has changed and is valid, and sends only that", async ({ page, api }) => {
    const customer = await api.customer();
    const calls = callsOf(page, "PATCH", /customers/);
    await page.goto(`/customers/${customer.id}`);
    const code = showCustomerCode(customer.code);
    await expect(page.getByRole("heading", { level: 1, name: `${code} ${customer.name}` })).toBeVisible();
    const save = page.getByRole("button", { name: "Kunde speichern" });
    await expect(save).toBeHidden();
    await field(page, "Name").fill("");
    await expectError(page, "Name", "Bitte ausfüllen");
    await expect(save).toBeHidden();
    await field(page, "Name").fill(customer.name);
    await expect(save).toBeHidden();
    await field(page, "PLZ").fill("123");
    await expectError(page, "PLZ", "Ungültig");
    await expect(save).toBeHidden();
    await field(page, "PLZ").fill("28195");
    await save.click();
    await expect(notice(page, "Kunde aktualisiert")).toBeVisible();
    await expect(save).toBeHidden();
    expect(calls).toHaveLength(1);
    expect(calls[0]?.body).toMatchObject({ address_postcode: "28195" });
    expect(await api.call(getCustomer, { path: { id: customer.id } })).toMatchObject({
      name: customer.name,
      address_postcode: "28195",
    });
  });

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

  test("lets two people change different fields, and tells the second who changes the same", async ({
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

  test("counts the customer's boxes and leads to them", async ({ page, api }) => {
    const customer = await api.customer();
    const [box] = await api.boxes(2, customer);
    await api.store(box, await api.row());
    await page.goto(`/customers/${customer.id}`);
    await expect(fact(page, "Boxen")).toHaveText("2");
    await expect(fact(page, "Eingelagert")).toHaveText("0,40 m");
    await fact(page, "Boxen").getByRole("link").click();
    await expect(page).toHaveURL(`/stock/boxes?owner=${customer.code}`);
  });

  test("that does not exist is not found", async ({ page, failures }) => {
    failures.expect(/\/customers\/2000000000\//);
    await page.goto("/customers/2000000000");
    await expect(page.getByRole("heading", { level: 1, name: "Nicht gefunden!" })).toBeVisible();
  });
});
