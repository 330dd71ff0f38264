import { clsx } from "clsx";
import {
  Fragment,
  type Key,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import type { TableColumn } from "./column.ts";
import { useRowKeys } from "./row-keys.ts";
import { TableHead } from "./table-head.tsx";
import { SkeletonRows, TableRow } from "./table-row.tsx";
import { type Ticks, useTicking } from "./table-ticks.tsx";

export type DataTableProps<T> = {
  /** Description of the rows for screen readers. */
  caption: string;
  columns: readonly TableColumn<T>[];
  /** Undefined until the first answer. */
  rows: readonly T[] | undefined;
  rowKey: (row: T) => Key;
  /** Wraps the main cell in its real link, or in a button; the whole row follows it. */
  link?: ((row: T, content: ReactNode) => ReactElement) | undefined;
  /** `code` or `-code`. */
  orderBy?: string | undefined;
  onSort?: ((orderBy: string | undefined) => void) | undefined;
  fetching?: boolean | undefined;
  error?: Error | null | undefined;
  onRetry?: (() => unknown) | undefined;
  /** Message and offer of an empty list. */
  empty?: ReactNode;
  /** Rows that stand out, e.g. chosen ones. */
  marked?: ((row: T) => boolean) | undefined;
  skeletonRows?: number | undefined;
  /** Returns the content above the first row of a group; nothing above the others. */
  groupHead?: ((row: T, before: T | undefined) => ReactNode) | undefined;
  /** Rows can be ticked. */
  ticks?: Ticks<T> | undefined;
  /** It is what its page is about: the arrow keys lead into it from outside. */
  leading?: boolean | undefined;
};

/** A list: server order, old rows while new ones come, cards on a phone. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { caption, columns, rows, orderBy, onSort, error, onRetry, empty, fetching = false, skeletonRows = 12 } = props;
  const frame = useRef<HTMLDivElement>(null);
  const tooWide = useTooWide(frame);
  const ticking = useTicking(props.ticks, rows);
  const span = columns.length + (ticking ? 1 : 0);
  useRowKeys(frame, props.leading ?? false);
  const region = tooWide ? { role: "region", tabIndex: 0, "aria-label": caption } : {};
  const failure = error && <ErrorState error={error} onRetry={onRetry} pending={fetching} />;
  return (
    <div>
      <div
        ref={frame}
        {...region}
        className={clsx("relative rounded-md border border-line bg-surface", tooWide && "overflow-x-auto")}
      >
        {fetching && rows && <span aria-hidden className="working top-0 z-2 text-accent" />}
        {rows && failure}
        <table aria-busy={fetching} className="w-full border-separate border-spacing-0 max-sm:block">
          <caption className="sr-only">{caption}</caption>
          <TableHead columns={columns} orderBy={orderBy} onSort={onSort} sticky={!tooWide} ticking={ticking} />
          <tbody className={clsx("max-sm:block", fetching && rows && "stale")}>
            {rows?.map((row, index) => (
              <Fragment key={props.rowKey(row)}>
                <GroupHead span={span}>{props.groupHead?.(row, rows[index - 1])}</GroupHead>
                <TableRow
                  row={row}
                  columns={columns}
                  link={props.link}
                  marked={props.marked?.(row) ?? props.ticks?.has(row) ?? false}
                  ticking={ticking}
                />
              </Fragment>
            ))}
            {!rows && !error && <SkeletonRows columns={columns} count={skeletonRows} ticked={ticking !== undefined} />}
            {rows?.length === 0 && <WholeRow span={span}>{empty ?? <EmptyState />}</WholeRow>}
            {!rows && error && <WholeRow span={span}>{failure}</WholeRow>}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function GroupHead({ span, children }: { span: number; children: ReactNode }) {
  if (!children) return null;
  return (
    <tr className="row-filler bg-page max-sm:block">
      <th
        scope="rowgroup"
        colSpan={span}
        className="h-10 border-b border-line px-1.5 py-1 text-left max-sm:block max-sm:h-auto max-sm:px-3 max-sm:py-2 lg:px-3"
      >
        {children}
      </th>
    </tr>
  );
}

function WholeRow({ span, children }: { span: number; children: ReactNode }) {
  return (
    <tr className="max-sm:block">
      <td colSpan={span} className="max-sm:block">
        {children}
      </td>
    </tr>
  );
}

/** Says whether the table must scroll sideways. Only then its frame does, since a head inside it cannot stick to the page. */
function useTooWide(frame: RefObject<HTMLDivElement | null>): boolean {
  const [tooWide, setTooWide] = useState(false);
  useLayoutEffect(() => {
    const table = frame.current?.querySelector("table");
    if (!frame.current || !table) return;
    const measure = () => setTooWide(table.offsetWidth > (frame.current?.clientWidth ?? 0) + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(frame.current);
    observer.observe(table);
    return () => observer.disconnect();
  }, [frame]);
  return tooWide;
}
