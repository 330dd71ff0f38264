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

/** States of a box that is in the archive; of a marked one the state before counts. */
export const statesInArchive: readonly BoxState[] = [BoxState.inStock, BoxState.ordered, BoxState.retour];

/** Says whether a box is not known to be in the archive: never stored, away, or not found where it should be. */
export function isNotInArchive({ state, marked_from }: DestructionCandidate): boolean {
  const before = state === BoxState.marked ? (marked_from ?? BoxState.inStock) : state;
  return !statesInArchive.includes(before);
}

/** Returns those of the boxes whose year has not come, and those that are not in the archive. */
const findDoubts = <B extends DestructionCandidate>(boxes: readonly B[], today: string) => ({
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

export const codeLimit = 5; // codes in a question; the table marks them all

/** Number of boxes that something speaks against destroying, and the names of the first of them. */
export interface CountedDoubts {
  readonly early: number;
  readonly away: number;
  /** Number of boxes that are early or away, or both. */
  readonly doubted: number;
  readonly names: readonly string[];
}

/** Shows the objections to destroying some boxes; empty where there are none. */
export function showDoubts({ early, away, doubted, names }: CountedDoubts): string {
  const parts = [
    early > 0 && `${early} ${early === 1 ? "Box" : "Boxen"}, deren Frist noch läuft`,
    away > 0 && `${away} nicht im Haus`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return "";
  const others = doubted - names.length;
  const rest = others > 0 ? ` und ${others} weitere` : "";
  return `Achtung: ${parts.join(", ")} (${names.join(", ")}${rest}).`;
}

/** Returns the objections to destroying these boxes, counted and named; empty where there are none. */
export function formatWarning<B extends DestructionCandidate>(
  boxes: readonly B[],
  today: string,
  nameOf: (box: B) => string,
): string {
  const { early, away } = findDoubts(boxes, today);
  const which = [...new Set([...early, ...away])];
  const names = which.slice(0, codeLimit).map(nameOf);
  return showDoubts({ early: early.length, away: away.length, doubted: which.length, names });
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
