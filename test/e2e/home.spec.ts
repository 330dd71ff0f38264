import { boxesOverview } from "#contract/calls/stock/boxes.ts";
import { deliveryPlan } from "#contract/calls/deliveries/deliveries.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { berlinDay } from "#rules/dates.ts";
import { showWeekday } from "#rules/deliveries/delivery-date.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { open } from "#test/e2e/support/box-page.ts";
import { shop } from "#test/e2e/support/delivery-wizard.ts";
import { savedBy } from "#test/e2e/support/downloads.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import { newWorker, signIn } from "#test/e2e/support/worker.ts";

test.describe("home", () => {
  test("tells staff what there is to do, and each figure leads to its list", async ({ page, api }) => {
    await page.goto("/home");
    const tile = (name: string) => page.getByRole("link", { name: new RegExp(`^${name}`) });
    const { boxes_inconsistent_count: broken } = await api.call(boxesOverview, {});
    await expect(tile("Inkonsistent")).toHaveText(new RegExp(`${broken.toLocaleString("de-DE")}$`));
    await expectGoodLooks(page);
    for (const [name, address, heading] of [
      ["Inkonsistent", "/stock/boxes?state=3", /^Boxen/],
      ["Einzulagern", "/stock/boxes?state=5", /^Boxen/],
      ["Markiert", "/services/destruction", /./],
      ["Bilder", "/stock/boxes?pictures=todo", /^Boxen/],
      ["Überfällig", "/deliveries/plan", /^Tagesplan/],
      ["Rückgaben", "/deliveries/plan", /^Tagesplan/],
    ] as const) {
      await tile(name).click();
      await expect(page).toHaveURL(address);
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      await page.goBack();
    }
  });

  test("offers again what was opened last, the latest first", async ({ page, api }) => {
    const [first, second] = await api.boxes(2);
    for (const box of [first, second, first]) await open(page, box);
    await page.goto("/home");
    const opened = page.getByRole("region", { name: "Zuletzt geöffnet" }).getByRole("link");
    await expect(opened).toHaveText([first, second].map(({ code }) => `Box ${showBoxCode(code)}`));
    await opened.first().click();
    await expect(page).toHaveURL(`/stock/boxes/${first.id}`);
  });
});

test.describe("a customer user's home", () => {
  test.use({ who: "nobody" });

  test("has their running deliveries and the way to order", async ({ page, api }) => {
    const { customer, boxes, option } = await shop(api);
    const delivery = await api.order(customer, option, { boxes: [boxes[0]] });
    await page.goto("/login");
    await signIn(page, await newWorker(api, customer));
    const running = page.getByRole("table", { name: "Laufende Lieferungen" });
    await expect(running.getByRole("link")).toHaveText([showDeliveryCode(delivery.code)]);
    await expect(running).toContainText("1 Stück");
    await expectGoodLooks(page);
    await page.getByRole("link", { name: "Box anfordern" }).click();
    await expect(page).toHaveURL(/\/deliveries\/create/);
  });
});

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
  const its = page.getByRole("region", { name: showWeekday(day) }).filter({ has: row });
  const notes = await savedBy(page, () => its.getByRole("button", { name: /^Lieferscheine/ }).click());
  expect([notes.name, notes.start]).toEqual([`Lieferscheine-${day}.pdf`, "%PDF-"]);
  await its.getByRole("link", { name: /^Sammelliste/ }).click();
  await expect(page).toHaveURL(`/deliveries/collect?tour=${day}`);
  await page.goBack();
  await row.getByRole("link").click();
  await expect(page).toHaveURL(`/deliveries/${id}`);
});
