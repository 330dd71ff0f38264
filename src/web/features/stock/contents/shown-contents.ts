import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { countPages, currentPage, computeOffset, pageSize } from "#rules/lists/paging.ts";
import { hasEachWord } from "#rules/search/spelling.ts";
import { contentHash } from "#web/search-results/found-result.ts";
import type { BoxContent } from "./use-content-actions.ts";

/**
 * The page of a box's contents, narrowed by words. What is hidden is settled when a filter is typed, so that no line goes away
 * under the fingers of somebody who edits it; a content that comes later is shown, on the last page.
 */
export function useShownContents(contents: readonly BoxContent[], newCount: number) {
  const hash = useLocation({ select: (location) => location.hash });
  const [seen, setSeen] = useState({ hash: "", newCount });
  const [{ filter, hidden, wanted }, show] = useState({ filter: "", hidden: new Set<number>(), wanted: 1 });
  const narrow = (text: string) =>
    show({
      filter: text,
      hidden: new Set(contents.filter((one) => !hasEachWord(one.text, text)).map(({ id }) => id)),
      wanted: 1,
    });
  const setPage = (page: number) => show({ filter, hidden, wanted: page });
  if (seen.hash !== hash || seen.newCount !== newCount) {
    setSeen({ hash, newCount });
    const at = contents.findIndex(({ id }) => contentHash(id) === hash);
    if (newCount > seen.newCount) setPage(Infinity);
    else if (seen.hash !== hash)
      show({ filter: "", hidden: new Set(), wanted: currentPage(Math.max(0, at), pageSize) });
  }
  const lines = contents
    .map((content, index) => ({ content, number: index + 1 }))
    .filter(({ content }) => !hidden.has(content.id));
  const total = countPages(lines.length, pageSize);
  const page = Math.min(wanted, total);
  const start = computeOffset(page);
  return {
    filter,
    narrow,
    setPage,
    /** Number of the page, number of pages and number of entries. */
    pages: { page, total, count: lines.length },
    lines: lines.slice(start, start + pageSize),
    isLong: contents.length > pageSize,
  };
}
