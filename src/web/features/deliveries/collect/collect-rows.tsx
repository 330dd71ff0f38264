import { ArrowRightLeft } from "lucide";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { CollectLine } from "#contract/schemas/deliveries/deliveries.ts";
import { isInTour, type Tour } from "#rules/deliveries/delivery-plan.ts";
import { Badge } from "#web/ui/page/badge.tsx";
import { CollectItem } from "./collect-line.tsx";
import { isDone, ticks } from "./collect-ticks.ts";
import { collectKey, type CollectRow, groupByRow } from "./collect-walk.ts";

interface RowsProps {
  readonly lines: readonly CollectLine[];
  readonly tour: Tour | undefined;
  /** The line to go to. */
  readonly next: string | null;
  readonly onMissing: (line: CollectLine) => void;
}

/** Shows what is to be fetched row by row. A row without anything due is collapsed, unless it is the first and nothing is due at all. */
export function CollectRows({ lines, tour = "today", ...rest }: RowsProps) {
  const [now] = useState(() => new Date());
  const isDue = ({ delivery }: CollectLine) => isInTour(delivery.time, tour, now);
  const rows = groupByRow(lines);
  const dueRows = rows.filter((row) => row.lines.some(isDue));
  const openRows = dueRows.length > 0 ? dueRows : rows.slice(0, 1);
  return rows.map((row) => <FoldedRow key={row.key} row={row} isOpen={openRows.includes(row)} {...rest} />);
}

/** Shows finished lines out of the way. */
export function CollectedRows({ lines }: Pick<RowsProps, "lines">) {
  return (
    <details className="mt-4">
      <summary className="min-h-8 cursor-pointer content-center text-section font-semibold tabular-nums pointer-coarse:min-h-12">
        {lines.length} erledigt
      </summary>
      {groupByRow(lines).map((row) => (
        <FinishedRow key={row.key} row={row} />
      ))}
    </details>
  );
}

type FoldedRowProps = Pick<RowsProps, "next" | "onMissing"> & { row: CollectRow; isOpen: boolean };

/** A row that people open and close; a tick in it opens it, and so does a scan that leads there. */
function FoldedRow({ row, isOpen, next, onMissing }: FoldedRowProps) {
  const [isOpenAtFirst] = useState(isOpen); // what comes later leaves it as people have it
  const tickStates = ticks.use();
  const fold = useRef<HTMLDetailsElement>(null);
  const id = useId();
  const hasTicks = row.lines.some((line) => isDone(tickStates.get(collectKey(line))));
  useEffect(() => {
    if (hasTicks && fold.current) fold.current.open = true;
  }, [hasTicks]);
  return (
    <section aria-labelledby={id} className="mt-1">
      <details ref={fold} open={isOpenAtFirst}>
        <summary className="sticky top-(--sticky-top) z-4 cursor-pointer content-center bg-page py-1 pointer-coarse:min-h-12">
          <RowTitle id={id} row={row} />
        </summary>
        <RowLines row={row} next={next} onMissing={onMissing} />
      </details>
    </section>
  );
}

function FinishedRow({ row }: { row: CollectRow }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-3">
      <RowTitle id={id} row={row}>
        <span className="sr-only"> erledigt</span>
      </RowTitle>
      <RowLines row={row} next={null} onMissing={() => undefined} />
    </section>
  );
}

const RowTitle = ({ id, row, children }: { id: string; row: CollectRow; children?: ReactNode }) => (
  <>
    <h2 id={id} className="inline">
      {row.title}
      {children}
      <span className="font-normal text-muted tabular-nums"> ({row.lines.length})</span>
    </h2>{" "}
    {row.isReverse && (
      <Badge tone="amber" icon={ArrowRightLeft}>
        umgekehrt
      </Badge>
    )}
  </>
);

function RowLines({ row, next, onMissing }: Pick<RowsProps, "next" | "onMissing"> & { row: CollectRow }) {
  const tickStates = ticks.use();
  return (
    <ul className="mb-3 rounded-md border border-line bg-surface">
      {row.lines.map((line) => (
        <CollectItem
          key={collectKey(line)}
          line={line}
          done={tickStates.get(collectKey(line))}
          isNext={collectKey(line) === next}
          onMissing={onMissing}
        />
      ))}
    </ul>
  );
}
