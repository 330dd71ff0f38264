import { Link, type LinkProps } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { buttonClass } from "#web/ui/button/button.tsx";

/** The way to a new entry, in the head of its list. */
export function AddLink({ children, ...link }: LinkProps & { children: string }) {
  return (
    <Link {...link} className={buttonClass("primary")}>
      <Plus aria-hidden size={14} />
      {children}
    </Link>
  );
}
