import { type ReactNode, useId } from "react";

type SectionProps = { title: string; total?: number | undefined; actions?: ReactNode; children: ReactNode };

/** A part of a page: heading with its number at the left, what can be done at the right, no frame of its own. */
export function Section({ title, total, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-6">
      <div className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h2 id={id}>
          {title}
          {total !== undefined && (
            <span className="font-normal text-muted tabular-nums"> ({total.toLocaleString("de-DE")})</span>
          )}
        </h2>
        {actions && (
          <div data-screen-only className="flex flex-wrap gap-2">
            {actions}
          </div>
        )}
      </div>
      {children}
    </section>
  );
}
