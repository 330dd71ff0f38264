import type { Page } from "@playwright/test";
import { settled } from "#test/e2e/support/looks.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import { goOn, walks } from "#test/e2e/support/walks.ts";

/** Every width from a small phone to a wide desk. */
const widths = Array.from({ length: 81 }, (_, index) => 320 + 20 * index);
/** What is widest: grids, long lists, bars that are full. */
const widest = ["box list", "map of an area", "row", "collect list", "delivery", "destruction"];
/** How far the page goes beyond each width, where it does; said once the bar has found out what fits. */
async function beyond(page: Page): Promise<string[]> {
  const found: string[] = [];
  // laid out as always, and never drawn, which is what costs
  const hidden = await page.addStyleTag({ content: "body { visibility: hidden }" });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const px = await page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      const { scrollWidth, clientWidth } = document.documentElement;
      return Math.max(scrollWidth - clientWidth, document.body.scrollWidth - document.body.clientWidth);
    });
    if (px > 0) found.push(`${width}: ${px}`);
  }
  await hidden.evaluate((style) => (style as HTMLElement).remove());
  return found;
}

test("the widest screens scroll sideways at no width; screens.spec.ts looks at the others at some", async ({
  page,
  api,
}) => {
  await page.goto("/nirgends");
  for (const [name, address, heading, , id] of Object.values(walks).flat()) {
    if (!widest.includes(name)) continue;
    await goOn(page, address.replace("$id", String(await id?.(api))));
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await settled(page);
    expect.soft(await beyond(page), `${name} is as wide as the screen`).toEqual([]);
  }
});

test("what has no room in the bar stands under Mehr, and leads on from there", async ({ page }) => {
  await page.setViewportSize({ width: 660, height: 800 });
  await page.goto("/services/audit");
  const bar = page.getByRole("navigation", { name: "Services", exact: true });
  const more = bar.getByRole("button", { name: "Mehr" });
  await expect(more).toBeVisible();
  await expect(page.getByRole("button", { name: "Anna Schmidt" })).toContainText("AS");
  const shown = await bar.getByRole("link").allTextContents();
  await more.click();
  const rest = await page.getByRole("menuitem").allTextContents();
  expect([...shown, ...rest]).toEqual(["Drucken", "Papiere", "Vernichtung", "Bestand", "Daten", "Nachweise"]);
  expect(shown.length).toBeGreaterThan(0);
  await page.getByRole("menuitem", { name: "Daten" }).click();
  await expect(page).toHaveURL("/services/metaupdates");
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(more).toBeHidden();
  await expect(bar.getByRole("link")).toHaveText([...shown, ...rest]);
});
