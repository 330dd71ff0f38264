import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { buttonClass } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";

type ListEmptyProps = LinkProps & {
  reason: string;
  /** The way out, as a link in the text or as a button. */
  children: string;
  look?: "button" | undefined;
  /** Words that were probably meant by those looked for. */
  meant?: ReactNode;
};

/** Why a list is empty, and the way out. */
export function ListEmpty({ reason, look, meant, ...link }: ListEmptyProps) {
  const className = look === "button" ? buttonClass() : "text-link";
  return (
    <EmptyState
      reason={reason}
      action={
        <>
          {meant}
          <Link {...link} className={className} />
        </>
      }
    />
  );
}
