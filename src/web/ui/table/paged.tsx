import { clsx } from "clsx";
import type { ReactNode } from "react";
import { type ListCount, showRange } from "#rules/lists/paging.ts";
import { Pagination, type PaginationProps } from "./pagination.tsx";

type PagedProps = Omit<PaginationProps, "above"> & {
  /** Number of entries on all pages; undefined until it is known. */
  count: number | ListCount | undefined;
  /** Entries of a page. */
  size?: number | undefined;
  /** Instead of which entries these are, what can be done with the ticked ones. */
  tools?: ReactNode;
  /** The list. */
  children: ReactNode;
};

/** A list between its pages: above it stands which of how many entries these are, but on a phone. Keeps its place while they load. */
export function PagedTable({ count, size, tools, children, ...pages }: PagedProps) {
  const counted = typeof count === "number" ? { count } : count;
  const range = counted && counted.count > 0 ? showRange(pages.page, counted, size) : "";
  return (
    <>
      <div
        className={clsx(
          "mb-2 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2 pointer-coarse:min-h-12",
          !tools && "max-sm:hidden",
        )}
      >
        {tools || <p className="text-muted tabular-nums">{range}</p>}
        <Pagination {...pages} above={tools ? "steps" : "numbers"} />
      </div>
      {children}
      <Pagination {...pages} />
    </>
  );
}
