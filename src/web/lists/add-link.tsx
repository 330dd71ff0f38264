import { Plus } from "lucide";
import { Link, type LinkProps } from "@tanstack/react-router";
import { buttonClass } from "#web/ui/button/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** The way to a new entry, in the head of its list. */
export function AddLink({ children, ...link }: LinkProps & { children: string }) {
  return (
    <Link {...link} className={buttonClass("primary")}>
      <Icon of={Plus} size={14} />
      <span className="max-sm:sr-only">{children}</span>
    </Link>
  );
}
