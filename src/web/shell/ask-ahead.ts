import type { RawSearch } from "#web/search.ts";

/** Where somebody goes, and whether only staff may. */
export interface Entered {
  readonly path: string;
  readonly id: number | undefined;
  readonly search: RawSearch;
  readonly isForStaff: boolean;
}

const home = "/home";
const homeData = import("#web/page-data/home.ts");
const startsElsewhere = !["/", home, "/login"].includes(globalThis.location?.pathname ?? home);

/** What the other pages ask for: with the program where one of them is opened first, otherwise when the first page is there. */
export const loadPageData = () => import("#web/page-data/pages.ts");

/** Settles when what the first page asks for has come: that goes out before its code is, which is more than a browser fetches at once. */
export const canAsk: Promise<unknown> = Promise.all([homeData, startsElsewhere && loadPageData()]).catch(
  () => undefined,
);

/** Asks for a page's data while its code is on its way; where that does not come, the page asks by itself. */
export function askAhead(entered: Entered): void {
  const wanted =
    entered.path === home
      ? homeData.then((data) => data.home)
      : loadPageData().then(({ pages }) => pages[entered.path]);
  Promise.all([homeData, wanted])
    .then(([{ askFor }, asked]) => askFor(asked, entered))
    .catch(() => undefined);
}
