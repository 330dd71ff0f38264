import type { IconNode } from "lucide";
import { createLink } from "@tanstack/react-router";
import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { Icon } from "#web/ui/icon.tsx";
import { type ButtonLook, buttonClass } from "./button.tsx";

/** A link in a text, a table or above a title. */
export const TextLink = createLink(({ className, children, ...rest }: ComponentProps<"a">) => (
  <a {...rest} className={clsx("text-link", className)}>
    {children}
  </a>
));

type ButtonLinkProps = ComponentProps<"a"> & { look?: ButtonLook; icon?: IconNode };

/** A link that looks like a button. */
export const ButtonLink = createLink(({ look, icon, className, children, ...rest }: ButtonLinkProps) => (
  <a {...rest} className={buttonClass(look, className)}>
    {icon && <Icon of={icon} size={14} />}
    {children}
  </a>
));
