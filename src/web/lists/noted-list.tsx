import type { ReactNode } from "react";

/** A list with what is said of it: under the title, and on a phone, where its rows come first, below them. */
export function NotedList({ note, children }: { note: ReactNode; children: ReactNode }) {
  return (
    <div className="grid-cols-1 max-sm:grid">
      <p className="mb-3 max-w-prose text-muted max-sm:order-last max-sm:mt-3">{note}</p>
      {children}
    </div>
  );
}
