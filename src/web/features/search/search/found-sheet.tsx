import { sheetOfSearch } from "#contract/calls/search/search.ts";
import type { List } from "#contract/list.ts";
import { maxMetaYear, minMetaYear } from "#contract/limits.ts";
import type { SearchGroup } from "#contract/schemas/search/search.ts";
import { searchKinds } from "#rules/search/search-kinds.ts";
import { maxCustomerCode } from "#rules/stock/box-code.ts";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { SheetButton } from "#web/lists/sheet-button.tsx";
import { kindTitle } from "#web/search-results/found-result.ts";
import type { FoundSearch } from "#web/search.ts";

/** Parameters of the search address, in the form in which the spreadsheet is asked for. */
const searchList = {
  orders: {},
  filters: {
    q: { label: "Suche", type: "search" },
    kind: {
      label: "Art",
      type: "choice",
      values: Object.fromEntries(searchKinds.map((kind) => [kind, kind])),
      texts: kindTitle,
      api: "kinds",
    },
    customer: { label: "Kunde", type: "number", max: maxCustomerCode },
    state: { label: "Status der Box", type: "choice", values: BoxState, texts: boxStateText },
    year: { label: "Jahr", type: "number", min: minMetaYear, max: maxMetaYear },
  },
} as const satisfies List;

/** Offers the results as a spreadsheet. */
export function FoundSheet({ search, groups }: { search: FoundSearch; groups: readonly SearchGroup[] }) {
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const isCounted = groups.every(({ more }) => !more);
  return (
    <SheetButton
      title="Suche"
      list={searchList}
      call={sheetOfSearch}
      search={search}
      count={isCounted ? count : undefined}
    />
  );
}
