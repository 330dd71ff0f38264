import { settled } from "#test/e2e/support/looks.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import { shiftsOf, watchShifts } from "#test/e2e/support/shifts.ts";
import { differentForCustomers, walks } from "#test/e2e/support/walks.ts";
import { routes } from "#web/routes.ts";

test.use({ isNew: true });

const latency = 150; // ms: answers come one after the other, as on premises with a slow line
const most = 0.02;

const different = new Set(
  Object.values(walks)
    .flat()
    .flatMap(([name, address]) => (differentForCustomers.includes(name) ? address.split("?", 1) : [])),
);
/** The addresses of the router that name no thing; of customers' users those that differ from what staff see. */
const addressesFor = (who: "staff" | "customer") =>
  routes.flatMap(({ path, access }) => {
    const isTheirs = who === "staff" ? access !== "open" : access === "user" && different.has(path);
    return isTheirs && !path.includes("$") ? [path] : [];
  });

for (const who of ["staff", "customer"] as const)
  test.describe(`nothing moves by itself while it comes, for ${who}`, () => {
    test.use({ who });

    // one page for all: a browser keeps what it has compiled, and each address is opened anew all the same
    for (const [width, height] of [
      [1280, 720],
      [360, 640],
    ] as const)
      test(`at ${width} px`, async ({ page }) => {
        test.setTimeout(600_000);
        await page.setViewportSize({ width, height });
        await watchShifts(page);
        const cdp = await page.context().newCDPSession(page);
        await cdp.send("Network.enable");
        await cdp.send("Network.emulateNetworkConditions", {
          offline: false,
          latency,
          downloadThroughput: -1,
          uploadThroughput: -1,
        });
        for (const address of addressesFor(who)) {
          await page.goto(address);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          await settled(page);
          const { sum, what } = await shiftsOf(page);
          expect.soft(sum, `${address} moved: ${what.join("\n")}`).toBeLessThanOrEqual(most);
        }
      });
  });
