import { editCustomer } from "#contract/calls/customers/customers.ts";
import { completeDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { changeRights } from "#contract/calls/access/rights.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { boxName, found, shop } from "#test/e2e/support/delivery-wizard.ts";
import { lineButton } from "#test/e2e/support/delivery-detail.ts";
import { expectGoodLooks, expectGoodLooksEverywhere } from "#test/e2e/support/looks.ts";
import { expect, fact, field, notice, test } from "#test/e2e/support/page.ts";

test("a customer's user orders a pick-up with new boxes, prints their labels and waits for a box; staff receive what comes", async ({
  page,
  api,
  browser,
}) => {
  const { customer, option, boxes } = await shop(api);
  const [out, other] = boxes;
  const order = await api.order(customer, option, { boxes: [out, other] });
  for (const { code } of [out, other]) await api.scan({ kind: "pick", delivery: order.id, code });
  await api.call(completeDelivery, { path: { id: order.id } });
  const user = await api.addUser();
  await api.call(editCustomer, { path: { id: customer.id }, body: { user_ids: [user.id] } });
  await api.call(changeRights, { path: { id: customer.id }, body: { user: user.id, may_order: true } });
  const { storageState } = await api.enter(user);
  const context = await browser.newContext({ storageState });
  const theirs = await context.newPage();

  await theirs.goto("/deliveries");
  await theirs.getByRole("link", { name: "Abholung bestellen" }).click();
  await expect(theirs.getByText(/^Ohne Angabe der nächste/)).toBeVisible(); // the only option is chosen by itself
  await theirs.getByRole("button", { name: "Abholung bestellen" }).click();
  await expect(theirs.getByText(/^Bitte wählen Sie, was abgeholt wird/)).toBeVisible();
  await found(theirs)
    .getByRole("checkbox", { name: boxName(out), exact: true })
    .check();
  await field(theirs, "Neue Boxen").fill("2");
  await field(theirs, "Leere Boxen, die wir bringen").fill("3");
  await expectGoodLooksEverywhere(theirs);
  await theirs.getByRole("button", { name: "Abholung bestellen" }).click();
  await expect(notice(theirs, "Abholung bestellt")).toBeVisible();
  await expect(theirs.getByRole("heading", { level: 1, name: /^Abholung \d{6}$/ })).toBeVisible();
  await expect(fact(theirs, "Wir bringen")).toHaveText("3 leere Boxen");
  await expectGoodLooks(theirs);
  const download = theirs.waitForEvent("download");
  await expect(
    theirs.getByText(/^Bitte aufkleben\. Wir kommen am \d\d\.\d\d\., \d+(:\d\d)? bis \d+:\d\d Uhr\.$/),
  ).toBeVisible();
  await theirs.getByRole("button", { name: "2 Etiketten drucken" }).click();
  expect((await download).suggestedFilename()).toBe("Etiketten.pdf");
  const address = theirs.url();

  await theirs.goto(`/stock/boxes/${other.id}`);
  await theirs.getByRole("button", { name: "Auf die Warteliste" }).click();
  await expect(theirs.getByText(/^Sie, seit /)).toBeVisible();
  await expectGoodLooks(theirs);
  await theirs.getByRole("button", { name: "Nicht mehr warten" }).click();
  await expect(theirs.getByText("Niemand wartet auf diese Box.")).toBeVisible();
  await context.close();

  await page.goto(address);
  await lineButton(page, showBoxCode(out.code), "Angekommen").click();
  await page.getByRole("button", { name: "Alle angekommen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Alle angekommen" }).click();
  await page.getByRole("button", { name: "Abschließen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Abschließen" }).click();
  await expect(page.getByText("Die Abholung ist abgeschlossen; der Abholschein bleibt abrufbar.")).toBeVisible();
  await expectGoodLooks(page);
});
