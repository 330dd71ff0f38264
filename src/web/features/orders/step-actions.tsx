import type { ReactNode } from "react";

/** The way on from a step; it stays in sight, however much was chosen. */
export function StepActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-2 border-t border-line bg-page px-4 py-2 max-sm:bottom-14 sm:mx-0 sm:px-0">
      {children}
    </div>
  );
}
