import type { ReactNode } from "react";
import { ShelvesDrawing } from "./shelves-drawing.tsx";

/** The frame of what is seen without signing in: what there is to do first, the shelves beside it, on a phone below it. */
export function OpenPage({ children, foot }: { children: ReactNode; foot?: ReactNode }) {
  return (
    <div className="flex min-h-dvh bg-surface">
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex flex-1 flex-col px-4 pt-login-top pb-4 sm:px-login-side">
          <main className="mb-6 w-full max-w-80">{children}</main>
          <footer className="mt-auto flex flex-wrap gap-x-4 text-muted">{foot}</footer>
        </div>
        <div className="relative min-h-0 flex-1 overflow-hidden border-t border-line bg-page lg:hidden">
          <ShelvesDrawing />
        </div>
      </div>
      <div className="relative flex-1 overflow-hidden border-l border-line bg-page max-lg:hidden">
        <ShelvesDrawing />
      </div>
    </div>
  );
}
