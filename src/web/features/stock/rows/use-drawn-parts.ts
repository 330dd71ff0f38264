import { type RefObject, useCallback, useLayoutEffect, useState } from "react";
import type { RowShape } from "#rules/stock/places/place-cursor.ts";

const allAtOnce = 1200; // places: so many are drawn without anybody noticing
const beyond = 8; // parts left and right of what is seen, so that scrolling meets drawn places
const stride = 4; // parts: drawn anew by fours, not by each

export interface DrawnParts {
  readonly first: number;
  readonly last: number;
}

/** Returns the parts of a long row that are drawn: those in view and some beyond. `region` scrolls, its table's head has every part. */
export function useDrawnParts(region: RefObject<HTMLElement | null>, { parts, heights }: RowShape) {
  const isLong = parts * heights > allAtOnce;
  const [inView, setInView] = useState<DrawnParts>({ first: 1, last: 3 * beyond });
  const measure = useCallback(() => {
    const head = region.current?.querySelector("thead th:nth-child(2)");
    if (!isLong || !region.current || !(head instanceof HTMLElement)) return;
    const scrolledParts = region.current.scrollLeft / head.offsetWidth;
    const width = region.current.clientWidth / head.offsetWidth;
    const first = Math.floor((scrolledParts - beyond) / stride) * stride + 1;
    const last = Math.ceil((scrolledParts + width + beyond) / stride) * stride;
    setInView((old) => (old.first === first && old.last === last ? old : { first, last }));
  }, [region, isLong]); // oxlint-disable-line react/preserve-manual-memoization -- a ref never changes
  useLayoutEffect(() => {
    const frame = region.current;
    if (!frame) return;
    const observer = new ResizeObserver(measure); // reports the first size too
    observer.observe(frame);
    frame.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      frame.removeEventListener("scroll", measure);
    };
  }, [region, measure]);
  const partRange = isLong ? inView : { first: 1, last: parts };
  return { first: Math.max(1, Math.min(partRange.first, parts)), last: Math.min(parts, partRange.last), measure };
}
