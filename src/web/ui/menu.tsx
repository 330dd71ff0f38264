import { clsx } from "clsx";
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type ToggleEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { type ButtonLook, buttonClass } from "./button.tsx";
import { anchorStyle, placePopover, popoverStyle } from "./place-popover.ts";

type MenuProps = {
  /** What stands in the button. */
  trigger: ReactNode;
  /** The button's name where the trigger is only an icon. */
  label?: string | undefined;
  look?: ButtonLook | undefined;
  className?: string | undefined;
  align?: "start" | "end" | undefined;
  children: ReactNode;
};

/** A menu on the native popover, which closes on Esc and presses outside; moving by keys and keys outside are ours. */
export function Menu({ trigger, label, look, className, align = "end", children }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [fromEnd, setFromEnd] = useState(false);
  const close = () => popover.current?.hidePopover();
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      const target = event.target as Node;
      if (!popover.current?.contains(target) && !button.current?.contains(target)) close();
    };
    document.addEventListener("keydown", outside, true);
    document.addEventListener("focusin", outside);
    return () => {
      document.removeEventListener("keydown", outside, true);
      document.removeEventListener("focusin", outside);
    };
  }, [open]);
  const toggled = (event: ToggleEvent<HTMLDivElement>) => {
    const opened = event.newState === "open";
    setOpen(opened);
    if (!opened || !button.current) return setFromEnd(false);
    placePopover(event.currentTarget, button.current, align);
    items(event.currentTarget)
      .at(fromEnd ? -1 : 0)
      ?.focus();
  };
  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    setFromEnd(event.key === "ArrowUp");
    popover.current?.showPopover();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={buttonClass(look, clsx(label && "icon-button", className))}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={label}
        title={label}
        style={anchorStyle(id)}
        onKeyDown={openByArrow}
      >
        {trigger}
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label ?? "Menü"}
        className="pop min-w-48"
        style={popoverStyle(id, align)}
        onToggle={toggled}
        onClick={close}
        onKeyDown={(event) => (event.key === "Tab" ? close() : moveFocus(event, items(event.currentTarget)))}
      >
        {children}
      </div>
    </>
  );
}

function items(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>("[role=menuitem]")];
}

function moveFocus(event: KeyboardEvent, list: HTMLElement[]) {
  const at = list.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  list.at(next === list.length ? 0 : next)?.focus();
}

/** What a link needs to be an entry of a menu: `<Link {...menuItem} to=…>`. */
export const menuItem = { role: "menuitem", tabIndex: -1, className: "pop-item" } as const;

/** An entry; a disabled one can be reached and read, and does nothing. */
export function MenuItem({
  disabled,
  icon,
  onClick,
  children,
  ...rest
}: ComponentProps<"button"> & { icon?: ReactNode }) {
  return (
    <button
      type="button"
      {...menuItem}
      {...rest}
      aria-disabled={disabled || undefined}
      onClick={(event) => (disabled ? event.stopPropagation() : onClick?.(event))}
    >
      {icon}
      {children}
    </button>
  );
}

export function MenuLine() {
  return <hr className="my-1 border-line" />;
}
