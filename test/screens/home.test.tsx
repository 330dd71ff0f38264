import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { customerSummary, getCustomer, storedMetres } from "#contract/calls/customers/customers.ts";
import { deliveryPlan } from "#contract/calls/deliveries/deliveries.ts";
import { getProcedure } from "#contract/calls/destruction/procedures.ts";
import { listHolds } from "#contract/calls/destruction/holds.ts";
import { listImports } from "#contract/calls/exchange/imports.ts";
import { listRetained } from "#contract/calls/destruction/retention.ts";
import type { Route } from "#contract/route.ts";
import { pageOf } from "#test/screens/support/lists.ts";
import { title } from "#test/screens/support/look.ts";
import { customerUser, open, staff } from "#test/screens/support/open.tsx";
import type { Stub } from "#test/screens/support/stub.ts";

/** How much of the page moves without anybody's doing, as the browser counts it, until this ends it. */
function watchShifts(): () => number {
  let sum = 0;
  const note = (entries: PerformanceEntryList) => {
    for (const entry of entries as (PerformanceEntry & { value: number })[]) sum += entry.value;
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "layout-shift" });
  return () => {
    note(observer.takeRecords());
    observer.disconnect();
    return sum;
  };
}

const frame = () => new Promise(requestAnimationFrame);

/** Opens an address whose calls are answered one after the other, each with a page painted in between. */
async function openSlowly(
  address: string,
  { who, late, answers }: { who: typeof staff; late: readonly Route[]; answers?: (server: Stub) => void },
) {
  const come: (() => void)[] = [];
  await open(address, {
    who,
    answers: (server) => {
      answers?.(server);
      for (const route of late) come.push(server.hold(route));
    },
  });
  await frame();
  const shifted = watchShifts();
  for (const next of come) {
    next();
    for (let frames = 0; frames < 12; frames++) await frame();
  }
  return shifted;
}

describe.each([
  ["desk", 1280, 800],
  ["phone", 360, 640],
] as const)("at the %s", (_where, width, height) => {
  test.each([0, 1, 8])("a customer's home with %i deliveries stands still while it loads", async (amount) => {
    await page.viewport(width, height);
    const shifted = await openSlowly("/home", {
      who: customerUser,
      late: [deliveryPlan, listImports],
      answers: (server) => {
        const [one] = server.example(deliveryPlan).results;
        const all = Array.from({ length: amount }, (_, id) => ({ ...one!, id: id + 1 }));
        server.reply(deliveryPlan, (asked) => pageOf(all, asked));
      },
    });
    await expect.element(title(/^Willkommen/)).toBeVisible();
    await expect.poll(() => page.getByRole("heading", { name: /^Laufende Lieferungen/ }).elements()).toHaveLength(1);
    expect(shifted()).toBeLessThan(0.005);
  });

  test("a customer's page stands still while it loads", async () => {
    await page.viewport(width, height);
    const shifted = await openSlowly("/customers/7", {
      who: staff,
      late: [getCustomer, customerSummary, listRetained, listHolds, getProcedure, storedMetres],
    });
    await expect.element(title(/^0042/)).toBeVisible();
    expect(shifted()).toBeLessThan(0.005);
  });
});
