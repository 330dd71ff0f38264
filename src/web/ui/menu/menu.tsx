import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type ToggleEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import type { IconNode } from "lucide";
import type { ButtonLook } from "#web/ui/button/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { MenuButton } from "./menu-button.tsx";
import { placePopover, popoverStyle } from "./place-popover.ts";

type MenuProps = {
  /** Content of the button. */
  trigger: ReactNode;
  /** The button's name where the trigger is only an icon. */
  label?: string | undefined;
  look?: ButtonLook | undefined;
  className?: string | undefined;
  align?: "start" | "end" | undefined;
  children: ReactNode;
};

/** A button and its menu. */
export function Menu({ trigger, label, look, className, align, children }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <MenuButton ref={button} menu={id} open={open} label={label} look={look} className={className}>
        {trigger}
      </MenuButton>
      <MenuPopover id={id} button={button} open={open} onOpen={setOpen} label={label} align={align}>
        {children}
      </MenuPopover>
    </>
  );
}

export type MenuPopoverProps = {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onOpen: (open: boolean) => void;
  /** The button was pressed before the popover came. */
  pressed?: boolean | undefined;
  label?: string | undefined;
  align?: "start" | "end" | undefined;
  /** Content above the entries that is none of them. */
  above?: ReactNode;
  children: ReactNode;
};

/** A menu on the native popover, which closes on Esc and presses outside; moving by keys and keys outside are ours. */
export function MenuPopover(props: MenuPopoverProps) {
  const { id, button, open, onOpen, pressed, label, align = "end", above, children } = props;
  const popover = useRef<HTMLDivElement>(null);
  const fromEnd = useRef(false);
  const close = () => popover.current?.hidePopover();
  useEffect(() => {
    const trigger = button.current;
    const openByArrow = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      fromEnd.current = event.key === "ArrowUp";
      popover.current?.showPopover();
    };
    trigger?.addEventListener("keydown", openByArrow);
    return () => trigger?.removeEventListener("keydown", openByArrow);
  }, [button]);
  useEffect(() => {
    if (pressed) popover.current?.showPopover();
    // Once: what is pressed from now on the browser sees.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  useOutside(open, [popover, button], close);
  const onToggle = (event: ToggleEvent<HTMLDivElement>) => {
    const opened = event.newState === "open";
    onOpen(opened);
    if (opened && button.current) {
      placePopover(event.currentTarget, button.current, align);
      items(event.currentTarget)
        .at(fromEnd.current ? -1 : 0)
        ?.focus();
    }
    fromEnd.current = false;
  };
  return (
    <div
      ref={popover}
      id={id}
      popover="auto"
      className="pop min-w-48"
      style={popoverStyle(id, align)}
      onToggle={onToggle}
    >
      {above}
      <div
        role="menu"
        tabIndex={-1}
        aria-label={label ?? "Menü"}
        onClick={close}
        onKeyDown={(event) => {
          if (event.key !== "Tab") moveFocus(event, items(event.currentTarget));
          else close();
        }}
      >
        {children}
      </div>
    </div>
  );
}

/** Closes what is open by a key or the focus outside of it, and takes the press outside that closes it. */
function useOutside(open: boolean, inside: readonly RefObject<HTMLElement | null>[], close: () => void) {
  const [popover, button] = inside;
  const closing = useEffectEvent(close);
  useEffect(() => {
    if (!open) return;
    const isOutside = ({ target }: Event) =>
      !popover?.current?.contains(target as Node) && !button?.current?.contains(target as Node);
    const leave = (event: Event) => {
      if (!isOutside(event)) return;
      if (event.type === "pointerdown") swallowClick();
      else closing();
    };
    for (const kind of ways) document.addEventListener(kind, leave, true);
    return () => {
      for (const kind of ways) document.removeEventListener(kind, leave, true);
    };
  }, [open, popover, button]);
}
const ways = ["keydown", "focusin", "pointerdown"] as const;

/** The press that closes a menu does nothing else: what lies under it is not opened. */
function swallowClick() {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const once = { capture: true, once: true };
  addEventListener("click", swallow, once);
  // A press that became a scroll has no click: the next one is meant.
  setTimeout(() => addEventListener("pointerdown", () => removeEventListener("click", swallow, true), once));
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

/** An entry; a disabled one can be reached and read, and does nothing. */
export function MenuItem({
  disabled,
  icon,
  onClick,
  children,
  ...rest
}: ComponentProps<"button"> & { icon?: IconNode | undefined }) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className="pop-item"
      {...rest}
      aria-disabled={disabled || undefined}
      onClick={(event) => (disabled ? event.stopPropagation() : onClick?.(event))}
    >
      {icon && <Icon of={icon} size={14} />}
      {children}
    </button>
  );
}

export function MenuLine() {
  return <hr className="my-1 border-line" />;
}
