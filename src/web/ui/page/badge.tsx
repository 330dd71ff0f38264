import type { IconNode } from "lucide";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Icon } from "#web/ui/icon.tsx";

export type Tone = "grey" | "green" | "amber" | "red" | "blue" | "violet" | "quiet" | "loud" | "orange";

type BadgeProps = { tone: Tone; icon?: IconNode | undefined; struck?: boolean | undefined; children: ReactNode };

/** A state in word, colour and icon together. */
export function Badge({ tone, icon, struck, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-1 rounded-sm bg-tone-soft align-middle px-1.5 whitespace-nowrap text-tone",
        `tone-${tone}`,
      )}
    >
      {icon && <Icon of={icon} size={14} className="shrink-0" />}
      <span className={clsx(struck && "line-through")}>{children}</span>
    </span>
  );
}
