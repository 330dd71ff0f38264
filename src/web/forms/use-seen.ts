import { useState } from "react";
import { invalidate, type WritingRoute } from "#web/api/queries.ts";

interface Typing {
  readonly formState: { readonly isDirty: boolean };
  /** The refusal that reported somebody else's change; null without one. */
  readonly overtakenBy: Error | null;
}

/**
 * Returns the values that somebody saw when they began to type (`before`). Later values are shown, but do not count as seen until a refusal has
 * reported them. After that, sending the same again overwrites them.
 */
export function useSeen<T>(now: T, { formState: { isDirty }, overtakenBy }: Typing): T {
  const [seen, setSeen] = useState(now);
  const [reported, setReported] = useState(overtakenBy);
  const isReported = overtakenBy !== null && overtakenBy !== reported;
  if (seen !== now && (!isDirty || isReported)) {
    setSeen(now);
    setReported(overtakenBy);
  }
  return isDirty && !isReported ? seen : now;
}

/** Loads anew what a refused call would have changed: somebody else may have changed it. */
export const reloadAfter =
  (route: WritingRoute) =>
  (error: unknown): never => {
    void invalidate(route);
    throw error;
  };
