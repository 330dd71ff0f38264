import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";

/** Facts in a grid that fills the width it gets. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(12rem,calc(50%-0.75rem)),1fr))] content-start gap-x-6 gap-y-3 rounded-md border border-line bg-surface p-3">
      {children}
    </dl>
  );
}

type FactProps = {
  label: string;
  /** Takes the whole width, or does so on a phone. */
  wide?: boolean | "phone" | undefined;
  children?: ReactNode;
};

/** One fact; what is not known shows a dash and says so. */
export function Fact({ label, wide, children }: FactProps) {
  const unknown = children === undefined || children === null || children === "";
  return (
    <div className={clsx("min-w-0", wide === true && "col-span-full", wide === "phone" && "max-sm:col-span-full")}>
      <dt className="font-normal text-muted">{label}</dt>
      <dd className="break-words hyphens-auto tabular-nums">
        {unknown ? (
          <>
            <span aria-hidden>–</span>
            <span className="sr-only">keine Angabe</span>
          </>
        ) : (
          children
        )}
      </dd>
    </div>
  );
}

/** Holds the place of facts, so that nothing jumps when they come. */
export function FactsLoading({ labels }: { labels: readonly string[] }) {
  return (
    <Facts>
      {labels.map((label) => (
        <Fact key={label} label={label} wide={label === "Kunde" ? "phone" : undefined}>
          <Skeleton className="my-1 h-3 w-24" />
        </Fact>
      ))}
    </Facts>
  );
}
