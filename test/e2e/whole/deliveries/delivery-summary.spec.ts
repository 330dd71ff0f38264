import { showBoxCode } from "#rules/stock/box-code.ts";
import { nextDeliveryDay } from "#rules/deliveries/delivery-date.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import {
  added,
  basket,
  boxName,
  daily,
  found,
  next,
  orderCall,
  orderOf,
  question,
  send,
  shop,
  toBoxes,
  toSummary,
} from "#test/e2e/support/delivery-wizard.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { callsOf, expect, field, test } from "#test/e2e/support/page.ts";

test.describe("the summary", () => {
  test("names everything, and sends once, however often it is asked to", async ({ page, api }) => {
    const given = await shop(api);
    await toBoxes(page, given);
    await found(page)
      .getByRole("checkbox", { name: `Akte ${given.word}` })
      .check();
    await found(page)
      .getByRole("checkbox", { name: boxName(given.boxes[1]) })
      .check();
    await next(page).click();
    for (const text of [given.label, "Wochentour", "MO DI MI DO FR SA SO", "08:00 – 23:59 Uhr", "4 h"])
      await expect(page.locator("dd").getByText(text, { exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { level: 3, name: "1 Box, 1 Inhalt" })).toBeVisible();
    await expectGoodLooks(page);
    const calls = callsOf(page, "POST", orderCall);
    await send(page).dblclick();
    await expect(added(page)).toBeVisible();
    expect(calls).toHaveLength(1);
    expect(calls[0]?.body).toEqual({
      kind: 0,
      customer: given.customer.id,
      delivery_option: given.option.id,
      boxes: [given.boxes[1].id],
      boxcontents: [given.akte.id],
      date: nextDeliveryDay(daily, new Date()),
      comment: "",
      price: "12.50",
    });
    const { id, code } = await orderOf(api, { content: `Akte ${given.word}` });
    const row = page.getByRole("row").filter({ hasText: showDeliveryCode(code) });
    await expect(row).toHaveClass(/\bbg-accent-soft\b/);
    await page.getByRole("link", { name: new RegExp(`^${showDeliveryCode(code)} am `) }).click();
    await expect(page).toHaveURL(`/deliveries/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Lieferung ${showDeliveryCode(code)}`);
    await page.goBack();
    await expect(row, "it stands out once").not.toHaveClass(/\bbg-accent-soft\b/);
    await page.goto("/deliveries/create?step=3");
    await expect(page, "nothing is left of what was sent").toHaveURL("/deliveries/create?step=0");
  });

  test("names the box that somebody else was faster with, and offers to take it out", async ({
    page,
    api,
    failures,
  }) => {
    const given = await shop(api);
    const [first, second] = given.boxes;
    await toSummary(page, given, 2);
    await field(page, "Bemerkung").fill("Bleibt stehen");
    await api.order(given.customer, given.option, { boxes: [first] });
    failures.expect(orderCall);
    failures.expect(/status of 400/);
    await send(page).click();
    const message = `${boxName(first)} ist angefordert.`;
    await expect(page.getByRole("alert").getByText(message)).toBeVisible();
    await expect(page.getByRole("region", { name: "Boxen und Inhalte" })).toBeFocused();
    await expect(basket(page).filter({ hasText: message })).toContainText(boxName(first));
    await expect(page.getByRole("img", { name: "Nicht möglich" })).toHaveCount(1);
    await expect(field(page, "Bemerkung")).toHaveValue("Bleibt stehen");
    await expectGoodLooks(page);
    await page.getByRole("button", { name: `${boxName(first)} entfernen` }).click();
    await expect(page.getByText(message)).toHaveCount(0);
    await expect(basket(page)).toHaveText([boxName(second)]);
    await send(page).click();
    await expect(added(page)).toBeVisible();
    expect((await orderOf(api, { box: second.code })).comment).toBe("Bleibt stehen");
  });

  test("marks every lost line at once, contents too, and takes them out together", async ({ page, api, failures }) => {
    const given = await shop(api);
    const [first, second, third] = given.boxes;
    await toBoxes(page, given);
    for (const name of [`Akte ${given.word}`, `Plan ${given.word}`, boxName(second), boxName(third)])
      await found(page).getByRole("checkbox", { name }).check();
    await next(page).click();
    await expect(question(page, 3)).toBeVisible();
    await api.order(given.customer, given.option, { contents: [given.akte], boxes: [second, third] });
    failures.expect(orderCall);
    failures.expect(/status of 400/);
    await send(page).click();
    await expect(page.getByRole("img", { name: "Nicht möglich" })).toHaveCount(3);
    await expect(basket(page).filter({ hasText: `Akte ${given.word}` })).toContainText(
      "Inhalt wurde bereits angefordert",
    );
    await page.getByRole("button", { name: "Alle 3 nicht möglichen entfernen" }).click();
    await expect(basket(page)).toHaveText([`Plan ${given.word}aus Box ${showBoxCode(first.code)}`]);
    await expect(page.getByRole("alert").getByText(/angefordert/)).toHaveCount(0);
    await send(page).click();
    await expect(added(page)).toBeVisible();
  });
});
