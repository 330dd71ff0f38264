import { keepPreviousData, MutationCache, QueryClient, queryOptions } from "@tanstack/react-query";
import type { Reply, Route } from "#contract/route.ts";
import { isRefusal, mayRecover } from "./call-error.ts";
import { type CallArguments, call } from "./call.ts";
import { onSessionEnd } from "./session-state.ts";

declare module "@tanstack/react-query" {
  interface Register {
    /** `inPlace`: the screen shows the failure itself, no notice is needed. */
    mutationMeta: { inPlace?: boolean };
    defaultError: Error;
  }
}

const failureListeners = new Set<(error: Error) => void>();

/** Those that failed before anybody could show it. */
const unheard: Error[] = [];

/** Calls back for each write that failed and is not shown in place. */
export function onFailedWrite(listener: (error: Error) => void) {
  failureListeners.add(listener);
  for (const error of unheard.splice(0)) listener(error);
}

const mutationCache = new MutationCache({
  onError: (error, _input, _result, mutation) => {
    if (isRefusal(error, 403) || mutation.meta?.inPlace) return;
    if (failureListeners.size === 0) unheard.push(error);
    for (const listener of failureListeners) listener(error);
  },
});

export const queryClient = new QueryClient({
  mutationCache,
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 1 && mayRecover(error),
      networkMode: "always", // the server may be on this very machine, whatever the browser thinks of the network
    },
    mutations: { networkMode: "always" },
  },
});

onSessionEnd(() => queryClient.clear());

/**
 * A reading call as a query. A list keeps its old entries while the next ones come; a detail does not,
 * since the old one would stand under the new address.
 */
export function queryFor<const R extends Route & { method: "GET" }>(route: R, ...[input]: CallArguments<R>) {
  const keyInput: object = input ?? {};
  return queryOptions({
    queryKey: [nounOf(route), route.path, keyInput],
    queryFn: ({ signal }): Promise<Reply<R>> => {
      return call(route, ...([{ ...keyInput, signal }] as unknown as CallArguments<R>));
    },
    ...(!route.path.includes("{") && { placeholderData: keepPreviousData }),
  });
}

const nounOf = (route: Route) => route.path.split("/")[1];

export type WritingRoute = Extract<Route, { writes: true }>;

/** Writes were made, or refused because of what somebody else wrote: what they touch loads anew where it is on the screen. */
export async function invalidate(...routes: readonly WritingRoute[]): Promise<void> {
  const nouns = new Set(routes.flatMap(({ touches }) => touches));
  void queryClient.invalidateQueries({ queryKey: ["home"] }); // what waits for somebody is of all nouns
  await Promise.all([...nouns].map((noun) => queryClient.invalidateQueries({ queryKey: [noun] })));
}
