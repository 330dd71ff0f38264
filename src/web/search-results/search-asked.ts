import { search } from "#contract/calls/search/search.ts";
import { searchLength } from "#contract/limits.ts";
import type { Input } from "#contract/route.ts";
import { queryFor } from "#web/api/queries.ts";

export type SearchNarrowing = Omit<NonNullable<Input<typeof search>["query"]>, "q">;

/** What is asked for a text and filters; a single letter alone is not. */
export function searchAsked(text: string, narrowing: SearchNarrowing = {}) {
  const q = text.trim().slice(0, searchLength);
  const { customer, state, year } = narrowing;
  const isWanted = q.length > 1 || [customer, state, year].some((filter) => filter !== undefined);
  return { isWanted, query: queryFor(search, { query: { ...narrowing, q } }) };
}
