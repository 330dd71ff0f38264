import type { Page } from "@playwright/test";
import { getRow } from "#contract/calls/stock/rows.ts";
import type { RowDetail } from "#contract/schemas/stock/rows.ts";
import type { Api } from "#test/e2e/support/api.ts";
import { expect, field } from "#test/e2e/support/page.ts";

export const scanField = (page: Page) => field(page, "Boxcode scannen oder eingeben");
/** Message of the page about the last scan. */
export const answer = (page: Page) => page.locator("[role=status][aria-atomic]");
export const cursor = (page: Page) => page.locator("[role=grid] [aria-selected=true]");

export async function expectCursor(page: Page, part: number, height: number) {
  const place = `tr[data-height="${height}"] td[aria-colindex="${part + 1}"]`;
  await expect(page.getByRole("grid").locator(place)).toHaveAttribute("aria-selected", "true");
  await expect(cursor(page)).toHaveCount(1);
}

/** Returns the boxes and their places in a row, as the server has them: `1/2` is part 1, height 2. */
export async function places(api: Api, row: { id: number }) {
  const { positions } = await api.call(getRow, { path: { id: row.id } });
  return Object.fromEntries(positions.map(({ part, height, box }) => [`${part}/${height}`, box.code]));
}

export async function open(page: Page, row: RowDetail) {
  await page.goto(`/stock/rows/${row.id}`);
  await expect(page.getByRole("heading", { level: 1, name: `Reihe ${row.number}` })).toBeVisible();
  await expect(cursor(page)).toBeVisible();
}
