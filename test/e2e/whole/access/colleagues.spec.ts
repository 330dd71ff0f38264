import { changeRights } from "#contract/calls/access/rights.ts";
import { setCostCentres } from "#contract/calls/customers/cost-centres.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { createBoxes } from "#contract/calls/stock/boxes.ts";
import { expectGoodLooksEverywhere } from "#test/e2e/support/looks.ts";
import { expect, fact, field, notice, test } from "#test/e2e/support/page.ts";

test("a customer's user with the rights invites a colleague and sets the cost centre of a box", async ({
  api,
  browser,
}) => {
  const [owner, user, colleague] = [await api.customer(), await api.addUser(), await api.addUser()];
  await api.call(editCustomer, { path: { id: owner.id }, body: { user_ids: [user.id, colleague.id] } });
  await api.call(changeRights, {
    path: { id: owner.id },
    body: { user: user.id, may_invite: true, may_store: true, may_manage: true },
  });
  await api.enter(colleague); // who has never signed in is not listed
  const { storageState } = await api.enter(user);
  const context = await browser.newContext({ storageState });
  const page = await context.newPage();
  await page.goto("/account");
  await page.getByRole("link", { name: "Kollegen" }).click();
  await expect(page.getByRole("row", { name: colleague.email })).toBeVisible();
  await field(page, "Nachname").fill("Neumann");
  await field(page, "E-Mail").fill("neumann@anderswo.example");
  await page.getByRole("button", { name: "Einladen" }).click();
  await expect(page.getByText(/^Einladen können Sie nur Adressen/)).toBeVisible();
  await expectGoodLooksEverywhere(page);
  await field(page, "E-Mail").fill(`neumann-${user.id}@${user.email.split("@")[1]}`);
  await page.getByRole("button", { name: "Einladen" }).click();
  await expect(notice(page, "Einladung vorgemerkt")).toBeVisible();
  await page.getByRole("row", { name: colleague.email }).getByRole("button", { name: "Beenden" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Zugang beenden" }).click();
  await expect(page.getByRole("row", { name: colleague.email })).toBeHidden();

  const [box] = await api.call(createBoxes, { body: { owner: owner.id, start: 0, amount: 1, size: 400 } });
  await api.call(setCostCentres, { path: { id: owner.id }, body: { cost_centres: ["4711", "4712 Einkauf"] } });
  await page.goto(`/stock/boxes/${box?.id}`);
  await page.getByRole("button", { name: "Kostenstelle ändern" }).click();
  await field(page, "Kostenstelle").selectOption("4712 Einkauf");
  await expectGoodLooksEverywhere(page);
  await page.getByRole("button", { name: "Kostenstelle speichern" }).click();
  await expect(fact(page, "Kostenstelle")).toHaveText("4712 Einkauf");
  await context.close();
});
