import type { Page } from "@playwright/test";
import { createContent } from "#contract/calls/stock/contents.ts";
import type { Api } from "#test/e2e/support/api.ts";
import { settled } from "#test/e2e/support/looks.ts";
import { expect } from "#test/e2e/support/page.ts";

export const palette = (page: Page) => page.getByRole("dialog", { name: "Suche und Befehle" });
/** Opened by a key, and ready for the next one. */
export async function open(page: Page, key = "Control+k") {
  await settled(page);
  await page.keyboard.press(key);
  await expect(palette(page).getByRole("combobox")).toBeFocused();
}
export const options = (page: Page) => palette(page).getByRole("option");

/** A box with a content whose first word nothing else has. */
export async function boxWith(api: Api, word: string) {
  const box = await api.box();
  const text = `${word} Hörmann, Peter 2011`;
  await api.call(createContent, { body: { box_id: box.id, text: "Anderes" } });
  const { id } = await api.call(createContent, { body: { box_id: box.id, text } });
  return { box, content: id, text };
}
