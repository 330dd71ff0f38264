import type { BrowserContext, Page } from "@playwright/test";

/** Random numbers below 1, the same for the same seed. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export const isShort = process.env["MAGAZIN_AISLE"] === "short";

/** Failures of the calls that carried scans. */
export interface Trouble {
  calls: number;
  lost: number;
  refused: number;
}

/** A network as between steel shelves: of ten calls three lose their answer, and two are sent away by a busy server. */
export async function trouble(context: BrowserContext, roll: () => number, counts: Trouble): Promise<void> {
  await context.route(/\/api\/v1\/scans\/$/, async (route) => {
    counts.calls++;
    const fate = roll();
    try {
      if (fate < 0.3) {
        counts.lost++;
        await route.fetch();
        await route.abort();
      } else if (fate < 0.5) {
        counts.refused++;
        await route.fulfill({ status: fate < 0.4 ? 503 : 429, headers: { "retry-after": "1" }, json: { detail: "" } });
      } else await route.continue();
    } catch {
      // the browser was killed meanwhile
    }
  });
}

/** The device's clock is wrong by so much, in ms. */
export const wrongClock = (context: BrowserContext, by: number): Promise<unknown> =>
  context.addInitScript((shift) => {
    const Real = Date;
    const now = () => Real.now() + shift;
    class Wrong extends Real {
      static override now = now;
      constructor(...given: []) {
        super(...((given.length > 0 ? given : [now()]) as []));
      }
    }
    globalThis.Date = Wrong as DateConstructor;
  }, by);

/** Says whether the device has a code on its disk, answered or not. */
export const onDisk = (page: Page, code: string): Promise<boolean> =>
  page.evaluate(
    (wanted) =>
      new Promise<boolean>((resolve) => {
        const request = indexedDB.open("magazin-outbox");
        request.addEventListener("success", () => {
          const found = request.result.transaction("entries").objectStore("entries").getAll();
          found.addEventListener("success", () => {
            const entries = found.result as { operation: { kind: string; code: string } }[];
            request.result.close();
            resolve(entries.some(({ operation }) => operation.kind === "store" && operation.code === wanted));
          });
        });
      }),
    code,
  );
