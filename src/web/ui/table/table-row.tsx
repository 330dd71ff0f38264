import { clsx } from "clsx";
import type { MouseEvent, ReactElement, ReactNode } from "react";
import type { TableColumn } from "./column.ts";
import { TickCell, type Ticking } from "./table-ticks.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";

type TableRowProps<T> = {
  row: T;
  columns: readonly TableColumn<T>[];
  link?: ((row: T, content: ReactNode) => ReactElement) | undefined;
  marked: boolean;
  ticking?: Ticking<T> | undefined;
};

// On a phone a row is a wrapping line: title and badge, a forced break (the row's ::before), then the rest.
const cardRow = "max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:px-3 max-sm:py-2";
const cardBreak = "max-sm:before:order-2 max-sm:before:w-full max-sm:before:content-['']";
const line = "border-b border-line group-last:border-b-0";

const mainOf = <T,>(columns: readonly TableColumn<T>[]) => columns.find((column) => column.main) ?? columns[0];

export function TableRow<T>({ row, columns, link, marked, ticking }: TableRowProps<T>) {
  const main = mainOf(columns);
  return (
    <tr
      className={clsx(
        "group row-filler has-focus-visible:bg-hover",
        // by the arrow keys a row comes into sight below the head that sticks
        "scroll-mt-[calc(var(--sticky-top,0px)+2rem)] scroll-mb-2",
        cardRow,
        cardBreak,
        "max-sm:border-b max-sm:border-line max-sm:last:border-b-0",
        marked ? "bg-accent-soft" : link && "hover:bg-hover",
        link && "cursor-pointer",
      )}
      onClick={link && followRow}
      onAuxClick={link && followRow}
    >
      {ticking && <TickCell row={row} ticking={ticking} className={clsx(line, "max-sm:border-b-0")} />}
      {columns.map((column) => {
        const content = column.cell(row);
        // A card leaves out what is not there; its label alone would say nothing.
        const missing = content === undefined || content === null || content === false || content === "";
        return (
          <td
            key={column.key}
            title={typeof content === "string" && column.grow ? content : undefined}
            className={clsx(
              cellClass(column, column === main),
              line,
              "max-sm:border-b-0",
              column === main && "row-link",
              missing && "max-sm:hidden",
            )}
          >
            {column.align === "right" && column !== main && (
              <span className="text-muted sm:hidden">{column.label} </span>
            )}
            {column === main && link ? link(row, content) : content}
          </td>
        );
      })}
    </tr>
  );
}

function cellClass<T>(column: TableColumn<T>, isMain: boolean): string {
  return clsx(
    "h-8 whitespace-nowrap sm:px-1.5 lg:px-3 max-sm:h-auto",
    column.align === "right" && "sm:text-right tabular-nums",
    column.grow && "truncate sm:w-full sm:max-w-0 2xl:w-auto 2xl:max-w-md 2xl:min-w-72",
    isMain && "max-sm:min-h-6 max-sm:flex-1 max-sm:font-semibold",
    !isMain && (column.phone === "beside" ? "max-sm:order-1" : "max-sm:order-3 max-sm:max-w-full max-sm:truncate"),
    column.phone === "hidden" && "max-sm:hidden",
  );
}

/** The row does what its link would do; text being marked and other controls keep their meaning. */
function followRow(event: MouseEvent<HTMLTableRowElement>) {
  const target = event.target as Element;
  if (event.button > 1 || target.closest("a, button, input, label, select, textarea, summary")) return;
  if (getSelection()?.type === "Range") return;
  const link = event.currentTarget.querySelector<HTMLElement>(".row-link :is(a, button)");
  if (!link) return;
  if (!(link instanceof HTMLAnchorElement)) return event.button === 0 ? link.click() : undefined;
  if (event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey)
    window.open(link.href, "_blank", "noopener");
  else link.click();
}

type SkeletonRowsProps<T> = { columns: readonly TableColumn<T>[]; count: number; ticked: boolean };

export function SkeletonRows<T>({ columns, count, ticked }: SkeletonRowsProps<T>) {
  const main = mainOf(columns);
  return Array.from({ length: count }, (_, row) => (
    <tr
      key={row}
      aria-hidden
      className={clsx("group row-filler", cardRow, cardBreak, "max-sm:border-b max-sm:border-line")}
    >
      {ticked && (
        <td className={clsx(line, "max-sm:border-b-0")}>
          <Skeleton className="m-2 size-4 pointer-coarse:m-3 pointer-coarse:size-6" />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} className={clsx(cellClass(column, column === main), line, "max-sm:border-b-0")}>
          <Skeleton
            className={clsx(
              "h-3 max-sm:my-1.5",
              column.align === "right" ? "w-10 sm:ml-auto" : "w-24",
              column.grow && "sm:w-4/5",
            )}
          />
        </td>
      ))}
    </tr>
  ));
}
