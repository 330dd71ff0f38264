import type { RawSearch } from "#web/search.ts";

/** Where somebody goes, and whether only staff may. */
export interface Entered {
  readonly path: string;
  readonly id: number | undefined;
  readonly search: RawSearch;
  readonly isForStaff: boolean;
}

const pageData = import("#web/page-data.ts");

/** Asks for a page's data while its code is on its way; where that does not come, the page asks by itself. */
export function askAhead(entered: Entered): void {
  pageData.then(({ askFor }) => askFor(entered)).catch(() => undefined);
}
