import { maxMetaYear, minMetaYear } from "#contract/limits.ts";
import { maxCustomerCode } from "#rules/stock/box-code.ts";
import { boxStates } from "#rules/stock/box-state.ts";
import { wholeNumber } from "#rules/lists/whole-number.ts";
import { searchKinds } from "#rules/search/search-kinds.ts";
import { searchAsked, type SearchNarrowing } from "#web/search-results/search-asked.ts";
import { type FoundSearch, type RawSearch, textIn } from "#web/search.ts";

/** Reads the address of the search: what is no valid value is dropped, the rest counts. */
export function foundSearch(raw: RawSearch): FoundSearch {
  const state = wholeNumber(textIn(raw, "state"), 0, boxStates.length - 1);
  return {
    q: textIn(raw, "q") || undefined,
    kind: searchKinds.find((kind) => kind === textIn(raw, "kind")),
    customer: customerIn(textIn(raw, "customer")),
    state: boxStates.find((each) => each === state),
    year: yearIn(textIn(raw, "year")),
  };
}

export const customerIn = (text: string) => wholeNumber(text, 0, maxCustomerCode);
export const yearIn = (text: string) => wholeNumber(text, minMetaYear, maxMetaYear);

/** Results of each kind beside the others, and of one alone. */
const [few, many] = [6, 100];

/** Returns the searches of the page: all kinds, and many results of a kind that is looked at alone. */
export function pageSearches({ q = "", kind, customer, state, year }: FoundSearch) {
  const narrowing: SearchNarrowing = { customer, state, year };
  return {
    all: searchAsked(q, { ...narrowing, limit: few }),
    one: searchAsked(kind ? q : "", { ...(kind && narrowing), kinds: kind, limit: many }),
  };
}
