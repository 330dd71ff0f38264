import type { CSSProperties } from "react";

/** Hangs a popover below its anchor (`anchorName`), flipped where there is no room. */
export function popoverStyle(id: string, align: "start" | "end" | "fill"): CSSProperties {
  return {
    inset: "auto",
    margin: "4px 0",
    positionAnchor: `--${id}`,
    positionArea: align === "end" ? "block-end span-inline-start" : "block-end span-inline-end",
    positionTryFallbacks: "flip-block, flip-inline",
    ...(align === "fill" && { width: "anchor-size(width)" }),
  };
}

/** The same by measuring, for browsers without anchor positioning; to be called once the popover is open. */
export function placePopover(popover: HTMLElement, anchor: HTMLElement, align: "start" | "end" | "fill") {
  if (CSS.supports("position-area: block-end")) return;
  const at = anchor.getBoundingClientRect();
  if (align === "fill") popover.style.width = `${at.width}px`;
  const left = align === "end" ? at.right - popover.offsetWidth : at.left;
  const below = at.bottom + popover.offsetHeight + 8 <= innerHeight;
  popover.style.left = `${Math.max(4, Math.min(left, innerWidth - popover.offsetWidth - 4))}px`;
  popover.style.top = `${Math.max(0, below ? at.bottom : at.top - popover.offsetHeight - 8)}px`;
}
