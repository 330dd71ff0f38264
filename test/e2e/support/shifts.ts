import type { Page } from "@playwright/test";

type Shift = PerformanceEntry & { value: number; sources: { node?: Element }[] };

/** Notes on every page that is gone to from now on what moves there by itself. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts = { sum: 0, what: [] as string[] };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        shifts.sum += value;
        shifts.what.push(`${value}: ${sources.map(({ node }) => node?.outerHTML?.slice(0, 120)).join(" | ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

/** Returns how much has moved on the page until now (the sum of layout shifts), and what has moved. */
export const shiftsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: { sum: number; what: string[] } }).shifts);
