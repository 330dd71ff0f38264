import { boxWith, open, options, palette } from "#test/e2e/support/nouns/palette.ts";
import type { Page } from "@playwright/test";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { typeByHand } from "#test/e2e/support/keys.ts";
import { expectGoodLooks, settled } from "#test/e2e/support/looks.ts";
import { choose, expect, field, test } from "#test/e2e/support/page.ts";
import { anyWord } from "#test/support/words.ts";

const results = (page: Page) => page.locator("[data-result]");

test.describe("the file that is in some box", () => {
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

/** The program's files come later by so many ms. */
const holdFiles = (page: Page, pause: number) =>
  page.route("**/assets/*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, pause));
    await route.continue();
  });

test.describe("keys that are quicker than the palette", () => {
  for (const delay of [20, 60, 120])
    test(`are its text, at ${delay} ms each, and Enter opens what the whole of it finds`, async ({ page, api }) => {
      const word = `Nachlass${anyWord()}`;
      const { box, content } = await boxWith(api, word);
      await page.goto("/home");
      await settled(page);
      await holdFiles(page, 2_000);
      await page.keyboard.press("Control+k");
      await page.keyboard.type(`${word.toLowerCase()} hörmann`, { delay });
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(`/stock/boxes/${box.id}#inhalt-${content}`);
    });

  for (const [when, pause] of [
    ["while it loads", 2_000],
    ["before the answer", 0],
  ] as const)
    test(`order the file of a caller ${when}: twelve keys, Tab and Enter`, async ({ page, api }) => {
      const word = `Erbvertrag${anyWord()}`;
      const { box, text } = await boxWith(api, word);
      await api.store(box, await api.row());
      await api.option((await api.details(box)).owner);
      await page.goto("/home");
      await settled(page);
      await holdFiles(page, pause);
      await page.keyboard.press("Control+k");
      await page.keyboard.type(word, { delay: 20 });
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL("/deliveries/create?step=3");
      await expect(page.getByRole("main").getByText(text)).toBeVisible();
    });

  test("reach the second action of a result, and the way back", async ({ page, api }) => {
    const word = `Scheidung${anyWord()}`;
    const { box } = await boxWith(api, word);
    await api.store(box, await api.row());
    await page.goto("/home");
    await open(page);
    await typeByHand(page, word);
    await expect(palette(page).getByRole("group", { name: /^Aktionen für/ })).toBeVisible();
    await expectGoodLooks(page);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(palette(page).getByRole("button", { name: "Als Scan" })).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Shift+Tab");
    await expect(palette(page).getByRole("combobox")).toBeFocused();
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
