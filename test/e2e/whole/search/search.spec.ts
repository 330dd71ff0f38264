import type { Page } from "@playwright/test";
import { createContent } from "#contract/calls/stock/contents.ts";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { typeByHand } from "#test/e2e/support/keys.ts";
import { expectGoodLooks, settled } from "#test/e2e/support/looks.ts";
import { choose, expect, field, test } from "#test/e2e/support/page.ts";
import type { Api } from "#test/e2e/support/api.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Suche und Befehle" });
/** Opened by a key, and ready for the next one. */
async function open(page: Page, key = "Control+k") {
  await settled(page);
  await page.keyboard.press(key);
  await expect(palette(page).getByRole("combobox")).toBeFocused();
}
const options = (page: Page) => palette(page).getByRole("option");
const results = (page: Page) => page.locator("[data-result]");

/** A box with a content whose first word nothing else has. */
async function boxWith(api: Api, word: string) {
  const box = await api.box();
  const text = `${word} Hörmann, Peter 2011`;
  await api.call(createContent, { body: { box_id: box.id, text: "Anderes" } });
  const { id } = await api.call(createContent, { body: { box_id: box.id, text } });
  return { box, content: id, text };
}

test.describe("the file that is in some box", () => {
  test("is found from any page by keys alone: type, Enter, and its line is lit", async ({ page, api }) => {
    const { box, content } = await boxWith(api, "Grundbuchakte");
    await page.goto("/home");
    await open(page);
    await typeByHand(page, "hoermann grundbuch");
    await page.keyboard.press("Enter"); // before the answer has come
    await expect(page).toHaveURL(`/stock/boxes/${box.id}#inhalt-${content}`);
    const line = page.locator("[aria-current=true]").filter({ has: page.getByRole("textbox") });
    await expect(line).toBeInViewport();
    await expect(line.getByRole("textbox")).toHaveValue("Grundbuchakte Hörmann, Peter 2011");
    await expectGoodLooks(page);
  });

  test("is found although the word was mistyped", async ({ page, api }) => {
    const { box } = await boxWith(api, "Zwangsversteigerung");
    await page.goto("/home");
    await open(page, "/");
    await typeByHand(page, "zwangsversteigreung");
    await expect(options(page)).toHaveText(["Zwangsversteigerung"]);
    await page.keyboard.press("Enter");
    await expect(palette(page).getByRole("combobox")).toHaveValue("Zwangsversteigerung");
    await expect(palette(page).getByRole("group", { name: "Inhalte (1)" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/stock/boxes/${box.id}#`));
  });
});

test.describe("the page of the search", () => {
  test("is reached by keys, walked through by arrows, and narrows what it finds", async ({ page, api }) => {
    const [one, two] = [await boxWith(api, "Baulastenverzeichnis"), await boxWith(api, "Baulastenverzeichnis")];
    await page.goto("/home");
    await open(page);
    await typeByHand(page, "baulastenverz");
    await expect(palette(page).getByRole("group", { name: "Inhalte (2)" })).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(palette(page).locator("[aria-selected=true]")).toHaveText("Alle Treffer für „baulastenverz“");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/search?q=baulastenverz");
    await expect(page.getByRole("searchbox", { name: "Suche" })).toBeFocused();
    await expect(results(page)).toHaveCount(2);
    await expectGoodLooks(page);
    await page.keyboard.press("ArrowDown");
    await expect(results(page).first()).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(page.getByRole("searchbox")).toBeFocused();
    await choose(page, "Kunde", one.box.code.slice(0, 4));
    await expect(results(page)).toHaveCount(1);
    await field(page, "Status der Box").selectOption("vernichtet");
    await expect(page.getByText("Keine Treffer für „baulastenverz“.")).toBeVisible();
    await page.getByRole("link", { name: "Ohne Filter suchen" }).click();
    await expect(results(page)).toHaveCount(2);
    await field(page, "Art").selectOption("box");
    await expect(page).toHaveURL("/search?q=baulastenverz&kind=box");
    await expect(results(page)).toHaveCount(0);
    await page.getByRole("link", { name: "Filter entfernen" }).click();
    await page.getByRole("searchbox").fill(showBoxCode(two.box.code));
    await expect(results(page).first()).toHaveText(showBoxCode(two.box.code));
    await results(page).first().click();
    await expect(page).toHaveURL(`/stock/boxes/${two.box.id}`);
    await page.goBack();
    await expect(page.getByRole("searchbox")).toHaveValue(showBoxCode(two.box.code));
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
