import type { CollectLine } from "#contract/schemas/deliveries/deliveries.ts";
import { compareInRow } from "#rules/stock/positions.ts";

/** Unlike any other line's. */
export const collectKey = ({ delivery, box, content }: CollectLine): string =>
  `${delivery.id}-${content ? `content-${content.id}` : `box-${box.id}`}`;

const byName = new Intl.Collator("de", { numeric: true });

/** The order in which one walks past the lines (product 3); what stands nowhere comes last. Negative when `a` comes first. */
function compareWalk(a: CollectLine, b: CollectLine): number {
  const [here, there] = [a.position, b.position];
  if (!here || !there) return Number(!here) - Number(!there) || compareThings(a, b);
  return (
    byName.compare(here.row.area.name, there.row.area.name) ||
    here.row.area.id - there.row.area.id ||
    here.row.number - there.row.number ||
    compareInRow(here, there, here.row.reverse) ||
    compareThings(a, b)
  );
}

const compareThings = (a: CollectLine, b: CollectLine) =>
  a.box.code.localeCompare(b.box.code) || (a.content?.id ?? 0) - (b.content?.id ?? 0);

/** Lines that are fetched from one row. */
export interface CollectRow {
  readonly key: number;
  readonly title: string;
  readonly isReverse: boolean;
  readonly lines: readonly CollectLine[];
}

/** The lines in walking order, row by row. */
export function groupByRow(lines: readonly CollectLine[]): readonly CollectRow[] {
  const rows = new Map<number, CollectLine[]>();
  for (const line of lines.toSorted(compareWalk)) {
    const key = line.position?.row.id ?? 0;
    const row = rows.get(key);
    if (row) row.push(line);
    else rows.set(key, [line]);
  }
  return [...rows].map(([key, own]) => {
    const row = own[0]?.position?.row;
    const title = row ? `${row.area.name} · Reihe ${row.number}` : "Ohne Platz";
    return { key, title, isReverse: row?.reverse ?? false, lines: own };
  });
}

/** The line to go to once one is done: the next open one on the walk, or the first. */
export function nextOpen(
  lines: readonly CollectLine[],
  after: CollectLine,
  isOpen: (line: CollectLine) => boolean,
): CollectLine | undefined {
  const open = lines.filter(isOpen).toSorted(compareWalk);
  return open.find((line) => compareWalk(line, after) > 0) ?? open[0];
}
