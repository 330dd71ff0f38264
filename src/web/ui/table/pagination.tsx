import { ChevronLeft, ChevronRight } from "lucide";
import { clsx } from "clsx";
import type { ReactElement, ReactNode } from "react";
import { pageList } from "#rules/lists/paging.ts";
import { Icon } from "#web/ui/icon.tsx";

/** Properties that a page's link takes over: `(page, props) => <Link to="." search={…} {...props} />`. */
export type PageLink = {
  className: string;
  "aria-label": string;
  "aria-current"?: "page";
  /** The first page's address is within every other one's: only the whole address is this page's. */
  activeOptions: { readonly exact: true };
  children: ReactNode;
};

export type PaginationProps = {
  page: number;
  /** Number of pages; undefined until it is known. */
  total: number | undefined;
  link: (page: number, props: PageLink) => ReactElement;
  /** Above the list: on a phone, or beside something else, without the numbers. */
  above?: "numbers" | "steps" | undefined;
};

const activeOptions = { exact: true } as const;

/** The first 2 pages, the neighbours, the last 2 (specification 2). Keeps its place while the total loads. */
export function Pagination({ page, total = 0, link, above }: PaginationProps) {
  if (total < 2) return above ? null : <div className="mt-3 h-8" />;
  const step = (to: number, label: string, children: ReactNode) => {
    const props = { className: "page-link", "aria-label": label, children };
    return to < 1 || to > total ? (
      <span role="link" aria-disabled="true" {...props} />
    ) : (
      link(to, { ...props, activeOptions })
    );
  };
  return (
    <nav
      aria-label={above ? "Seiten, oben" : "Seiten"}
      className={clsx("flex flex-wrap items-center gap-1", !above && "mt-3")}
    >
      {/* Both steps stand in front of the numbers, so that repeated clicks find them at the same place. */}
      {step(page - 1, "Vorherige Seite", <Step icon={<Icon of={ChevronLeft} size={14} />} text="Vorherige" />)}
      {step(page + 1, "Nächste Seite", <Step icon={<Icon of={ChevronRight} size={14} />} text="Nächste" after />)}
      <ul className={clsx(above === "steps" ? "hidden" : "contents", above && "max-sm:hidden")}>
        {pageList(page, total).map((entry, index) => (
          // There are at most two gaps: one soon after the start, one further on.
          <li key={entry === "gap" ? `gap-${index < 3 ? "before" : "after"}` : entry} className="contents">
            {entry === "gap" && <span className="px-1 text-muted">…</span>}
            {entry !== "gap" &&
              link(entry, {
                className: "page-link",
                "aria-label": `Seite ${entry}`,
                activeOptions,
                ...(entry === page && { "aria-current": "page" }),
                children: entry.toLocaleString("de-DE"),
              })}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Step({ icon, text, after }: { icon: ReactNode; text: string; after?: boolean }) {
  return (
    <span className={clsx("inline-flex items-center gap-1", after && "flex-row-reverse")}>
      {icon}
      <span className="max-sm:sr-only">{text}</span>
    </span>
  );
}
