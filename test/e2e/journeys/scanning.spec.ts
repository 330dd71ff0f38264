import { editBox, getBox, listBoxes } from "#contract/calls/stock/boxes.ts";
import { showBoxCode, showCustomerCode } from "#rules/stock/box-code.ts";
import { scan } from "#test/e2e/support/keys.ts";
import { expectAccessible } from "#test/e2e/support/looks.ts";
import { choose, expect, fact, field, test } from "#test/e2e/support/page.ts";
import { answer, cursor, expectCursor, open, places } from "#test/e2e/support/nouns/row-page.ts";

test.describe("the whole way of a box", () => {
  test("from an empty hall to the list that finds it again", async ({ page, api }) => {
    const customer = await api.customer();
    const area = await api.area();
    await page.goto(`/stock/areas/${area.id}`);
    await page.getByRole("link", { name: "Reihe hinzufügen", exact: true }).click();
    await field(page, "Nummer").fill("1");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/stock/rows");
    await page.getByRole("link", { name: "Boxen", exact: true }).click();
    await page.getByRole("link", { name: "Boxen hinzufügen" }).click();
    await choose(page, "Kunde", customer.name);
    await page.getByRole("button", { name: "Boxen hinzufügen" }).click();
    await expect(page).toHaveURL("/stock/boxes");
    const { results } = await api.call(listBoxes, { query: { owner: customer.code } });
    const code = results[0]?.code ?? "";
    expect(code).toBe(`${showCustomerCode(customer.code)}000001`);
    await page.goto(`/stock/areas/${area.id}`);
    await page.getByRole("link", { name: "Reihe 1", exact: true }).click();
    await expect(cursor(page)).toBeVisible();
    await scan(page, code);
    await expect(answer(page)).toContainText("Eingelagert");
    await page.goto(`/stock/boxes?owner=${customer.code}&state=1`);
    await page.getByRole("link", { name: showBoxCode(code) }).click();
    await expect(fact(page, "Bereich")).toHaveText(area.name);
  });
});

test.describe("a worker in front of a row", () => {
  test("takes the last scan back: the box is what it was, its place is free and next", async ({ page, api }) => {
    const row = await api.row({ parts: 3, heights: 2 });
    const [wrong, right] = await api.boxes(2);
    await open(page, row);
    await scan(page, wrong.code);
    await expect(answer(page)).toContainText("Eingelagert");
    await page.getByRole("button", { name: "Zurücknehmen" }).click();
    await expect(answer(page)).toContainText(`Zurückgenommen${showBoxCode(wrong.code)}`);
    await expect(answer(page)).toContainText("Box ist wieder: erstellt");
    await expectCursor(page, 1, 1);
    await expect(page.getByRole("button", { name: "Zurücknehmen" })).toBeHidden();
    await expectAccessible(page, "after a scan was taken back");
    await scan(page, right.code);
    await expect(answer(page)).toContainText(showBoxCode(right.code));
    await expect.poll(() => places(api, row)).toEqual({ "1/1": right.code });
    const { state, history } = await api.call(getBox, { path: { id: wrong.id } });
    expect([state, history.map((entry) => entry.state)]).toEqual([0, [0, 1, 31]]);
    await api.call(editBox, { path: { id: right.id }, body: { state: 7 } });
    await page.getByRole("button", { name: "Zurücknehmen" }).click();
    await expect(page.getByText("Nicht zurückgenommen: Die Box wurde seitdem geändert.")).toBeVisible();
    await expect.poll(() => places(api, row)).toEqual({ "1/1": right.code });
  });
});
