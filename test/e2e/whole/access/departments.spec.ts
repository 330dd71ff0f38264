import { editCustomer } from "#contract/calls/customers/customers.ts";
import { setCostCentres } from "#contract/calls/customers/cost-centres.ts";
import { changeRights } from "#contract/calls/access/rights.ts";
import { setCostCentre } from "#contract/calls/stock/boxes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { added, boxName, found, next, orderOf, send, shop } from "#test/e2e/support/delivery-wizard.ts";
import { expectGoodLooks, expectGoodLooksEverywhere } from "#test/e2e/support/looks.ts";
import { expect, expectError, field, notice, test } from "#test/e2e/support/page.ts";

test("staff keep a customer's user to a cost centre, who sees its boxes alone, orders one of them, and finds no other", async ({
  page,
  api,
  browser,
  failures,
}) => {
  failures.expect(/rights|boxes\/\d+/);
  const { customer, boxes } = await shop(api);
  const [own, other] = boxes;
  const path = { id: customer.id };
  await api.call(setCostCentres, { path, body: { cost_centres: ["Einkauf", "Vertrieb"] } });
  await api.call(setCostCentre, { body: { boxes: [own.id], cost_centre: "Einkauf" } });
  await api.call(setCostCentre, { body: { boxes: [other.id], cost_centre: "Vertrieb" } });
  const user = await api.addUser();
  await api.call(editCustomer, { path, body: { user_ids: [user.id] } });
  await api.call(changeRights, { path, body: { user: user.id, may_order: true } });

  await page.goto(`/users/${user.id}`);
  await field(page, "Sieht nur diese Kostenstellen").fill("Eingang");
  await page.getByRole("button", { name: "Kostenstellen speichern" }).click();
  await expectError(page, "Sieht nur diese Kostenstellen", "„Eingang“ ist keine Kostenstelle dieses Kunden.");
  await field(page, "Sieht nur diese Kostenstellen").fill("Einkauf\n");
  await page.getByRole("button", { name: "Kostenstellen speichern" }).click();
  await expect(notice(page, "Kostenstellen aktualisiert")).toBeVisible();
  await expectGoodLooksEverywhere(page);

  const context = await browser.newContext({ storageState: (await api.enter(user)).storageState });
  const theirs = await context.newPage();
  await theirs.goto("/stock/boxes");
  await expect(theirs.getByRole("heading", { level: 1, name: "Boxen (1)" })).toBeVisible();
  await expect(theirs.getByRole("link", { name: showBoxCode(own.code) })).toBeVisible();
  await theirs.goto(`/stock/boxes/${other.id}`);
  await expect(theirs.getByText("Nicht gefunden!")).toBeVisible();
  await theirs.goto("/deliveries/create");
  await next(theirs).click();
  await found(theirs)
    .getByRole("checkbox", { name: boxName(own), exact: true })
    .check();
  await expect(found(theirs).getByRole("checkbox", { name: boxName(other), exact: true })).toHaveCount(0);
  await next(theirs).click();
  await expect(field(theirs, "Kostenstelle")).toHaveValue("Einkauf");
  await expectGoodLooks(theirs);
  await send(theirs).click();
  await expect(added(theirs)).toBeVisible();
  expect((await orderOf(api, { box: own.code })).cost_centre).toBe("Einkauf");
  await context.close();
});
