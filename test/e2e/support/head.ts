import type { Locator, Page } from "@playwright/test";
import { expect } from "./page.ts";

/** Actions on the thing of a page: one button, and the menu beside it. */
export const actions = (page: Page) => page.getByRole("group", { name: "Aktionen" });
const actionMenu = (page: Page) => actions(page).getByRole("button", { name: "Aktionen", exact: true });

/** An action by its exact words, as a button or as an entry of the menu, which is opened for it. */
export async function action(page: Page, name: string): Promise<Locator> {
  const button = actions(page).getByRole("button", { name, exact: true });
  const entry = page.getByRole("menuitem", { name, exact: true });
  await expect(actions(page)).toBeVisible();
  if ((await button.count()) === 0 && !(await entry.isVisible())) await actionMenu(page).click();
  return button.or(entry);
}

export const act = async (page: Page, name: string) => (await action(page, name)).click();

/** All that is offered, in its order; the menu is closed again. */
export async function actionNames(page: Page): Promise<string[]> {
  await expect(actions(page)).toBeVisible();
  const names = await actions(page).getByRole("button").allTextContents();
  if ((await actionMenu(page).count()) === 0) return names;
  await actionMenu(page).click();
  const entries = page.getByRole("menuitem");
  await expect(entries.first()).toBeVisible();
  const inMenu = await entries.evaluateAll(
    (all) => all.map((entry) => entry.querySelector("span")?.firstChild?.textContent ?? ""), // without why it cannot be done
  );
  await page.keyboard.press("Escape");
  return [...names.filter((name) => name !== "Aktionen"), ...inMenu];
}
