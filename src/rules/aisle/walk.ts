import { showBoxCode } from "#rules/stock/box-code.ts";
import { compareInRow } from "#rules/stock/positions.ts";
import type { Say } from "./flow.ts";
import { type Data, deliveryOf, type KnownLine, shelfPlaceOf } from "./stock-data.ts";

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

/** Target of a walk: a line of a delivery, or a box of a destruction batch. */
interface WalkTarget {
  readonly code: string;
  readonly state: string;
  readonly delivery?: number;
  readonly content?: KnownLine["content"];
}

/** Unlike any other line's. */
export const walkLineKey = ({ delivery = 0, code, content = null }: WalkTarget): string =>
  content ? `${delivery}-content-${content.id}` : `${delivery}-box-${code}`;

export function stopOf(line: WalkTarget, data: Data): Stop {
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
  return { key: walkLineKey(line), code: line.code, content: line.content?.id ?? 0, at };
}

const byName = new Intl.Collator("de", { numeric: true });

/** The order in which one walks past (product 3); what stands nowhere comes last. Negative when `a` comes first. */
function compareStops(a: Stop, b: Stop): number {
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
export const openWalkLines = (data: Data, deliveries: readonly number[]): readonly KnownLine[] =>
  deliveries.flatMap((id) => deliveryOf(data, id)?.lines ?? []);

/** The line to go to: the next open one on the walk that was not passed over, from its end back to what was. */
export function nextLine<L extends WalkTarget>(
  lines: readonly L[],
  after: Stop | null,
  skipped: readonly string[],
  data: Data,
): L | null {
  const open = lines
    .filter(({ state }) => state === "open")
    .map((line) => ({ line, stop: stopOf(line, data) }))
    .sort((one, other) => compareStops(one.stop, other.stop));
  const remaining = open.filter(({ stop }) => !skipped.includes(stop.key));
  const next = remaining.find(({ stop }) => !after || compareStops(stop, after) > 0) ?? remaining[0] ?? open[0];
  return next?.line ?? null;
}

/** Where the walk is after a line was passed over; once all were, it begins anew. */
export function countPassedLines(
  lines: readonly WalkTarget[],
  line: WalkTarget,
  before: readonly string[],
  data: Data,
) {
  const after = stopOf(line, data);
  const skippedKeys = [...before, after.key];
  const isRound = lines.filter(({ state }) => state === "open").every((one) => skippedKeys.includes(walkLineKey(one)));
  return { after, skipped: isRound ? [] : skippedKeys };
}

/** `Gesucht: 0042.000.123.` */
export const wantedText = (line: { readonly code: string } | null): string =>
  line ? `Gesucht: ${showBoxCode(line.code)}.` : "Es ist nichts mehr offen.";

/** Says whether the walk leads to the row that was scanned. */
export function sayRow(row: number, line: { readonly code: string } | null, data: Data): Say {
  const spot = line && (data.box(line.code)?.place ?? null);
  const message = { text: wantedText(line), plate: shelfPlaceOf(data, spot) ?? undefined };
  return spot?.row === row
    ? { signal: "done", title: "Richtige Reihe", ...message }
    : { signal: "look", title: "Andere Reihe", ...message };
}
