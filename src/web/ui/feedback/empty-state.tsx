import type { ReactNode } from "react";
import { noData } from "#rules/texts/texts.ts";

type EmptyStateProps = {
  text?: string | undefined;
  /** Why it is empty, in a sentence. */
  reason?: ReactNode;
  /** The way out: a link or a button. */
  action?: ReactNode;
  drawing?: ReactNode;
};

export function EmptyState({ text = noData, reason, action, drawing }: EmptyStateProps) {
  return (
    <div className="flex gap-4 px-3 py-6 whitespace-normal">
      {drawing}
      <div className="grid min-w-0 justify-items-start gap-2">
        <p>{text}</p>
        {reason && <p className="text-muted">{reason}</p>}
        {action}
      </div>
    </div>
  );
}
