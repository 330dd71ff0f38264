import type { Page } from "@playwright/test";
import type { Api } from "#test/e2e/support/api.ts";
import { expectGoodLooksEverywhere } from "#test/e2e/support/looks.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import { goOn, type WalkedScreen } from "#test/e2e/support/walks.ts";

/** Where dark is looked at, too: the colours are proven pair by pair in colours.test.ts. */
const darkToo = [
  "box list",
  "box with contents",
  "map of an area",
  "delivery",
  "customer",
  "stocktake",
  "import",
  "login",
];

export async function expectScreen(
  page: Page,
  { name, heading, title }: { name: string; heading: RegExp; title: string | RegExp },
) {
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  await expect(page).toHaveTitle(typeof title === "string" ? `${title} · Magazin` : title);
  await expectGoodLooksEverywhere(page, { dark: darkToo.includes(name) });
}

/** Opens one screen after the other, and looks at it. */
export async function walk(page: Page, api: Api, screens: readonly WalkedScreen[]) {
  await page.goto("/nirgends");
  for (const [name, address, heading, title, id] of screens) {
    await test.step(name, async () => {
      await goOn(page, address.replace("$id", String(await id?.(api))));
      await expectScreen(page, { name, heading, title });
    });
  }
}
