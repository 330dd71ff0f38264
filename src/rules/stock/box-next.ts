import { showDate } from "#rules/dates.ts";
import { BoxState } from "./box-state.ts";

/** Facts about a box that decide what comes next for it. */
export interface BoxStanding {
  readonly state: BoxState;
  /** True where the box has a place; not reported to customers' users. */
  readonly isPlaced: boolean;
  /** `YYYY-MM-DD` */
  readonly destroyed: string | null;
}

type Sentence = string | ((box: BoxStanding) => string);

const destroyed: Sentence = ({ destroyed: day }) =>
  day === null ? "Die Box ist vernichtet." : `Die Box wurde am ${showDate(day)} vernichtet.`;

const forStaff: Record<BoxState, Sentence> = {
  [BoxState.created]: "Als Nächstes bekommt die Box ihr Etikett und ihren Platz.",
  [BoxState.inStock]: ({ isPlaced }) =>
    isPlaced
      ? "Die Box steht bereit und kann angefordert werden."
      : "Die Box hat keinen Platz und muss gesucht werden.",
  [BoxState.notInStock]: "Die Box ist außer Haus; kommt sie zurück, wird sie eingelagert.",
  [BoxState.inconsistent]: "Die Box muss gefunden und dann eingelagert werden.",
  [BoxState.ordered]: "Die Box wird kommissioniert und geliefert.",
  [BoxState.retour]: "Die Box ist zurück und wird als Nächstes eingelagert.",
  [BoxState.destroyed]: destroyed,
  [BoxState.marked]: "Die Box wartet auf ihre Vernichtung.",
};

const forCustomers: Record<BoxState, Sentence> = {
  ...forStaff,
  [BoxState.created]: "Die Box ist angelegt und noch nicht im Archiv.",
  [BoxState.inStock]: "Die Box steht im Archiv und kann angefordert werden.",
  [BoxState.notInStock]: "Die Box ist nicht im Archiv.",
  [BoxState.inconsistent]: "Das Archiv klärt, was mit der Box ist.",
  [BoxState.ordered]: "Die Box wird Ihnen geliefert.",
  [BoxState.retour]: "Die Box ist zurück im Archiv und wird eingelagert.",
};

/** Says what comes next for a box, in one sentence for its reader. */
export function nextOfBox(box: BoxStanding, isStaff: boolean): string {
  const sentence = (isStaff ? forStaff : forCustomers)[box.state];
  return typeof sentence === "string" ? sentence : sentence(box);
}
