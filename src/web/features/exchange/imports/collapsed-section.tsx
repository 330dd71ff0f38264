import type { ReactNode } from "react";

type CollapsedSectionProps = { title: string; note?: string; isCollapsed: boolean; children: ReactNode };

/** A part of a page that need not be looked at, and opens where it is wanted. */
export function CollapsedSection({ title, note, isCollapsed, children }: CollapsedSectionProps) {
  return (
    <details open={!isCollapsed} className="mt-6">
      <summary className="mb-2">
        <h2 className="inline">{title}</h2>
        {note && <span className="text-muted"> ({note})</span>}
      </summary>
      {children}
    </details>
  );
}
