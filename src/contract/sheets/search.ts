import type { SearchResult } from "#contract/schemas/search/search.ts";
import { showBoxCode, showCustomerCode } from "#rules/stock/box-code.ts";
import { boxStateText } from "#rules/stock/box-state.ts";
import { type DeliveryState, deliveryStateText } from "#rules/deliveries/delivery-state.ts";
import type { Sheet } from "#rules/lists/sheet.ts";
import type { SearchKind } from "#rules/search/search-kinds.ts";

/** Something that the search has found, with what it is. */
export type SearchRow = SearchResult & { readonly kind: SearchKind };

const kindText: Readonly<Record<SearchKind, string>> = {
  box: "Box",
  content: "Inhalt",
  customer: "Kunde",
  delivery: "Lieferung",
  row: "Reihe",
};

export const searchSheet: Sheet<SearchRow> = {
  key: "search",
  name: "Suche",
  columns: [
    { head: "Art", cell: ({ kind }) => kindText[kind] },
    { head: "Treffer", cell: ({ title }) => title },
    { head: "Box", cell: ({ box }) => box && showBoxCode(box.code) },
    { head: "Kundennummer", cell: ({ owner }) => owner && showCustomerCode(owner.code) },
    { head: "Kunde", cell: ({ owner }) => owner?.name },
    { head: "Status", cell: statusOf },
    // customer users know no places (specification 6)
    { head: "Bereich", access: "staff", cell: ({ position }) => position?.row.area.name },
    { head: "Reihe", access: "staff", kind: "number", cell: ({ position }) => position?.row.number },
    { head: "Teil", access: "staff", kind: "number", cell: ({ position }) => position?.part },
    { head: "Höhe", access: "staff", kind: "number", cell: ({ position }) => position?.height },
  ],
};

/** A content has that of its box, which says where it is. */
function statusOf({ kind, state, box }: SearchRow): string | null {
  if (kind === "delivery" && state !== null) return deliveryStateText[state as DeliveryState];
  return box && boxStateText[box.state];
}
