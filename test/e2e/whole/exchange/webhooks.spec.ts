import { listWebhooks } from "#contract/calls/exchange/webhooks.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { changeRights } from "#contract/calls/access/rights.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { expect, field, test } from "#test/e2e/support/page.ts";
import { anyWord } from "#test/support/words.ts";

const host = "93.184.215.14";
const anyUrl = () => `https://${host}/${anyWord()}`;

test("staff make a webhook, see its secret once, send a trial, stop it and end it", async ({ page, api, failures }) => {
  failures.expect(/400 POST .*webhooks/);
  failures.expect(/400 \(Bad Request\)/);
  const url = anyUrl();
  await page.goto("/services");
  await page.getByRole("link", { name: "Webhooks" }).click();
  await page.getByRole("button", { name: "Webhook anlegen" }).click();
  const form = page.getByRole("dialog", { name: "Webhook anlegen" });
  await field(page, "Adresse").fill("https://10.0.0.8/");
  await form.getByRole("button", { name: "Webhook anlegen" }).click();
  await expect(form.getByText("Die Adresse liegt in einem internen Netz.")).toBeVisible();
  await field(page, "Adresse").fill(url);
  await form.getByLabel("Boxen").check();
  await expectGoodLooks(page);
  await form.getByRole("button", { name: "Webhook anlegen" }).click();

  const once = page.getByRole("dialog", { name: "Geheimnis des Webhooks" });
  await expect(once.getByText(/^whsec_/)).toBeVisible();
  await expectGoodLooks(page);
  await once.getByRole("button", { name: "Geheimnis notiert" }).click();
  await expect(page.getByRole("heading", { level: 1, name: host })).toBeVisible();
  await expect(page.getByText(url)).toBeVisible();
  await expect(page.getByText("whsec_")).toBeHidden();

  await page.getByRole("button", { name: "Probe senden" }).click();
  const log = page.getByRole("table", { name: "Letzte Nachrichten" });
  await expect(log.getByRole("row").nth(1)).toContainText(/Probe.*wartet/);
  await page.getByRole("button", { name: "Aktionen" }).click();
  await page.getByRole("menuitem", { name: "Neues Geheimnis" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Neues Geheimnis" }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await page.getByRole("button", { name: "Geheimnis notiert" }).click();
  await expect(page.getByText("Bisheriges Geheimnis gilt bis")).toBeVisible();
  await page.getByRole("button", { name: "Aktionen" }).click();
  await page.getByRole("menuitem", { name: "Anhalten" }).click();
  await expect(page.getByText("angehalten", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Weiter senden" }).click();
  await expect(page.getByText("aktiv", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Aktionen" }).click();
  await page.getByRole("menuitem", { name: "Löschen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Webhook löschen" }).click();
  await expect(page).toHaveURL("/webhooks");
  expect((await api.call(listWebhooks, {})).results.map((webhook) => webhook.url)).not.toContain(url);
});

test("a customer's user comes to their webhooks from their own page, with the right to manage", async ({
  api,
  browser,
}) => {
  const [owner, user] = [await api.customer(), await api.addUser()];
  await api.call(editCustomer, { path: { id: owner.id }, body: { user_ids: [user.id] } });
  await api.call(changeRights, { path: { id: owner.id }, body: { user: user.id, may_manage: true } });
  const { storageState } = await api.enter(user);
  const context = await browser.newContext({ storageState });
  const page = await context.newPage();
  await page.goto("/account");
  await page.getByRole("link", { name: "Webhooks" }).click();
  await expect(page.getByText("Es gibt keine Webhooks.")).toBeVisible();
  await page.getByRole("button", { name: "Webhook anlegen" }).click();
  await expect(page.getByText("Klärfälle")).toBeHidden();
  await expect(page.getByText("der Kunden, die Sie verwalten")).toBeVisible();
  await field(page, "Adresse").fill(anyUrl());
  await page.getByRole("dialog").getByRole("button", { name: "Webhook anlegen" }).click();
  await page.getByRole("button", { name: "Geheimnis notiert" }).click();
  await expect(page.getByText("Es wurde noch nichts gesendet.")).toBeVisible();
  await context.close();
});
