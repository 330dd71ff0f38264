import type { RawSearch } from "#web/search.ts";

/** Where somebody goes, and whether only staff may. */
export interface Entered {
  readonly path: string;
  readonly id: number | undefined;
  readonly search: RawSearch;
  readonly isForStaff: boolean;
}

const pageData = import("#web/page-data.ts");

/** Settles when that has come: what is asked for goes out before the code is, which is more than a browser fetches at once. */
export const canAsk: Promise<unknown> = pageData.catch(() => undefined);

/** Asks for a page's data while its code is on its way; where that does not come, the page asks by itself. */
export function askAhead(entered: Entered): void {
  pageData.then(({ askFor }) => askFor(entered)).catch(() => undefined);
}
