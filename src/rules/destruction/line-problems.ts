import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { showDate } from "#rules/dates.ts";
import { BatchState, showBatch } from "./batch-state.ts";
import { isNotInArchive } from "./destruction.ts";

/** Facts about a box and its line that decide whether the box may be destroyed. */
export interface LineFacts {
  readonly state: BoxState;
  readonly marked_from: BoxState | null;
  readonly meta_destroy_year: number | null;
  /** The last day on which it must be kept; null where nobody knows. */
  readonly retain_until: string | null;
  /** Why it is proposed although it must be kept for longer. */
  readonly early_reason: string | null;
  /** Why it is held. */
  readonly held: string | null;
  /** It or one of its contents stands in an open delivery. */
  readonly ordered: boolean;
  /** Texts of contents that are outside. */
  readonly outside: readonly string[];
  /** True where the box has other contents than those that were proposed. */
  readonly changed: boolean;
  /** A case about it is open. */
  readonly unclear: boolean;
  /** Another batch in which it is to be destroyed. */
  readonly elsewhere: number | null;
}

/** When it is asked: whose state the batch has, and the day in Berlin. */
interface Asking {
  readonly state: BatchState;
  readonly today: string;
}

const isGone = ({ state }: LineFacts) => state === BoxState.destroyed;
const isMarked = ({ state }: LineFacts) => state === BoxState.marked;
/** The later of both ends counts; where neither is known nothing is due. */
const isDue = (line: LineFacts, today: string) =>
  (line.retain_until !== null || line.meta_destroy_year !== null) && keptFor(line, today) === null;

/** Until when a box must still be kept, in words; null where it need not, or nobody knows. */
export function keptFor(
  { meta_destroy_year: year, retain_until: until }: Pick<LineFacts, "meta_destroy_year" | "retain_until">,
  today: string,
): string | null {
  if (until !== null && until >= today) return `Frist läuft bis ${showDate(until)}`;
  return year !== null && year > Number(today.slice(0, 4)) ? `Vernichtungsjahr ${year}` : null;
}

type Problem = (line: LineFacts, asking: Asking) => string | null;

/** Everything that can speak against destroying a box, each in words. */
const problems: readonly Problem[] = [
  (line) => (isGone(line) ? boxStateText[BoxState.destroyed] : null),
  ({ elsewhere }) => (elsewhere === null ? null : `steht in ${showBatch(elsewhere)}`),
  ({ unclear }) => (unclear ? "Klärfall offen" : null),
  ({ held }) => (held === null ? null : `gesperrt (${held})`),
  ({ ordered }) => (ordered ? "angefordert" : null),
  (line) => (isNotInArchive(line) && !isGone(line) ? "nicht im Haus" : null),
  (line, { state, today }) => {
    if (isMarked(line) || isGone(line)) return null;
    if (state !== BatchState.draft) return "nicht mehr markiert";
    return isDue(line, today) || line.early_reason !== null ? null : "weder markiert noch fällig";
  },
  (line, { today }) => (line.early_reason === null ? keptFor(line, today) : null),
  ({ outside }) => (outside.length > 0 ? `außer Haus: ${outside.map((text) => `„${text}“`).join(", ")}` : null),
  ({ changed }) => (changed ? "Inhalte seit der Vorlage geändert" : null),
];

/** Returns the objections to destroying a box; empty where there are none. */
export function findProblems(line: LineFacts, asking: Asking): string[] {
  return problems.flatMap((problem) => problem(line, asking) ?? []);
}
