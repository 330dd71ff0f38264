import { clsx } from "clsx";
import type { ReactNode } from "react";

type PageHeadProps = {
  title: ReactNode;
  total?: number | undefined;
  /** The state, as a badge beside the title. */
  badge?: ReactNode;
  /** One line above the title: where one is, or the way back. */
  above?: ReactNode;
  /** One line below the title: what the screen is for. A phone's list begins without it. */
  about?: string;
  actions?: ReactNode;
  /** True for a list, which should begin high on a phone: there the way back is left to the menu, and buttons are their icons. */
  isList?: boolean | undefined;
};

/** Shows the title and the state at the left, the possible actions at the right. Keeps its height while the total loads. */
export function PageHead({ title, total, badge, above, about, actions, isList }: PageHeadProps) {
  return (
    <header className="mb-3">
      {above && <div className={clsx("text-muted", isList && "max-sm:hidden")}>{above}</div>}
      <div
        className={clsx(
          "flex min-h-8 items-center justify-between gap-x-4 gap-y-2",
          isList ? "sm:flex-wrap" : "flex-wrap",
        )}
      >
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 break-words tabular-nums">
            {title}
            {/* on a phone the line below the head says it, too, and a title that wraps would move the list */}
            {total !== undefined && (
              <span className={clsx("font-normal text-muted", isList && "max-sm:sr-only")}>
                {` (${total.toLocaleString("de-DE")})`}
              </span>
            )}
          </h1>
          {badge}
        </div>
        {actions && (
          <div data-screen-only className={clsx("flex gap-2", isList ? "max-sm:shrink-0 sm:flex-wrap" : "flex-wrap")}>
            {actions}
          </div>
        )}
      </div>
      {about && <p className={clsx("mt-1 text-muted", isList && "max-sm:hidden")}>{about}</p>}
    </header>
  );
}
