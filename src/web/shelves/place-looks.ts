import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { boxStateLook } from "#web/ui/page/box-state-badge.tsx";
import type { PlaceLayer } from "./row-picture.tsx";

const toneOf = (state: BoxState) => `tone-${boxStateLook[state].tone} text-tone`;
/** Most places are so: paler, so that the others are what one sees. */
const calm = `tone-${boxStateLook[BoxState.inStock].tone} text-[color-mix(in_oklab,var(--tone-text)_50%,var(--tone-soft))]`;

/** Form, colour and name of each kind of place. */
export const placeLooks = {
  taken: { mark: "full", tone: "text-accent", word: "belegt" },
  stored: { mark: "full", tone: calm, word: boxStateText[BoxState.inStock] },
  ordered: { mark: "ring", tone: toneOf(BoxState.ordered), word: boxStateText[BoxState.ordered] },
  marked: { mark: "half", tone: toneOf(BoxState.marked), word: boxStateText[BoxState.marked] },
  waiting: { mark: "dot", tone: "text-muted", word: "noch nicht bestätigt" },
  lost: { mark: "cross", tone: "text-danger", word: "vermisst" },
  theirs: { mark: "full", tone: "text-accent", word: "vom Kunden" },
  others: { mark: "dot", tone: "text-field", word: "von anderen" },
} as const satisfies Readonly<Record<string, Omit<PlaceLayer, "places"> & { readonly word: string }>>;
