import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide";
import { clsx } from "clsx";
import { columnOf, isDescending } from "#rules/lists/orders.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { TableColumn } from "./column.ts";
import { TickHead, type Ticking } from "./table-ticks.tsx";

type TableHeadProps<T> = {
  columns: readonly TableColumn<T>[];
  orderBy?: string | undefined;
  onSort?: ((orderBy: string | undefined) => void) | undefined;
  sticky: boolean;
  ticking?: Ticking<T> | undefined;
};

const arrows = { ascending: ArrowUp, descending: ArrowDown };
const cell = "h-8 border-b border-line bg-page first:rounded-tl-md last:rounded-tr-md";

export type Direction = "ascending" | "descending" | undefined;

function directionOf(key: string, orderBy: string | undefined): Direction {
  if (orderBy === undefined || columnOf(orderBy) !== key) return undefined;
  return isDescending(orderBy) ? "descending" : "ascending";
}

/** Up, then down, then the list's own order again. */
function nextOrder(key: string, direction: Direction): string | undefined {
  if (direction === undefined) return key;
  return direction === "ascending" ? `-${key}` : undefined;
}

export function TableHead<T>({ columns, orderBy, onSort, sticky, ticking }: TableHeadProps<T>) {
  const stickyClasses = sticky && "sticky top-(--sticky-top,0px) z-1";
  return (
    <thead className="max-sm:hidden">
      <tr className="row-filler">
        {ticking && <TickHead ticking={ticking} className={clsx(cell, stickyClasses)} />}
        {columns.map((column) => {
          const direction = directionOf(column.key, orderBy);
          return (
            <th
              key={column.key}
              scope="col"
              aria-sort={direction}
              className={clsx(
                cell,
                "px-1.5 whitespace-nowrap lg:px-3",
                stickyClasses,
                column.align === "right" ? "text-right" : "text-left",
                column.grow && "w-full min-w-24 lg:min-w-40 2xl:w-auto",
              )}
            >
              {column.sortable && onSort ? (
                <button
                  type="button"
                  className={clsx(
                    "inline-flex h-8 items-center gap-1 align-top",
                    column.align === "right" && "flex-row-reverse",
                  )}
                  onClick={() => onSort(nextOrder(column.key, direction))}
                >
                  {column.label}
                  <Icon
                    of={direction ? arrows[direction] : ArrowUpDown}
                    size={14}
                    className={clsx("shrink-0", direction ? "text-accent" : "text-muted")}
                  />
                </button>
              ) : (
                <span className={clsx(column.bare && "sr-only")}>{column.label}</span>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
