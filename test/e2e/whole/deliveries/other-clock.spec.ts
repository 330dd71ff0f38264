import { addDays, berlinDay, isoWeekday } from "#rules/dates.ts";
import { showWeekday } from "#rules/deliveries/delivery-date.ts";
import { act } from "#test/e2e/support/head.ts";
import { added, orderOf, question, send, shop } from "#test/e2e/support/delivery-wizard.ts";
import { expect, field, test } from "#test/e2e/support/page.ts";

test.use({ isNew: true });

const day = 86_400_000; // ms

test("a computer that is one day ahead orders for the same day and price as one that is not", async ({ page, api }) => {
  const today = berlinDay(new Date());
  const given = await shop(api, { description: "Heute", days: String(isoWeekday(today)), price: "12.50" });
  const tomorrow = String(isoWeekday(addDays(today, 1)));
  await api.option(given.customer, { description: "Morgen", days: tomorrow, to: "23:59", prior: 0, price: "79.00" });
  await page.clock.setFixedTime(Date.now() + day);
  await page.goto(`/stock/boxes/${given.boxes[0].id}`);
  await act(page, "Anfordern");
  await expect(question(page, 3)).toBeVisible();
  await expect(page.getByText(`${showWeekday(today)}, der nächste mögliche Tag`)).toBeVisible();
  await expect(field(page, "Preis in Euro")).toHaveValue("12,50");
  await page.getByRole("link", { name: "Zurück" }).click();
  await page.getByRole("link", { name: "Zurück" }).click();
  await expect(page.getByText(`Nächste Lieferung: ${showWeekday(today)}`)).toBeVisible();
  await page.goto("/deliveries/create?step=3");
  await send(page).click();
  await expect(added(page)).toBeVisible();
  const order = await orderOf(api, { box: given.boxes[0].code });
  expect([order.price, berlinDay(new Date(order.time ?? 0))]).toEqual(["12.50", today]);
});
