import type { IconNode } from "lucide";
import { clsx } from "clsx";
import { type ComponentProps, type MouseEvent, useId } from "react";
import { Icon } from "#web/ui/icon.tsx";

export type ButtonLook = "primary" | "plain" | "danger" | "quiet";

/** The classes of a button, for a link that looks like one. */
export function buttonClass(look: ButtonLook = "plain", extra?: string): string {
  return clsx("button", look !== "plain" && `button-${look}`, extra);
}

export type ButtonProps = ComponentProps<"button"> & {
  look?: ButtonLook | undefined;
  /** At work: shows the moving line and takes no clicks. */
  pending?: boolean | undefined;
  /** Why it cannot be pressed now; the button stays reachable so that the reason can be read. */
  disabledReason?: string | undefined | false;
  icon?: IconNode | undefined;
};

export function Button({ look, pending, disabledReason, icon, className, children, onClick, ...rest }: ButtonProps) {
  const reasonId = useId();
  const blocked = Boolean(pending || disabledReason);
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (blocked) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      {...(blocked && { "aria-disabled": true })}
      {...(pending && { "aria-busy": true })}
      {...(disabledReason && { title: disabledReason, "aria-describedby": reasonId })}
      className={buttonClass(look, className)}
      onClick={click}
    >
      {icon && <Icon of={icon} size={14} />}
      {children}
      {disabledReason && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
      {pending && <span aria-hidden className="working bottom-0" />}
    </button>
  );
}
