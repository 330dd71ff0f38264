import {
  labelSizes,
  type LabelSizeName,
  labelsOfPage,
  maxOffset,
  parseOffset,
  rollNames,
  usualSize,
} from "#rules/paper/label-sizes.ts";
import { storedValue } from "#web/storage/stored-value.ts";

/** Paper in the printer, the offset by which it prints beside the place in mm, as it is typed, and the resolution on a roll. */
export interface LabelPaper {
  readonly size: LabelSizeName;
  readonly right: string;
  readonly down: string;
  readonly dpi: 203 | 300;
}

export const usualPaper: LabelPaper = { size: usualSize, right: "0", down: "0", dpi: 203 };

const paperIn = (name: string) =>
  storedValue(
    name,
    (value): LabelPaper | undefined => {
      const { size, right, down, dpi } = value as LabelPaper;
      const isPaper = Object.hasOwn(labelSizes, size) && typeof right === "string" && typeof down === "string";
      return isPaper ? { size, right, down, dpi: dpi === 300 ? 300 : 203 } : undefined;
    },
    true,
  );

export const keptPaper = paperIn("labels-paper");
/** The same of the signs of rows and places. */
export const keptRowPaper = paperIn("row-labels-paper");

export const isRoll = ({ size }: LabelPaper): boolean => labelsOfPage(size) === 1;

/** Why nothing is printed: what is typed is no offset. */
export const wrongOffset = ({ right, down }: LabelPaper): string | false =>
  [right, down].some((typed) => parseOffset(typed) === null) &&
  `„Drucker einstellen“: Verschoben wird um −${maxOffset} bis ${maxOffset} mm.`;

const offsetOf = ({ right, down }: LabelPaper) => ({ x: parseOffset(right) ?? 0, y: parseOffset(down) ?? 0 });

/** Returns the input of a call about the sheet; nothing where it is the usual one. */
export function sheetInput(paper: LabelPaper) {
  const offset = offsetOf(paper);
  return {
    ...(paper.size !== usualSize && { size: paper.size }),
    ...((offset.x !== 0 || offset.y !== 0) && { offset }),
  };
}

/** Returns the input of a call for a label printer about the roll in it. */
export function rollInput(paper: LabelPaper) {
  return { size: rollNames.find((name) => name === paper.size), dpi: paper.dpi, offset: offsetOf(paper) };
}
