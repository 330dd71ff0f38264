import { type LinkOptions, Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import type { IconNode } from "lucide";
import { showCount } from "#rules/amounts.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Icon } from "#web/ui/icon.tsx";

export const tiles = "grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6";

interface TileProps {
  readonly label: string;
  readonly icon: IconNode;
  /** Undefined until it is known; null where it could not be had. */
  readonly count: number | null | undefined;
  /** More are not counted. */
  readonly most?: number | undefined;
  /** What more is to be said of them. */
  readonly more?: string | undefined;
  /** Somebody has to do something about it. */
  readonly isUrgent?: boolean;
  readonly link: Pick<LinkOptions, "to">;
}

/** How many there are, and the way to them. */
export function Tile({ label, icon, count, most, more, isUrgent, link }: TileProps) {
  return (
    <li>
      <Link
        {...link}
        className="block h-full rounded-md border border-line bg-surface p-2.5 text-text hover:border-accent hover:bg-hover"
      >
        <span className="flex items-center gap-1.5 text-muted">
          <Icon of={icon} size={14} />
          {label}
        </span>
        <span
          className={clsx(
            "mt-2 block text-title font-semibold tabular-nums",
            isUrgent && count && "tone-red text-tone",
            count === 0 && "font-normal text-muted",
          )}
        >
          {count === undefined ? <Skeleton className="h-7 w-12" /> : count === null ? "–" : showCount(count)}
          {count === most && "+"}
        </span>
        <span className="block min-h-5 text-muted">{more}</span>
      </Link>
    </li>
  );
}
