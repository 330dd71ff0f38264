import { useState } from "react";
import { invalidate, type WritingRoute } from "#web/api/queries.ts";

/** What whoever types saw when they began: what comes in meanwhile is shown, but has not been seen by what they send (`before`). */
export function useSeen<T>(now: T, isTyped: boolean): T {
  const [seen, setSeen] = useState(now);
  if (!isTyped && seen !== now) setSeen(now);
  return isTyped ? seen : now;
}

/** Loads anew what a refused call would have changed: somebody else may have changed it. */
export const reloadAfter =
  (route: WritingRoute) =>
  (error: unknown): never => {
    void invalidate(route);
    throw error;
  };
