import { createAddress } from "#contract/calls/customers/addresses.ts";
import { added, orderOf, send, shop, toSummary } from "#test/e2e/support/delivery-wizard.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { expect, field, notice, test } from "#test/e2e/support/page.ts";

test("staff add an address on the customer's page, change it and remove it", async ({ page, api }) => {
  const customer = await api.customer();
  await page.goto(`/customers/${customer.id}?tab=settings`);
  await page.getByRole("button", { name: "Adresse anlegen" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Werk Nord"); // the customer has a name, too
  await page.getByRole("dialog").getByLabel("Straße").fill("Hafenstraße 12");
  await expectGoodLooks(page);
  await page.getByRole("dialog").getByRole("button", { name: "Adresse anlegen" }).click();
  await expect(notice(page, "Adresse angelegt")).toBeVisible();
  const row = page.getByRole("table", { name: "Lieferadressen" }).getByRole("row", { name: /Werk Nord/ });
  await expect(row).toContainText("Hafenstraße 12");
  await expect(row).toContainText("Standard");
  await expectGoodLooks(page);
  await row.getByRole("button", { name: "Werk Nord", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Ort").fill("Dresden");
  await page.getByRole("dialog").getByRole("button", { name: "Speichern" }).click();
  await expect(row).toContainText("Dresden");
  await row.getByRole("button", { name: "„Werk Nord“ entfernen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Entfernen" }).click();
  await expect(row).toBeHidden();
});

test("an order goes to the address that is chosen, and its page shows it", async ({ page, api }) => {
  const given = await shop(api);
  for (const name of ["Werk Nord", "Werk Süd"])
    await api.call(createAddress, { path: { id: given.customer.id }, body: { name, contact: "Frau Lehmann" } });
  await toSummary(page, given);
  await expect(field(page, "Lieferadresse").locator("option:checked")).toHaveText("Werk Nord");
  await field(page, "Lieferadresse").selectOption("Werk Süd");
  await expectGoodLooks(page);
  await send(page).click();
  await expect(added(page)).toBeVisible();
  const order = await orderOf(api, { box: given.boxes[0].code });
  expect(order.address).toMatchObject({ name: "Werk Süd" });
  await page.goto(`/deliveries/${order.id}`);
  await expect(page.getByText("Ansprechpartner: Frau Lehmann")).toBeVisible();
});
