import type { Locator, Page } from "@playwright/test";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import type { Api } from "./api.ts";
import { expect, fact } from "./page.ts";

/** A passing message; the history may say the same. */
export const shown = (page: Page, text: string) => page.getByRole("status").getByText(text, { exact: true }).last();
export const content = (page: Page, number: number) =>
  page.getByRole("textbox", { name: `Inhalt ${number}`, exact: true });
export const history = (page: Page) => page.getByRole("region", { name: /^Verlauf/ }).getByRole("listitem");
export const status = (page: Page) => fact(page, "Status");
export const today = () => new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format(new Date());

export async function open(page: Page, box: { readonly id: number }) {
  await page.goto(`/stock/boxes/${box.id}`);
  await expect(status(page)).toBeVisible();
}

export async function reach(page: Page, key: "Tab" | "Shift+Tab" | "ArrowDown", target: Locator) {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let turn = 0; turn < 60 && !(await isThere()); turn++) await page.keyboard.press(key);
  await expect(target).toBeFocused();
}

export async function menu(page: Page, of: string, entry: string) {
  await page.getByRole("button", { name: `Aktionen für ${of}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

export const storedBox = async (api: Api) => {
  const box = await api.box();
  await api.store(box, await api.row());
  return box;
};
export const boxOf42 = async (api: Api, number: number) => {
  const query = { owner: 42, min_number: number, max_number: number };
  const [box] = (await api.call(listBoxes, { query })).results;
  if (!box) throw new Error(`Box ${number} of customer 42 is gone`);
  return box;
};
