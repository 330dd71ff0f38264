import type {
  CollectLine,
  DeliveryBox,
  DeliveryContent,
  DeliveryDetail,
} from "#contract/schemas/deliveries/deliveries.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { showPlace } from "#rules/stock/positions.ts";

/** A line of a delivery: a whole box, or one of a box's contents. */
export type Line = DeliveryBox | DeliveryContent;

export const isBoxLine = (line: Line): line is DeliveryBox => "code" in line;

/** The ten digits of the box that is, or that holds, the thing of a line. */
export const boxCodeOfLine = (line: Line): string => (isBoxLine(line) ? line.code : line.box.code);

/** Unlike any other line's of the same delivery. */
export function lineKey(line: Line): string {
  if (isBoxLine(line)) return `box-${line.id}`;
  return line.id === null ? `deleted-${line.box.id}-${line.text}` : `content-${line.id}`;
}

/** Still to be fetched, or to come back. */
export const isOpenLine = ({ open, picked, missing, received }: Line): boolean =>
  open && !picked && !missing && !received;

/** Scanned, and not back at its place. */
export const isAtScanner = ({ open, copies }: Line): boolean => open && copies.length > 0;

export const linesOfDelivery = ({ boxes, boxcontents }: DeliveryDetail): readonly Line[] => [...boxes, ...boxcontents];

/** A line as a sentence names it. */
export function lineName(line: Line): string {
  return isBoxLine(line) ? `Box ${showBoxCode(line.code)}` : `„${line.text}“ aus Box ${showBoxCode(line.box.code)}`;
}

/** Where to go for a line; empty where the box stands nowhere. */
export function linePosition(position: CollectLine["position"] | undefined): string {
  if (!position) return "";
  const { row, part, height } = position;
  return showPlace({ area: row.area.name, row: row.number, part, height });
}

const countNoun = (count: number, one: string, many: string) =>
  `${count.toLocaleString("de-DE")} ${count === 1 ? one : many}`;

export const showLineCount = (count: number) => countNoun(count, "Zeile", "Zeilen");

/** Returns the number of things in a delivery: `3 Boxen, 1 Inhalt`. */
export function countThings({ boxes_count, boxcontents_count }: DeliveryDetail): string {
  const parts = [
    boxes_count > 0 && countNoun(boxes_count, "Box", "Boxen"),
    boxcontents_count > 0 && countNoun(boxcontents_count, "Inhalt", "Inhalte"),
  ];
  return parts.filter(Boolean).join(", ");
}
