import { clsx } from "clsx";

/** Holds the place of what is coming; the caller gives it the size that will be needed. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden className={clsx("skeleton block rounded-sm bg-line", className ?? "h-4 w-full")} />;
}
