import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { typeByHand } from "#test/e2e/support/keys.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { expect, field, test } from "#test/e2e/support/page.ts";
import { boxWith, open, options } from "#test/e2e/support/nouns/palette.ts";
import { anyWord } from "#test/support/words.ts";

test.describe("the file that is in some box", () => {
  test("is found from any page by keys alone: type, Enter, and its line is lit", async ({ page, api }) => {
    const word = `Grundbuch${anyWord()}`;
    const { box, content } = await boxWith(api, word);
    await page.goto("/home");
    await open(page);
    await typeByHand(page, `hoermann ${word.toLowerCase().slice(0, -2)}`);
    await page.keyboard.press("Enter"); // before the answer has come
    await expect(page).toHaveURL(`/stock/boxes/${box.id}#inhalt-${content}`);
    const line = page.locator("[aria-current=true]").filter({ has: page.getByRole("textbox") });
    await expect(line).toBeInViewport();
    await expect(line.getByRole("textbox")).toHaveValue(`${word} Hörmann, Peter 2011`);
    await expectGoodLooks(page);
  });
});

test.describe("a customer user", () => {
  test.use({ who: "customer" });

  test("finds the own boxes and contents, and no row", async ({ page, api }) => {
    const { results: boxes } = await api.call(listBoxes, { query: { owner: 42, limit: 1 } });
    await page.goto("/home");
    await open(page);
    await typeByHand(page, boxes[0]?.code ?? "");
    await expect(options(page).first()).toContainText(`Box ${showBoxCode(boxes[0]?.code ?? "")}`);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/stock/boxes/${boxes[0]?.id}`);
    await page.goto("/search?q=Halle 1");
    await expect(page.getByText("Keine Treffer für „Halle 1“.")).toBeVisible();
    await expect(field(page, "Art").getByRole("option", { name: "Reihen" })).toHaveCount(0);
  });
});
