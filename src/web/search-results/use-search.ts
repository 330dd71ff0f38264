import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { search } from "#contract/calls/search/search.ts";
import type { Reply } from "#contract/route.ts";
import { searchAsked } from "./search-asked.ts";

export type SearchReply = Reply<typeof search>;

/** ms that typing pauses before what was typed is looked for. */
const pause = 150;
/** Number of attempts at a search that took too long, and ms between them. */
const [attempts, again] = [3, 500];

/** Returns the typed text once typing pauses; the previous call is cancelled by then. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

/** Returns the results; while they are on their way `isComing`, with the earlier results. */
export function useSearch({ isWanted, query: asked }: ReturnType<typeof searchAsked>) {
  const query = useQuery({
    ...asked,
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
