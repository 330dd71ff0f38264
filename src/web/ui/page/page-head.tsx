import type { ReactNode } from "react";

type PageHeadProps = {
  title: ReactNode;
  total?: number | undefined;
  /** The state, as a badge beside the title. */
  badge?: ReactNode;
  /** One line above the title: where one is, or the way back. */
  above?: ReactNode;
  actions?: ReactNode;
};

/** What it is and its state at the left, what can be done at the right. Keeps its height while the total loads. */
export function PageHead({ title, total, badge, above, actions }: PageHeadProps) {
  return (
    <header className="mb-3">
      {above && <div className="text-muted">{above}</div>}
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 break-words tabular-nums">
            {title}
            {total !== undefined && <span className="font-normal text-muted"> ({total.toLocaleString("de-DE")})</span>}
          </h1>
          {badge}
        </div>
        {actions && (
          <div data-screen-only className="flex flex-wrap gap-2">
            {actions}
          </div>
        )}
      </div>
    </header>
  );
}
