import type { Box } from "#contract/schemas/stock/boxes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { errors } from "#rules/texts/texts.ts";
import { added, boxName, orderCall, orderOf, send, shop, toSummary } from "#test/e2e/support/delivery-wizard.ts";
import { scan } from "#test/e2e/support/keys.ts";
import { settled } from "#test/e2e/support/looks.ts";
import { loseAnswer } from "#test/e2e/support/nouns/lost-answer.ts";
import { expect, test } from "#test/e2e/support/page.ts";

test.describe("a scanner", () => {
  test("opens a box from every page", async ({ page, api }) => {
    const addresses = ["/home", "/stock/overview", "/customers/overview", "/deliveries/overview", "/services", "/apps"];
    const boxes: Box[] = await api.boxes(addresses.length);
    for (const [index, address] of addresses.entries()) {
      const box = boxes[index];
      await page.goto(address);
      await settled(page);
      await scan(page, box?.code ?? "");
      await expect(page).toHaveURL(`/stock/boxes/${box?.id}`);
      await expect(page.getByRole("heading", { level: 1, name: showBoxCode(box?.code ?? "") })).toBeVisible();
    }
  });
});

test.describe("where an answer is lost and the button is pressed again", () => {
  test("a delivery is ordered once", async ({ page, api, failures }) => {
    failures.expect(/ERR_CONNECTION_RESET/);
    const given = await shop(api);
    const keys = await loseAnswer(page, orderCall);
    await toSummary(page, given);
    await send(page).click();
    await expect(page.getByText(errors.network)).toBeVisible();
    await send(page).click();
    await expect(added(page)).toBeVisible();
    const order = await orderOf(api, { box: given.boxes[0].code });
    expect(order.boxes.map(boxName)).toEqual([boxName(given.boxes[0])]);
    expect(new Set(keys).size).toBe(1);
  });
});
