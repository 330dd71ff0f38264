import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { type ButtonLook, buttonClass } from "#web/ui/button/button.tsx";

type MenuButtonProps = ComponentProps<"button"> & {
  /** The id of the menu's popover, which may come later. */
  menu: string;
  open: boolean;
  /** The button's name where what stands in it is only an icon. */
  label?: string | undefined;
  look?: ButtonLook | undefined;
};

/** The half of a menu that is always seen, and the anchor on which its popover hangs. */
export function MenuButton({ menu, open, label, look, className, ...rest }: MenuButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(look, clsx(label && "icon-button", className))}
      popoverTarget={menu}
      aria-haspopup="menu"
      aria-expanded={open}
      aria-label={label}
      title={label}
      style={{ anchorName: `--${menu}` }}
    />
  );
}
