import type { PrinterTrouble } from "#rules/paper/printers.ts";

/** Command that asks a label printer for its state (ZPL II, "Host Status Return"). Three lines between STX and ETX come back. */
export const hostStatus = "~HS";
const framesOfAnswer = 3;

/** The fields of the three lines; undefined as long as they are not all there. */
export function hostStatusIn(answer: string): string[][] | undefined {
  const parts = answer.split("\u0002").slice(1);
  const frames = parts.filter((part) => part.includes("\u0003")).map((part) => fieldsOf(part.split("\u0003")[0]));
  return frames.length < framesOfAnswer ? undefined : frames.slice(0, framesOfAnswer);
}

const fieldsOf = (text = "") => text.split(",").map((field) => field.trim());

/**
 * Returns the trouble that keeps a printer of this state from printing, the worst first. Returns null where the printer is ready and has nothing left
 * of what it was sent.
 */
export function findPrinterTrouble([first = [], second = []]: readonly (readonly string[])[]): PrinterTrouble | null {
  const isSet = (field: string | undefined) => Number(field) > 0;
  if (isSet(second[2])) return "open";
  if (isSet(first[1])) return "no_labels";
  if (isSet(second[3])) return "no_ribbon";
  if (isSet(first[9])) return "broken";
  if (isSet(first[11])) return "hot";
  if (isSet(first[2])) return "paused";
  const isBusy = [first[4], first[5], first[7], second[8]].some(isSet);
  return isBusy ? "busy" : null;
}
