import { useLocation } from "@tanstack/react-router";
import { clsx } from "clsx";
import { useEffect, useRef } from "react";
import { contentHash } from "#web/search-results/found-result.ts";

/** Returns the properties of a content's line. The content that the address names, as a search leads to it, is highlighted and comes into view. */
export function useFoundContent(id: number, className: string) {
  const line = useRef<HTMLLIElement>(null);
  const isFound = useLocation({ select: ({ hash }) => hash === contentHash(id) });
  useEffect(() => {
    if (isFound) line.current?.scrollIntoView({ block: "center" });
  }, [isFound]);
  return { ref: line, "aria-current": isFound || undefined, className: clsx(className, isFound && "bg-accent-soft") };
}
