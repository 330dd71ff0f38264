import { type ReactNode, useEffect, useRef } from "react";

/** The question of a step. Whoever came here from another step finds the focus on it. */
export function StepHead({ moved, children }: { moved: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (moved) heading.current?.focus({ preventScroll: true });
  }, [moved]);
  return (
    <h2 ref={heading} tabIndex={-1} className="mb-3 outline-none">
      {children}
    </h2>
  );
}
