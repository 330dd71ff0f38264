/** Labels of one piece of a print: what is sent at once, and what nobody knows of where a connection ends meanwhile. */
const labelsOfPiece = 50;
/** Labels that are sent to a printer by one call. */
export const maxPrinted = 1000;

interface Amount {
  readonly amount: number;
}

/** Labels in pieces of at most fifty, in their order: one of many copies goes on in the next piece. */
export function printPieces<Label extends Amount>(labels: readonly Label[]): Label[][] {
  const pieces: Label[][] = [];
  let room = 0;
  for (const label of labels)
    for (let rest = label.amount; rest > 0; ) {
      if (room === 0) {
        pieces.push([]);
        room = labelsOfPiece;
      }
      const amount = Math.min(rest, room);
      pieces.at(-1)?.push({ ...label, amount });
      room -= amount;
      rest -= amount;
    }
  return pieces;
}

/** Why a printer takes nothing now. */
export type PrinterTrouble =
  | "away"
  | "silent"
  | "no_labels"
  | "open"
  | "paused"
  | "no_ribbon"
  | "hot"
  | "broken"
  | "busy";

/** Text that people read behind the printer's name. */
const troubleText: Readonly<Record<PrinterTrouble, string>> = {
  away: "ist nicht erreichbar: ausgeschaltet oder nicht im Netz",
  silent: "antwortet nicht",
  no_labels: "ohne Etiketten",
  open: "mit offenem Druckkopf",
  paused: "ist angehalten",
  no_ribbon: "ohne Farbband",
  hot: "ist zu heiß",
  broken: "meldet einen Fehler im Speicher",
  busy: "druckt noch",
};

/** Such as `Drucker „Halle 1“ ohne Etiketten`. */
export const showTrouble = (name: string, trouble: PrinterTrouble): string =>
  `Drucker „${name}“ ${troubleText[trouble]}`;
