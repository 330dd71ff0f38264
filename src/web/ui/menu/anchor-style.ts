import type { CSSProperties } from "react";

/** Marks the element a popover hangs on. */
export function anchorStyle(id: string): CSSProperties {
  return { anchorName: `--${id}` };
}
