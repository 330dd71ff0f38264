import type { RawSearch } from "#web/search.ts";
import { knownRole, onSessionChange, sessionState } from "#web/api/session-state.ts";

/** Where somebody goes. */
export interface Address {
  readonly id: number | undefined;
  readonly search: RawSearch;
  readonly isStaff: boolean;
}

const pageData = import("#web/page-data.ts").catch(() => null); // then the page asks by itself

/**
 * Asks for a page's data while its code is on its way. A page for staff asks nothing for others, and where it is not known yet who is
 * there, or whether they may do anything at all, that is waited for.
 */
export async function askAhead(path: string, isForStaff: boolean, address: Omit<Address, "isStaff">): Promise<void> {
  const role = knownRole() ?? (await roleLater());
  if (role === null || (isForStaff && role !== "staff")) return;
  (await pageData)?.askFor(path, { ...address, isStaff: role === "staff" });
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
