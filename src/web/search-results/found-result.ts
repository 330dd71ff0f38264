import type { LinkOptions } from "@tanstack/react-router";
import type { SearchGroup, SearchResult } from "#contract/schemas/search/search.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { boxStateText } from "#rules/stock/box-state.ts";
import { ContentState, contentStateText } from "#rules/stock/content-state.ts";
import { type DeliveryState, deliveryStateText } from "#rules/deliveries/delivery-state.ts";
import { showPlace } from "#rules/stock/positions.ts";
import type { SearchKind } from "#rules/search/search-kinds.ts";
import { paths } from "#web/paths.ts";

/** The groups of results, in words. */
export const kindTitle: Readonly<Record<SearchKind, string>> = {
  box: "Boxen",
  content: "Inhalte",
  customer: "Kunden",
  delivery: "Lieferungen",
  row: "Reihen",
};

/** Returns the number of results: `1.000+` where nobody counted further. */
export const showFound = ({ count, more }: Pick<SearchGroup, "count" | "more">) =>
  `${count.toLocaleString("de-DE")}${more ? "+" : ""}`;

/** Where a content stands on its box's page. */
export const contentHash = (id: number) => `inhalt-${id}`;

/** Where the lines of a delivery stand on its page. */
export const linesId = "positionen";

/** Where a result leads; a customer has a page for staff alone, and its boxes for its own people. */
export function linkTo(kind: SearchKind, { id, box, owner }: SearchResult, isStaff: boolean): LinkOptions {
  if (kind === "content") return { ...paths.box(box?.id ?? 0), hash: contentHash(id) };
  if (kind === "box") return paths.box(id);
  if (kind === "delivery") return paths.delivery(id);
  if (kind === "row") return paths.row(id);
  return isStaff ? paths.customer(id) : paths.boxes({ owner: owner?.code });
}

/** The state that matters to who looks for it, in a word: of a content that is in its box that of the box. */
export function stateOf(kind: SearchKind, { state, box }: SearchResult): string | undefined {
  if (kind === "delivery") return deliveryStateText[state as DeliveryState];
  if (kind === "content" && state !== ContentState.inside) return contentStateText[state as ContentState];
  return box ? boxStateText[box.state] : undefined;
}

/** Returns the details of a result besides its title and its state. */
export function aboutResult(kind: SearchKind, { box, owner, position }: SearchResult): string[] {
  const place = position && showPlace({ ...position, area: position.row.area.name, row: position.row.number });
  return [
    ...(kind === "content" && box ? [showBoxCode(box.code)] : []),
    ...(kind !== "customer" && owner ? [owner.name] : []),
    ...(place ? [place] : []),
  ];
}
