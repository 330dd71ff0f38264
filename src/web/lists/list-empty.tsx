import { Link, type LinkProps } from "@tanstack/react-router";
import { buttonClass } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";

type ListEmptyProps = LinkProps & {
  reason: string;
  /** The way out, as a link in the text or as a button. */
  children: string;
  look?: "button" | undefined;
};

/** Why a list is empty, and the way out. */
export function ListEmpty({ reason, look, ...link }: ListEmptyProps) {
  const className = look === "button" ? buttonClass() : "text-link";
  return <EmptyState reason={reason} action={<Link {...link} className={className} />} />;
}
