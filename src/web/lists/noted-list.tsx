import { clsx } from "clsx";
import type { ReactNode } from "react";

type NotedListProps = {
  note: ReactNode;
  /** Its rows are on their way: what would stand below them on a phone waits. */
  isWaiting: boolean;
  children: ReactNode;
};

/** A list with what is said of it: under the title, and on a phone, where its rows come first, below them. */
export function NotedList({ note, isWaiting, children }: NotedListProps) {
  return (
    <div className="grid-cols-1 max-sm:grid">
      <p className={clsx("mb-3 max-w-prose text-muted max-sm:order-last max-sm:mt-3", isWaiting && "max-sm:hidden")}>
        {note}
      </p>
      {children}
    </div>
  );
}
