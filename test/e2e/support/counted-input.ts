import type { Page } from "@playwright/test";
import type { Api } from "./api.ts";
import { scan } from "./keys.ts";
import { settled } from "./looks.ts";
import { expect, field } from "./page.ts";

/** Actions of somebody with mouse, keys and scanner, counted. */
export class CountedInput {
  clicks = 0;
  keys = 0;
  scans = 0;
  page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  async click(target: ReturnType<Page["getByRole"]>) {
    this.clicks += 1;
    await target.click();
  }

  /** Types where the focus is. */
  async type(text: string) {
    this.keys += text.length;
    await this.page.keyboard.type(text, { delay: 70 });
  }

  async press(key: string) {
    this.keys += 1;
    await this.page.keyboard.press(key);
  }

  /** Types into a field that the tabulator reaches: no click. */
  async fill(label: string, text: string) {
    await field(this.page, label).focus();
    await this.type(text);
  }

  /** A choice of the browser by its first letters. */
  async choose(label: string, text: string) {
    this.keys += 1;
    await field(this.page, label).selectOption({ label: text });
  }

  /** Opens what is found first from whatever page one is on, once it is there, or does with it what the keys ask for. */
  async search(text: string, found: string, ...keys: readonly string[]) {
    await settled(this.page);
    await this.press("Control+k");
    await expect(this.page.getByRole("combobox", { name: "Suche und Befehle" })).toBeFocused();
    await this.type(text);
    await expect(this.page.getByRole("option").first()).toContainText(found);
    for (const key of keys.length > 0 ? keys : ["Enter"]) await this.press(key);
  }

  /** Goes on at another person's desk. */
  async sitWith({ storageState }: Api): Promise<Page> {
    const browser = this.page.context().browser();
    if (!browser) throw new Error("no browser");
    this.page = await (await browser.newContext({ storageState })).newPage();
    return this.page;
  }

  async scan(code: string) {
    this.scans += 1;
    await scan(this.page, code);
  }
}
