import { showBoxes, showCount } from "#rules/amounts.ts";
import { BoxState } from "#rules/stock/box-state.ts";

/** Facts about a box that decide whether it should be destroyed. */
export interface DestructionCandidate {
  readonly state: BoxState;
  /** The state before the mark. */
  readonly marked_from?: BoxState | null | undefined;
  readonly meta_destroy_year: number | null;
}

/** Says whether a box may only be destroyed in a year to come; `today` is `YYYY-MM-DD`. Without a year nothing is known against its destruction. */
export function isTooEarly({ meta_destroy_year: year }: DestructionCandidate, today: string): boolean {
  return year !== null && year > Number(today.slice(0, 4));
}

/** Says whether a box is not known to be in the archive: never stored, away, or not found where it should be. */
export function isNotInArchive({ state, marked_from }: DestructionCandidate): boolean {
  const before = state === BoxState.marked ? (marked_from ?? BoxState.inStock) : state;
  return before !== BoxState.inStock && before !== BoxState.ordered && before !== BoxState.retour;
}

/** Returns those of the boxes whose year has not come, and those that are not in the archive. */
export const findDoubts = <B extends DestructionCandidate>(boxes: readonly B[], today: string) => ({
  early: boxes.filter((box) => isTooEarly(box, today)),
  away: boxes.filter(isNotInArchive),
});

/** Why a marked box does not go with the others: by an approved batch only, held, or still to be kept (then with a reason). */
export const hindrances = ["unapproved", "held", "kept"] as const;
export type Hindrance = (typeof hindrances)[number];

/** The same beside a box. */
export const hindranceText: Readonly<Record<Hindrance, string>> = {
  unapproved: "nur mit Freigabe",
  held: "gesperrt",
  kept: "noch aufzubewahren",
};

/** Says in a sentence how many boxes of each kind stay where they are; empty where none does. */
export function showStaying(counts: Readonly<Record<Hindrance, number>>): string {
  const parts = hindrances.flatMap((kind) =>
    counts[kind] > 0 ? `${showCount(counts[kind])} ${hindranceText[kind]}` : [],
  );
  const all = hindrances.reduce((sum, kind) => sum + counts[kind], 0);
  return all === 0 ? "" : `${showBoxes(all)} ${all === 1 ? "bleibt" : "bleiben"} markiert: ${parts.join(", ")}.`;
}

const codeLimit = 5; // codes in a question; the table marks them all

/** Returns the objections to destroying these boxes, counted and named; empty where there are none. */
export function formatWarning<B extends DestructionCandidate>(
  boxes: readonly B[],
  today: string,
  nameOf: (box: B) => string,
): string {
  const { early, away } = findDoubts(boxes, today);
  const parts = [
    early.length > 0 && `${early.length} ${early.length === 1 ? "Box" : "Boxen"}, deren Frist noch läuft`,
    away.length > 0 && `${away.length} nicht im Haus`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return "";
  const which = [...new Set([...early, ...away])];
  const names = which.slice(0, codeLimit).map(nameOf).join(", ");
  const others = which.length - codeLimit;
  const rest = others > 0 ? ` und ${others} weitere` : "";
  return `Achtung: ${parts.join(", ")} (${names}${rest}).`;
}

/** Boxes with how many customers own them: `12 Boxen von 3 Kunden`. */
export const showOwned = (boxes: number, customers: number) =>
  `${showBoxes(boxes)} von ${customers === 1 ? "einem Kunden" : `${showCount(customers)} Kunden`}`;

/** The same of one box, in a sentence of its own. */
export function formatBoxWarning(box: DestructionCandidate, today: string): string {
  const early = isTooEarly(box, today) && `Ihre Frist läuft noch: Vernichtungsjahr ${box.meta_destroy_year}.`;
  const away = isNotInArchive(box) && "Sie ist nicht im Haus.";
  return [early, away].filter((part) => part !== false).join(" ");
}
