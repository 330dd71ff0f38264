import type { ReactNode } from "react";
import { noData } from "#rules/texts/texts.ts";

type EmptyStateProps = {
  text?: string | undefined;
  /** Why it is empty, in a sentence. */
  reason?: ReactNode;
  /** The way out: a link or a button. */
  action?: ReactNode;
};

export function EmptyState({ text = noData, reason, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-start gap-2 px-3 py-6 whitespace-normal">
      <p>{text}</p>
      {reason && <p className="text-muted">{reason}</p>}
      {action}
    </div>
  );
}
