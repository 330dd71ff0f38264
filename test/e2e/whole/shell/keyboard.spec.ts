import type { Page } from "@playwright/test";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import { scan, typeByHand } from "#test/e2e/support/keys.ts";
import { settled } from "#test/e2e/support/looks.ts";
import { callsOf, expect, field, notice, test } from "#test/e2e/support/page.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Suche und Befehle" });

test.describe("a scanner", () => {
  test("opens a box from a box", async ({ page, api }) => {
    const [here, there] = await api.boxes(2);
    await page.goto(`/stock/boxes/${here.id}`);
    await expect(page.getByRole("heading", { level: 1, name: showBoxCode(here.code) })).toBeVisible();
    await scan(page, there.code);
    await expect(page.getByRole("heading", { level: 1, name: showBoxCode(there.code) })).toBeVisible();
  });

  test("opens a row", async ({ page, api }) => {
    const row = await api.row();
    await page.goto("/home");
    await settled(page);
    await scan(page, rowScanText(row.id));
    await expect(page).toHaveURL(`/stock/rows/${row.id}`);
  });

  test("learns when nothing has this code", async ({ page }) => {
    await page.goto("/home");
    await settled(page);
    await scan(page, "4006381333931");
    await expect(notice(page, "Fremder Code, 13 Stellen: „4006381333931“")).toBeVisible();
    await expect(page).toHaveURL("/home");
  });

  test("leaves a filter as it was, and offers the box", async ({ page, api }) => {
    const box = await api.box();
    await page.goto("/stock/boxes");
    await field(page, "Kundennummer").focus();
    await scan(page, box.code);
    await expect(page.getByRole("link", { name: `${showBoxCode(box.code)} öffnen` })).toBeVisible();
    await expect(field(page, "Kundennummer")).toHaveValue("");
    await expect(page).toHaveURL("/stock/boxes");
  });

  test("is not what somebody types quickly", async ({ page, api }) => {
    const box = await api.box();
    await page.goto("/home");
    await settled(page);
    const calls = callsOf(page, "GET", /resolve/);
    await typeByHand(page, box.code);
    await page.keyboard.press("Enter");
    await page.waitForLoadState("networkidle");
    expect(calls).toEqual([]);
    await expect(page).toHaveURL("/home");
  });
});

test.describe("a customer user's scanner", () => {
  test.use({ who: "customer" });

  test("opens own boxes only, and no row", async ({ page, api }) => {
    const { results } = await api.call(listBoxes, { query: { owner: 42, limit: 1 } });
    const [foreign, row] = [await api.box(), await api.row()];
    await page.goto("/home");
    await settled(page);
    for (const text of [foreign.code, rowScanText(row.id)]) {
      await scan(page, text);
      await expect(notice(page, `Unbekannter Code: ${text}`)).toBeVisible();
      await expect(page).toHaveURL("/home");
    }
    await scan(page, results[0]?.code ?? "");
    await expect(page).toHaveURL(`/stock/boxes/${results[0]?.id}`);
  });
});

test.describe("search and commands", () => {
  test("find a box by its code, with or without points", async ({ page, api }) => {
    const box = await api.box();
    for (const typed of [box.code, showBoxCode(box.code)]) {
      await page.goto("/home");
      await page.getByRole("button", { name: "Suchen" }).click();
      await palette(page).getByRole("combobox").fill(typed);
      await expect(palette(page).getByRole("option", { name: `Box ${showBoxCode(box.code)}` })).toBeVisible();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(`/stock/boxes/${box.id}`);
    }
  });
});
