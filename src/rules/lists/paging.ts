import { showCount } from "#rules/amounts.ts";

export const pageSize = 30; // specification 9
export const maxPageSize = 1000; // product 8
/** So many of what a text finds are counted and put on pages: nobody reads to the end of more (decision 139). */
export const mostFound = 10_000;

/** The offset of a page that counts from 1 (specification 9). */
export function computeOffset(page: number, limit = pageSize): number {
  return (page - 1) * limit;
}

/** Number of entries that a list has, and whether it may have more. */
export interface ListCount {
  readonly count: number;
  readonly count_at_least?: boolean | undefined;
}

/** Shows which entries stand on a page, and of how many: `31–60 von 12.000`, `31–60 von mehr als 10.000`. */
export function showRange(page: number, { count, count_at_least: isCut }: ListCount, size = pageSize): string {
  const first = computeOffset(page, size) + 1;
  const last = Math.min(count, first + size - 1);
  const range = `${showCount(first)}${last === first ? "" : `–${showCount(last)}`}`;
  return `${range} von ${isCut ? "mehr als " : ""}${showCount(count)}`;
}

/** Returns the number of pages that `count` entries fill; an empty list has one page, an unpaged one too. */
export function countPages(count: number, limit: number | undefined): number {
  return limit === undefined ? 1 : Math.max(1, Math.ceil(count / limit));
}

/** The page, from 1, on which `offset` lies. */
export function currentPage(offset: number, limit: number | undefined): number {
  return limit === undefined ? 1 : Math.floor(offset / limit) + 1;
}

/**
 * Returns the items of a pagination: the first 2 pages, the neighbours of the current one and the last 2. A `gap` stands for each ellipsis
 * (specification 2). A gap of one page is that page.
 */
export function pageList(current: number, total: number): (number | "gap")[] {
  const pageNumbers = [1, 2, current - 1, current, current + 1, total - 1, total];
  const pages = [...new Set(pageNumbers)].filter((page) => page >= 1 && page <= total).sort((a, b) => a - b);
  return pages.flatMap((page, index) => {
    const gap = page - (pages[index - 1] ?? 0) - 1;
    if (gap === 0) return [page];
    return gap === 1 ? [page - 1, page] : ["gap" as const, page];
  });
}

/** The envelope of a list (specification 3); without `limit` every entry is on one page. */
export function toPage<T>(
  results: T[],
  count: number,
  { limit, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
) {
  return { count, count_pages: countPages(count, limit), current_page: currentPage(offset, limit), results };
}

/** The envelope of a list that is counted up to `mostFound`; `count` may be more, and is then said to be. */
export function toCutPage<T>(
  results: T[],
  count: number,
  piece: { limit?: number | undefined; offset?: number | undefined },
) {
  const page = toPage(results, Math.min(count, mostFound), piece);
  return count > mostFound ? { ...page, count_at_least: true } : page;
}
