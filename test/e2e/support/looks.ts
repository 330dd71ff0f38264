import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const desk = { width: 1280, height: 800 };
const phone = { width: 360, height: 640 };
/** Where the bar and the menu are tightest; screens.spec.ts looks at a few screens at every width. */
const between = [780, 320];

/** Everything has come that the page asked for. */
export async function settled(page: Page) {
  await page.waitForLoadState("networkidle");
  await expect(page.locator("[aria-busy=true], .working")).toHaveCount(0);
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** No colour is on its way to another one: what is measured in between is neither. */
const still = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const passing = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });

/** Expects that axe finds nothing now; shows each fault with the elements that have it. */
export async function expectAccessible(page: Page, where = "", rules: string[] = []) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  await still(page);
  // what is in order need not be listed element by element, which takes as long as looking at it
  const options: RunOptions = { resultTypes: ["violations"], preload: false };
  if (rules.length > 0) options.runOnly = rules;
  const violations = await page.evaluate(async (how) => {
    const { axe: looking } = window as unknown as { axe: { run: (how: RunOptions) => Promise<AxeResults> } };
    return (await looking.run(how)).violations;
  }, options);
  const faults = violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map((node) => node.html) }));
  expect(faults, `axe finds nothing ${where}`).toEqual([]);
}

async function expectNoSideways(page: Page, where: string) {
  const beyond = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return Math.max(scrollWidth - clientWidth, document.body.scrollWidth - document.body.clientWidth);
    });
  // the bar and tables look at their room once it has changed
  await expect.poll(beyond, { message: `the page does not scroll sideways ${where}` }).toBeLessThanOrEqual(0);
}

/** From now on the page is laid out and never drawn, which is what costs, until the answered function is called. */
export async function stopDrawing(page: Page): Promise<() => Promise<void>> {
  const hidden = await page.addStyleTag({ content: "body { visibility: hidden }" });
  return () => hidden.evaluate((style) => (style as HTMLElement).remove());
}

/**
 * A state of a screen without fault for axe, and without scrolling sideways at the desk and on the phone. Its screen is
 * looked at in every light and on every width by screens.spec.ts, its colours by colours.test.ts.
 */
export async function expectGoodLooks(page: Page) {
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
  await settled(page);
  await page.setViewportSize(phone);
  await expectNoSideways(page, `(${phone.width} px)`);
  await page.setViewportSize(desk);
  await expectNoSideways(page, `(${desk.width} px)`);
  await expectAccessible(page);
}

/** Rules of axe that depend on the width: the rest is the same at each. */
const ofWidth = ["target-size", "scrollable-region-focusable"];
/** Rules of axe that depend on the light. */
export const rulesOfLight = ["color-contrast", "link-in-text-block"];

/** A screen without fault for axe and without scrolling sideways: at the desk and on the phone, and dark where it is asked for. */
export async function expectGoodLooksEverywhere(page: Page, { dark = false } = {}) {
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
  await settled(page);
  const draw = await stopDrawing(page);
  for (const width of [...between, phone.width]) {
    await page.setViewportSize({ width, height: phone.height });
    await expectNoSideways(page, `(${width} px)`);
  }
  await draw();
  await expectAccessible(page, `(${phone.width} px)`, ofWidth);
  await page.setViewportSize(desk);
  await expectNoSideways(page, `(${desk.width} px)`);
  await expectAccessible(page, `(${desk.width} px)`);
  if (!dark) return;
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, `(${desk.width} px, dark)`, rulesOfLight);
  await page.emulateMedia({ colorScheme: "light" });
}
