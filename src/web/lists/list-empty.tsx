import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { buttonClass } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";

type ListEmptyProps = LinkProps & {
  text?: string;
  reason: string;
  /** The way out, as a link in the text or as a button. */
  children: string;
  look?: "button" | undefined;
  /** Words that were probably meant by those looked for. */
  meant?: ReactNode;
  drawing?: ReactNode;
};

/** Why a list is empty, and the way out. */
export function ListEmpty({ text, reason, look, meant, drawing, ...link }: ListEmptyProps) {
  const className = look === "button" ? buttonClass() : "text-link";
  return (
    <EmptyState
      text={text}
      reason={reason}
      drawing={drawing}
      action={
        <>
          {meant}
          <Link {...link} className={className} />
        </>
      }
    />
  );
}
