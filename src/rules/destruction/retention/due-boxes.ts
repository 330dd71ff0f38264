import { showDate } from "#rules/dates.ts";
import { type RetentionBasis, retentionEnd, showRetained } from "./retention.ts";

/**
 * Kinds of a year's boxes. They may be destroyed, have a later year of destruction, are held, have no known end, or are not where they could be taken
 * from.
 */
export const dueKinds = ["due", "later", "held", "open", "away"] as const;
export type DueKind = (typeof dueKinds)[number];

export const dueKindText: Record<DueKind, string> = {
  due: "fällig",
  later: "später",
  held: "gesperrt",
  open: "ohne Frist",
  away: "nicht im Haus",
};

/** Facts about a box's end, with a day that somebody has set. */
interface DueText {
  readonly parts: readonly RetentionBasis[];
  readonly override: { readonly until: string; readonly reason: string } | null;
  /** The year of destruction of its meta data, which counts where there is no class. */
  readonly year: number | null;
}

/** Why a box is kept until when, as a sentence; of several parts the one that is kept longest, of open ones what is missing. */
export function reasonOf({ parts, override, year }: DueText, isFinance: boolean): string {
  if (override) return `Festgelegt bis ${showDate(override.until)}: ${override.reason}`;
  const open = openReasonOf(parts, isFinance);
  if (open.startsWith("Offen: ") && year !== null) return `Vernichtungsjahr ${year} (${open.slice("Offen: ".length)})`;
  return open;
}

function openReasonOf(parts: DueText["parts"], isFinance: boolean): string {
  if (parts.some(({ rules }) => !rules)) return "Offen: keine Klasse";
  if (parts.some(({ from }) => from === null)) return "Offen: Beginn fehlt";
  const ends = parts.map(({ rules, from }) => retentionEnd(rules ?? [], from ?? "", isFinance));
  const knownEnds = ends.filter((end) => end !== null).sort((one, other) => (one.end < other.end ? 1 : -1));
  const [last] = knownEnds;
  return last && knownEnds.length === ends.length ? showRetained(last) : "Offen: Das Ende muss festgelegt werden";
}
