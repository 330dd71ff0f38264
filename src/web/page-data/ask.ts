import { queryClient } from "#web/api/queries.ts";
import { knownRole, onSessionChange, sessionState } from "#web/api/session-state.ts";
import type { RawSearch } from "#web/search.ts";
import type { Entered } from "#web/shell/ask-ahead.ts";

type Asked = Parameters<typeof queryClient.query>[0];

/** What a screen asks for first. A screen that asks for anything else asks twice, which `first-paint.spec.ts` finds. */
export type Wanted = (address: {
  readonly id: number;
  readonly search: RawSearch;
  readonly isStaff: boolean;
}) => readonly unknown[]; // queries of many kinds

/**
 * Asks for what the screen at an address will ask for; the screen finds it under way, or there. A page for staff asks nothing for others,
 * and where it is not known yet who is there, or whether they may do anything at all, that is waited for.
 */
export async function askFor(wanted: Wanted | undefined, { isForStaff, id = 0, search }: Entered): Promise<void> {
  if (!wanted) return;
  const role = knownRole() ?? (await roleLater());
  if (role === null || (isForStaff && role !== "staff")) return;
  for (const query of wanted({ id, search, isStaff: role === "staff" }))
    queryClient.query(query as Asked).catch(() => undefined); // the screen says why
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
