import type { Page } from "@playwright/test";

/** The server does what the next call says, and its answer is lost on the way; answers the keys of all that come. */
export async function loseAnswer(page: Page, path: RegExp, times = 1) {
  const keys: (string | undefined)[] = [];
  await page.route(path, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length > times) return route.continue();
    await route.fetch();
    return route.abort("connectionreset");
  });
  return keys;
}
