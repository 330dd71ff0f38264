import type { ReactNode } from "react";

/** Shows the actions that are possible now, side by side in reach of the thumb. */
export const ActionBar = ({ children }: { children: ReactNode }) => (
  <section aria-label="Aktionen" className="flex shrink-0 gap-2 px-2 pb-2">
    {children}
  </section>
);
