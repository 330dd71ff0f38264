import { showBoxCode } from "#rules/stock/box-code.ts";
import { basket, boxName, found, lookup, shop, toBoxes } from "#test/e2e/support/delivery-wizard.ts";
import { afterBounce, scan } from "#test/e2e/support/keys.ts";
import { settled } from "#test/e2e/support/looks.ts";
import { expect, test } from "#test/e2e/support/page.ts";

test.describe("the lookup", () => {
  test("says what a whole code belongs to that is not in stock", async ({ page, api }) => {
    const given = await shop(api);
    const other = await shop(api);
    const [created] = await api.boxes(1, given.customer);
    await api.order(given.customer, given.option, { boxes: [given.boxes[0]] });
    await toBoxes(page, given);
    await lookup(page).fill(given.boxes[0].code);
    await expect(found(page).getByText(`${boxName(given.boxes[0])} ist angefordert.`)).toBeVisible();
    await lookup(page).fill(showBoxCode(created.code));
    await expect(found(page).getByText(`${boxName(created)} ist erstellt.`)).toBeVisible();
    await lookup(page).fill(other.boxes[0].code);
    await expect(found(page).getByText(`gehört einem anderen Kunden: ${other.label}.`)).toBeVisible();
    await lookup(page).fill("9999 999 999");
    await expect(found(page).getByText("Box 9999.999.999 gibt es nicht.")).toBeVisible();
  });

  test("takes scans: the box is chosen at once, or the page says why not", async ({ page, api }) => {
    const given = await shop(api);
    const [first, second, third] = given.boxes;
    await api.order(given.customer, given.option, { boxes: [third] });
    await toBoxes(page, given);
    await settled(page);
    await scan(page, first.code);
    await expect(page.getByText(`${boxName(first)} ist ausgewählt.`)).toBeVisible();
    await lookup(page).click();
    await scan(page, second.code);
    await expect(page.getByText(`${boxName(second)} ist ausgewählt.`)).toBeVisible();
    await expect(lookup(page)).toHaveValue(showBoxCode(second.code));
    await scan(page, second.code, { later: afterBounce });
    await expect(page.getByText(`${boxName(second)} ist schon ausgewählt.`)).toBeVisible();
    await scan(page, third.code);
    await expect(page.getByText(`${boxName(third)} ist angefordert.`)).toBeVisible();
    await scan(page, "4006381333931");
    await expect(page.getByText("„4006381333931“ ist kein Boxcode. Gesucht wird in den Inhalten.")).toBeVisible();
    await expect(basket(page)).toHaveText([boxName(first), boxName(second)]);
    await expect(page).toHaveURL("/deliveries/create?step=2");
  });
});
