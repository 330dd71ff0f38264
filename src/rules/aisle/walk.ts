import { compareInRow } from "#rules/positions.ts";
import { type Data, deliveryOf, type KnownLine } from "./known.ts";

/** Where one stops on a walk, as plain values: it can be compared with after its box has left its place. */
export interface Stop {
  readonly key: string;
  readonly code: string;
  readonly content: number;
  /** Null where the box stands nowhere. */
  readonly at: {
    readonly area: string;
    readonly areaId: number;
    readonly row: number;
    readonly reverse: boolean;
    readonly part: number;
    readonly height: number;
  } | null;
}

/** Unlike any other line's. */
export const lineKey = ({ delivery, code, content }: KnownLine): string =>
  content ? `${delivery}-content-${content.id}` : `${delivery}-box-${code}`;

export function stopOf(line: KnownLine, data: Data): Stop {
  const place = data.box(line.code)?.place;
  const row = place && data.row(place.row);
  const at = row
    ? {
        area: row.area.name,
        areaId: row.area.id,
        row: row.number,
        reverse: row.reverse,
        part: place.part,
        height: place.height,
      }
    : null;
  return { key: lineKey(line), code: line.code, content: line.content?.id ?? 0, at };
}

const byName = new Intl.Collator("de", { numeric: true });

/** The order in which one walks past (product 3); what stands nowhere comes last. Negative when `a` comes first. */
export function compareStops(a: Stop, b: Stop): number {
  if (!a.at || !b.at) return Number(!a.at) - Number(!b.at) || compareThings(a, b);
  return (
    byName.compare(a.at.area, b.at.area) ||
    a.at.areaId - b.at.areaId ||
    a.at.row - b.at.row ||
    compareInRow(a.at, b.at, a.at.reverse) ||
    compareThings(a, b)
  );
}

const compareThings = (a: Stop, b: Stop) => a.code.localeCompare(b.code) || a.content - b.content;

/** The lines of deliveries, in no order. */
export const linesOf = (data: Data, deliveries: readonly number[]): readonly KnownLine[] =>
  deliveries.flatMap((id) => deliveryOf(data, id)?.lines ?? []);

/** The line to go to: the next open one on the walk that was not passed over, from its end back to what was. */
export function nextLine(
  lines: readonly KnownLine[],
  after: Stop | null,
  skipped: readonly string[],
  data: Data,
): KnownLine | null {
  const open = lines
    .filter(({ state }) => state === "open")
    .map((line) => ({ line, stop: stopOf(line, data) }))
    .sort((one, other) => compareStops(one.stop, other.stop));
  const left = open.filter(({ stop }) => !skipped.includes(stop.key));
  const next = left.find(({ stop }) => !after || compareStops(stop, after) > 0) ?? left[0] ?? open[0];
  return next?.line ?? null;
}
