import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { search } from "#contract/calls/search.ts";
import { searchLength } from "#contract/limits.ts";
import type { Input, Reply } from "#contract/route.ts";
import { queryFor } from "#web/api/queries.ts";

export type SearchReply = Reply<typeof search>;
export type SearchNarrowing = Omit<NonNullable<Input<typeof search>["query"]>, "q">;

/** ms that the hand rests before what was typed is looked for. */
const pause = 150;
/** What took too long is asked for so often, and ms between. */
const [attempts, again] = [3, 500];

/** What was typed, once its hand rests: the call before is broken off by then. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

/** What a text finds; while that is on its way `isComing`, with what was found before. */
export function useSearch(text: string, narrowing: SearchNarrowing = {}) {
  const q = text.trim().slice(0, searchLength);
  const { customer, state: boxState, year } = narrowing;
  const isWanted = q.length > 1 || [customer, boxState, year].some((filter) => filter !== undefined);
  const query = useQuery({
    ...queryFor(search, { query: { ...narrowing, q } }),
    enabled: isWanted,
    // what took too long is mostly there the next time, when it has been read from the disk
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      (data?.late.length ?? 0) > 0 && dataUpdateCount < attempts ? again : false,
  });
  return {
    data: isWanted ? query.data : undefined,
    isWanted,
    isComing: isWanted && (query.isPlaceholderData || (query.isFetching && !query.data)),
    error: isWanted ? query.error : null,
    refetch: query.refetch,
  };
}
