import { showBoxCode } from "#rules/stock/box-code.ts";
import { type BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { showBoxes } from "#rules/amounts.ts";

/** Most boxes that one change gives to another customer. */
export const maxOwnerChange = 10_000;

/** Why a box stays with its customer; the SQL that finds it is `database/boxes/owner-change-boxes.ts`. */
export type StayReason = "given" | "state" | "contents" | "waiting" | "held" | "batch" | "case" | "class" | "number";

const texts: Record<Exclude<StayReason, "state">, string> = {
  given: "bereits einem anderen Kunden übergeben",
  contents: "mit Inhalten, die angefordert oder außer Haus sind",
  waiting: "von einem User vorgemerkt",
  held: "gesperrt, oder für eine Betriebsprüfung aufzuheben",
  batch: "in einer Sammelvernichtung",
  case: "mit einem offenen Klärfall",
  class: "mit einer eigenen Aufbewahrungsklasse des Kunden",
  number: "mit einer Nummer, die beim neuen Kunden eindeutig sein muss",
};

/** The reason in German, as it stands behind boxes: "nicht eingelagert", "mit einem offenen Klärfall". */
export const stayReasonText = (reason: StayReason, state: BoxState): string =>
  reason === "state" ? boxStateText[state] : texts[reason];

/** Boxes that stay, with a few of their codes: "3 Boxen, angefordert (0001 000002, 0001 000005, …)". */
export function staySentence({
  boxes,
  reason,
  codes,
}: {
  boxes: number;
  reason: string;
  codes: readonly string[];
}): string {
  const shown = codes.map(showBoxCode).join(", ");
  return `${showBoxes(boxes)}, ${reason} (${shown}${boxes > codes.length ? ", …" : ""})`;
}
