import { ChevronDown } from "lucide";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import { Icon } from "#web/ui/icon.tsx";
import { MenuPopover } from "#web/ui/menu/menu.tsx";
import { MenuButton } from "#web/ui/menu/menu-button.tsx";
import type { MenuTarget } from "./menu.ts";

interface MoreTabsProps {
  /** Holds a link for each tab, in one line; those that have no room wrap, and the line hides them. */
  readonly of: RefObject<HTMLElement | null>;
  readonly links: readonly { readonly label: string; readonly link: MenuTarget }[];
  readonly tab: string | undefined;
}

/** The menu of the tabs that have no room in the bar. */
export function MoreTabs({ of, links, tab }: MoreTabsProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState(links.length);
  const labels = links.map(({ label }) => label).join();
  useLayoutEffect(() => {
    const line = of.current;
    if (!line) return;
    const look = () => setShown(showFitting(line, button.current?.offsetWidth ?? 0));
    const observer = new ResizeObserver(look);
    observer.observe(line);
    look();
    return () => observer.disconnect();
  }, [of, labels, tab, shown]);
  const others = links.slice(shown);
  if (others.length === 0) return null;
  return (
    <>
      <MenuButton
        ref={button}
        menu={id}
        open={open}
        look="quiet"
        className={clsx("self-center", others.some(({ label }) => label === tab) && "text-accent")}
      >
        Mehr
        <Icon of={ChevronDown} size={14} />
      </MenuButton>
      <MenuPopover id={id} button={button} open={open} onOpen={setOpen} label="Mehr">
        {others.map(({ label, link }) => (
          <Link
            key={label}
            {...link}
            role="menuitem"
            tabIndex={-1}
            aria-current={label === tab ? "page" : undefined}
            className={clsx("pop-item", label === tab && "font-semibold text-accent")}
          >
            {label}
          </Link>
        ))}
      </MenuPopover>
    </>
  );
}

/** Shows the tabs of the first line and hides the others from keys and readers, too; answers how many are shown. */
function showFitting(line: HTMLElement, button: number): number {
  const tabs = [...line.children] as HTMLElement[];
  const width = tabs.reduce((sum, { offsetWidth }) => sum + offsetWidth, 0);
  const top = tabs[0]?.offsetTop;
  const isSeen = (tab: HTMLElement) => width <= line.offsetWidth + button || tab.offsetTop === top;
  for (const tab of tabs) tab.style.visibility = isSeen(tab) ? "" : "hidden";
  return tabs.filter(isSeen).length;
}
