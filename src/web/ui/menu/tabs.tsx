import type { ReactNode } from "react";

/** Sub-navigation of links; the active one carries `aria-current="page"`, as router links do by themselves. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="tabs mb-4 flex overflow-x-auto border-b border-line pt-px">
      {children}
    </nav>
  );
}
