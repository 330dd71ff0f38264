import { everyDay } from "#test/e2e/support/delivery-wizard.ts";
import { scan } from "#test/e2e/support/keys.ts";
import { lineOf, open, round, rowIn, tickOf } from "#test/e2e/support/nouns/collect-list.ts";
import { expect, test } from "#test/e2e/support/page.ts";

test("a row without anything due today is collapsed; a scan that leads there opens it, and paper shows all", async ({
  page,
  api,
}) => {
  const today = await round(api);
  await api.order(today.customer, today.option, { boxes: [today.first] });
  const { customer, area, first, second, third, boxes } = await round(api);
  const tomorrow = await api.option(customer, { days: everyDay, from: "00:00", to: "00:01", prior: 0 });
  await api.order(customer, tomorrow, { boxes });
  await open(page, today.area);
  await expect(tickOf(page, today.first)).toBeVisible();
  await expect(rowIn(page, area, 1)).toBeVisible();
  await expect(tickOf(page, first)).toBeHidden();
  await scan(page, second.code);
  await expect(tickOf(page, first)).toBeInViewport();
  await expect(tickOf(page, second)).toBeChecked();
  await expect(lineOf(page, third)).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(lineOf(page, third)).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  await rowIn(page, area, 2).locator("summary").click();
  await expect(tickOf(page, third)).toBeVisible();
});
