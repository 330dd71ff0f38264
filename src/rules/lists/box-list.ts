import { showBoxCode } from "#rules/stock/box-code.ts";
import { showDate } from "#rules/dates.ts";
import { exportFields, labelOf } from "#rules/exchange/imports/columns.ts";
import { showPeriodEnd } from "#rules/stock/period.ts";
import { csvLine } from "./csv.ts";

/** The heads of a list of boxes that goes from one archive to another: what writes one and what reads one agree by them. */
export const boxListHeads = exportFields.map(labelOf);

/** Several contents in one cell: a bar parts them, and stands behind a backslash where it is part of one. */
export const joinContents = (contents: readonly string[]) =>
  contents.map((text) => text.replace(/[\\|]/g, String.raw`\$&`)).join("|");

/** The first of contents that were joined which have their room in `most` characters: none of them is cut, or it would come back as another one. */
export function firstOfJoined(joined: string, most: number): string {
  if (joined.length <= most) return joined;
  const bars = [...joined.slice(0, most + 1).matchAll(/(?<=(?:^|[^\\])(?:\\\\)*)\|/g)];
  return joined.slice(0, bars.at(-1)?.index ?? 0);
}

/** A box of such a list; `after` is its number. */
export interface ListedBox {
  readonly after: number;
  readonly code: string;
  readonly contents: readonly string[];
  readonly size: number;
  readonly year: number | null;
  readonly destroy_year: number | null;
  readonly class: string | null;
  readonly begins: string | null;
  readonly area: string | null;
  readonly row: number | null;
  readonly part: number | null;
  readonly height: number | null;
  readonly numbers: readonly string[];
  readonly cost_centre: string;
  readonly period_from: string | null;
  readonly period_to: string | null;
}

const cells: Readonly<Record<(typeof exportFields)[number], (box: ListedBox) => string | number | null>> = {
  number: ({ after }) => after,
  code: ({ code }) => showBoxCode(code),
  contents: ({ contents }) => joinContents(contents),
  size: ({ size }) => size,
  year: ({ year }) => year,
  destroyYear: ({ destroy_year }) => destroy_year,
  class: (box) => box.class,
  begins: ({ begins }) => begins && showDate(begins),
  area: ({ area }) => area,
  row: ({ row }) => row,
  part: ({ part }) => part,
  height: ({ height }) => height,
  foreignNumber: ({ numbers }) => joinContents(numbers),
  costCentre: ({ cost_centre }) => cost_centre,
  periodFrom: ({ period_from }) => period_from && showPeriodEnd(period_from),
  periodTo: ({ period_to }) => period_to && showPeriodEnd(period_to),
};

/** A box as a line of such a list. */
export const boxListLine = (box: ListedBox) => csvLine(exportFields.map((field) => String(cells[field](box) ?? "")));
