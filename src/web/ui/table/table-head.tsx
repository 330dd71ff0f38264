import { ArrowDown, ArrowUp } from "lucide";
import { clsx } from "clsx";
import { columnOf, isDescending } from "#rules/lists/orders.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { Column } from "./column.ts";

type TableHeadProps<T> = {
  columns: readonly Column<T>[];
  orderBy?: string | undefined;
  onSort?: ((orderBy: string | undefined) => void) | undefined;
  sticky: boolean;
};

export type Direction = "ascending" | "descending" | undefined;

export function directionOf(key: string, orderBy: string | undefined): Direction {
  if (orderBy === undefined || columnOf(orderBy) !== key) return undefined;
  return isDescending(orderBy) ? "descending" : "ascending";
}

/** Up, then down, then the list's own order again. */
function nextOrder(key: string, direction: Direction): string | undefined {
  if (direction === undefined) return key;
  return direction === "ascending" ? `-${key}` : undefined;
}

export function TableHead<T>({ columns, orderBy, onSort, sticky }: TableHeadProps<T>) {
  return (
    <thead className="max-sm:hidden">
      <tr>
        {columns.map((column) => {
          const direction = directionOf(column.key, orderBy);
          const arrow = direction === "descending" ? ArrowDown : ArrowUp;
          return (
            <th
              key={column.key}
              scope="col"
              aria-sort={direction}
              className={clsx(
                "h-8 border-b border-line bg-page px-2 whitespace-nowrap lg:px-3 first:rounded-tl-md last:rounded-tr-md",
                sticky && "sticky top-(--sticky-top,0px) z-1",
                column.align === "right" ? "text-right" : "text-left",
                column.grow && "w-full min-w-24 lg:min-w-40",
              )}
            >
              {column.sortable && onSort ? (
                <button
                  type="button"
                  className={clsx(
                    "group inline-flex h-8 items-center gap-1 align-top",
                    column.align === "right" && "flex-row-reverse",
                  )}
                  onClick={() => onSort(nextOrder(column.key, direction))}
                >
                  {column.label}
                  <Icon
                    of={arrow}
                    size={14}
                    className={clsx(
                      "shrink-0",
                      direction
                        ? "text-accent"
                        : "text-muted opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100",
                    )}
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
