import { showCount } from "#rules/amounts.ts";

export const pageSize = 30; // specification 9
export const maxPageSize = 1000; // product 8

/** The offset of a page that counts from 1 (specification 9). */
export function offsetOf(page: number, limit = pageSize): number {
  return (page - 1) * limit;
}

/** Which of how many entries stand on a page: `31–60 von 12.000`. */
export function showRange(page: number, count: number, size = pageSize): string {
  const first = offsetOf(page, size) + 1;
  const last = Math.min(count, first + size - 1);
  return `${showCount(first)}${last === first ? "" : `–${showCount(last)}`} von ${showCount(count)}`;
}

/** How many pages `count` entries fill; an empty list has one page, an unpaged one too. */
export function countPages(count: number, limit: number | undefined): number {
  return limit === undefined ? 1 : Math.max(1, Math.ceil(count / limit));
}

/** The page, from 1, on which `offset` lies. */
export function currentPage(offset: number, limit: number | undefined): number {
  return limit === undefined ? 1 : Math.floor(offset / limit) + 1;
}

/**
 * What a pagination shows: the first 2 pages, the neighbours of the current one and the last 2,
 * a `gap` for each ellipsis (specification 2). A gap of one page is that page.
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
