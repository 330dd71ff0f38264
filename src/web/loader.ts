import { queryClient } from "#web/api/queries.ts";
import { knownRole, onSessionChange, sessionState } from "#web/api/session-state.ts";
import type { RawSearch } from "./search.ts";

type Query = Parameters<typeof queryClient.query>[0];

/** Where somebody goes. */
export interface Address {
  /** 0 where the address carries none. */
  readonly id: number;
  readonly search: RawSearch;
}

/**
 * The queries that a page asks first, of many kinds. The page asks the very same: one that asks anything else asks twice, which
 * `first-paint.spec.ts` finds.
 */
export type Loader = (address: Address & { readonly isStaff: boolean }) => readonly unknown[];

/**
 * Asks what a page will ask; the page finds it under way, or there. A page for staff asks nothing for others, and where it is not known
 * yet who is there, or whether they may do anything at all, that is waited for.
 */
export async function askAhead(load: Loader, isForStaff: boolean, address: Address): Promise<void> {
  const role = knownRole() ?? (await roleLater());
  if (role === null || (isForStaff && role !== "staff")) return;
  for (const query of load({ ...address, isStaff: role === "staff" }))
    queryClient.query(query as Query).catch(() => undefined); // the page says why
}

function roleLater(): Promise<ReturnType<typeof knownRole>> {
  return new Promise((resolve) => {
    if (sessionState().loaded) return resolve(null);
    const stop = onSessionChange(() => {
      if (!sessionState().loaded) return;
      stop();
      resolve(knownRole());
    });
  });
}
