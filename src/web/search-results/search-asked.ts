import { search } from "#contract/calls/search/search.ts";
import { isSearchText, searchLength } from "#rules/search/search-text.ts";
import type { Input } from "#contract/route.ts";
import { queryFor } from "#web/api/queries.ts";

export type SearchNarrowing = Omit<NonNullable<Input<typeof search>["query"]>, "q">;

/** Returns the query for a text and filters; a single letter alone is not asked for. */
export function searchAsked(text: string, narrowing: SearchNarrowing = {}) {
  const wanted = text.trim();
  const q = isSearchText(wanted) ? wanted : wanted.slice(0, searchLength);
  const { customer, state, year } = narrowing;
  const isWanted = q.length > 1 || [customer, state, year].some((filter) => filter !== undefined);
  return { isWanted, query: queryFor(search, { query: { ...narrowing, q } }) };
}
