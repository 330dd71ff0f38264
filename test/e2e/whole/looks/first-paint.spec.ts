import { readFileSync } from "node:fs";
import type { CDPSession, Page } from "@playwright/test";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import { shiftsOf, watchShifts } from "#test/e2e/support/shifts.ts";

test.use({ isNew: true });

// The measure is the number of answers that are waited for one after the other. The time that it takes here says more about the machine.

interface Asked {
  readonly url: string;
  readonly start: number;
  end: number;
}

/** Every request of a page with its beginning and end, in the order in which they began. */
async function watch(page: Page): Promise<{ cdp: CDPSession; asked: Asked[] }> {
  const cdp = await page.context().newCDPSession(page);
  const asked = new Map<string, Asked>();
  await cdp.send("Network.enable");
  cdp.on("Network.requestWillBeSent", ({ requestId, request, timestamp }) => {
    asked.set(requestId, { url: new URL(request.url).pathname, start: timestamp, end: Number.POSITIVE_INFINITY });
    all.push(asked.get(requestId)!);
  });
  cdp.on("Network.loadingFinished", ({ requestId, timestamp }) => {
    const one = asked.get(requestId);
    if (one) one.end = timestamp;
  });
  const all: Asked[] = [];
  return { cdp, asked: all };
}

const latency = 400; // ms

/** Counts the answers from the network that were waited for one after the other, with this one. Data that the browser had itself took no time. */
function depthOf(asked: readonly Asked[], one: Asked): number {
  const before = asked.filter(({ start, end }) => end <= one.start && (end - start) * 1000 >= latency * 0.9);
  const last = before.toSorted((a, b) => a.start - b.start).at(-1);
  return last === undefined ? 1 : depthOf(asked, last) + 1;
}

const slowNetwork = { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 };

const manifest = JSON.parse(readFileSync("dist/web/.vite/manifest.json", "utf8")) as Readonly<
  Record<string, { readonly file: string; readonly imports?: readonly string[] }>
>;
/** The files of a module, with all that it imports, as the build lists them. */
const filesOf = (module: string): string[] => {
  const { file, imports = [] } = manifest[module]!;
  return [`/${file}`, ...imports.flatMap(filesOf)];
};

const screens: [name: string, address: string, data: RegExp, module: string][] = [
  ["home", "/home", /\/api\/v1\/home\/$/, "features/home/home-page.tsx"],
  ["the box list", "/stock/boxes", /boxes\/$/, "features/stock/boxes/box-list-page.tsx"],
  ["the list of rows", "/stock/rows", /rows\/$/, "features/stock/rows/row-list-page.tsx"],
  ["the customers", "/customers/overview", /customers\/$/, "features/customers/customers/customer-list-page.tsx"],
  ["a search", "/search?q=0042", /search\/$/, "features/search/search/search-page.tsx"],
  [
    "the deliveries, by the address that leads on to them",
    "/deliveries",
    /deliveries\/$/,
    "features/deliveries/deliveries/delivery-list-page.tsx",
  ],
];

for (const [name, address, data, module] of screens)
  test(`${name}: the first visit asks for its code with the program, and once for its data as soon as that is there`, async ({
    page,
  }) => {
    await page.goto("/services"); // whoever is signed in is known
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle"); // or what this page asks for is taken for the next one's, and never ends
    const { cdp, asked } = await watch(page);
    await cdp.send("Network.emulateNetworkConditions", slowNetwork);
    await cdp.send("Network.setCacheDisabled", { cacheDisabled: true });
    asked.length = 0;
    await page.goto(address);
    await expect(page.locator("main#content h1")).toBeVisible();
    await expect.poll(() => asked.find(({ url }) => data.test(url))?.end ?? Infinity).toBeLessThan(Infinity);
    await page.waitForLoadState("networkidle");
    const found = asked.filter(({ url }) => data.test(url));
    expect(found).toHaveLength(1);
    expect(depthOf(asked, found[0]!)).toBeLessThanOrEqual(3); // the page, the program, the data
    for (const file of new Set(filesOf(module)))
      expect(depthOf(asked, asked.find(({ url }) => url === file)!), file).toBeLessThanOrEqual(2);
  });

test("a page that is gone to asks for its data at once, beside its code", async ({ page }) => {
  await page.goto("/services");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const { cdp, asked } = await watch(page);
  await cdp.send("Network.emulateNetworkConditions", slowNetwork);
  // without a pointer or the focus before it, which would fetch the code ahead
  await page.getByRole("navigation", { name: "Hauptmenü" }).getByRole("link", { name: "Users" }).dispatchEvent("click");
  await expect(page.getByRole("heading", { level: 1, name: /^Users \(/ })).toBeVisible();
  const found = asked.filter(({ url }) => url.endsWith("/users/"));
  expect(found).toHaveLength(1);
  expect(depthOf(asked, found[0]!)).toBe(1);
});

test("a frame stands before any program has come, light and dark, and nothing moves when the page takes its place", async ({
  page,
  api,
}) => {
  const box = await api.box();
  await watchShifts(page);
  const { cdp } = await watch(page);
  await cdp.send("Network.emulateNetworkConditions", slowNetwork);
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\//, async (route) => {
    await held.promise;
    await route.continue();
  });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto("/stock/boxes", { waitUntil: "commit" });
    const bar = page.locator("#frame > i").first();
    await expect(bar).toBeVisible();
    const dark = await bar.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(dark).toBe(colorScheme === "light" ? "rgb(255, 255, 255)" : "rgb(26, 30, 36)");
  }
  held.resolve();
  for (const [address, heading] of [
    ["/home", /^Willkommen/],
    ["/stock/boxes", /^Boxen \(/],
    [`/stock/boxes/${box.id}`, showBoxCode(box.code)],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expect(page.locator("#frame")).toBeHidden();
    const { sum, what } = await shiftsOf(page);
    expect(sum, `${address} moved: ${what.join("\n")}`).toBeLessThanOrEqual(0.02);
  }
});
