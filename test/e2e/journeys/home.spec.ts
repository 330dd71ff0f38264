import { deliveryPlan } from "#contract/calls/deliveries/deliveries.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { shop } from "#test/e2e/support/delivery-wizard.ts";
import { savedBy } from "#test/e2e/support/downloads.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import { newWorker, signIn } from "#test/e2e/support/worker.ts";

test("the day plan leads from what is due to each delivery, to what is fetched for a day and to its notes", async ({
  page,
  api,
}) => {
  const { customer, boxes, option, label } = await shop(api);
  const { id, code, time } = await api.order(customer, option, { boxes: [boxes[0], boxes[1]] });
  await expect(async () => {
    await page.goto("/deliveries/plan");
    const { count } = await api.call(deliveryPlan, {});
    const heading = { level: 1, name: `Tagesplan (${count.toLocaleString("de-DE")})` };
    await expect(page.getByRole("heading", heading)).toBeVisible({ timeout: 2_000 });
  }).toPass(); // others may order meanwhile
  const link = page.getByRole("link", { name: showDeliveryCode(code), exact: true });
  const row = page.getByRole("row").filter({ has: link });
  await expect(row).toContainText(label);
  await expect(row).toContainText("2 zu holen");
  const day = berlinDay(new Date(time ?? ""));
  const its = page.getByRole("region", { name: showDate(day) }).filter({ has: row });
  const notes = await savedBy(page, () => its.getByRole("button", { name: /^Lieferscheine/ }).click());
  expect([notes.name, notes.start]).toEqual([`Lieferscheine-${day}.pdf`, "%PDF-"]);
  await its.getByRole("link", { name: /^Sammelliste/ }).click();
  await expect(page).toHaveURL(`/deliveries/collect?tour=${day}`);
  await page.goBack();
  await row.getByRole("link").click();
  await expect(page).toHaveURL(`/deliveries/${id}`);
});

test.describe("a customer user's home", () => {
  test.use({ who: "nobody" });

  test("has their running deliveries and the way to order", async ({ page, api }) => {
    const { customer, boxes, option } = await shop(api);
    const delivery = await api.order(customer, option, { boxes: [boxes[0]] });
    await page.goto("/login");
    await signIn(page, await newWorker(api, customer));
    const running = page.getByRole("region", { name: /^Laufende Lieferungen/ });
    const links = running.getByRole("link", { name: /^Lieferung \d+$/ });
    await expect(links).toHaveText([`Lieferung ${showDeliveryCode(delivery.code)}`]);
    await expect(running).toContainText("0 von 1 bereit");
    await expect(page.getByText("Zurzeit wartet nichts auf Sie.")).toBeVisible();
    await expectGoodLooks(page);
    await page.getByRole("link", { name: "Box anfordern" }).click();
    await expect(page).toHaveURL(/\/deliveries\/create/);
  });
});
