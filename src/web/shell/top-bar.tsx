import { ChevronDown, Search } from "lucide";
import { Link, useLocation } from "@tanstack/react-router";
import { useId, useRef, useState } from "react";
import type { User } from "#contract/schemas/access/users.ts";
import { useSettings } from "#web/api/settings.ts";
import { Kbd } from "#web/ui/menu/kbd.tsx";
import { MenuButton } from "#web/ui/menu/menu-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useLaterParts } from "./later.ts";
import { placeOf, tabsOf } from "./menu.ts";

/** The address of one tab may begin as another one's. */
const exact = { exact: true };

/** Where one is, where one can go from here, and who one is. */
export function TopBar({ user, onSearch }: { user: User; onSearch: (() => void) | undefined }) {
  const parts = useLaterParts();
  const { product_title } = useSettings();
  const { title, section, tab } = placeOf(useLocation({ select: ({ pathname }) => pathname }), user.is_staff);
  const links = tabsOf(section, user.is_staff);
  const tabs = useRef<HTMLDivElement>(null);
  return (
    <header
      data-shell
      className="sticky top-0 z-10 flex flex-wrap items-center border-b border-line bg-surface px-4 sm:h-12 sm:flex-nowrap lg:px-6"
    >
      <strong className="mr-4 flex h-12 shrink-0 items-center text-section">{section ?? title ?? product_title}</strong>
      {links.length > 0 && (
        <nav
          aria-label={section}
          className="-mx-4 flex min-w-0 px-1 max-sm:order-last max-sm:basis-[calc(100%+2rem)] sm:mx-0 sm:self-end"
        >
          {/* what does not fit stands in a second line, which is not seen */}
          <div ref={tabs} className="tabs">
            {links.map(({ label, link }) => (
              <Link key={label} {...link} activeOptions={exact} aria-current={label === tab ? "page" : undefined}>
                {label}
              </Link>
            ))}
          </div>
          {parts && <parts.MoreTabs of={tabs} links={links} tab={tab} />}
        </nav>
      )}
      <div className="ml-auto flex items-center gap-1">
        {parts && <parts.ScannerReady />}
        {onSearch && (
          <button
            type="button"
            className="button button-quiet text-muted"
            aria-keyshortcuts="Control+K"
            onClick={onSearch}
          >
            <Icon of={Search} size={16} />
            <span className="max-lg:sr-only">Suchen</span>
            <span className="contents max-lg:hidden">
              <Kbd>Strg+K</Kbd>
            </span>
          </button>
        )}
        <UserButton user={user} />
      </div>
    </header>
  );
}

const initialOf = ([letter]: string) => letter;

function UserButton({ user: { first_name, last_name } }: { user: User }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [pressed, setPressed] = useState(false);
  const parts = useLaterParts();
  const press = () => setPressed(true);
  return (
    <>
      <MenuButton
        ref={button}
        menu={id}
        open={open}
        look="quiet"
        onClick={press}
        onKeyDown={(event) => event.key.startsWith("Arrow") && press()}
      >
        <span className="user-name">
          {first_name} {last_name}
        </span>
        <span aria-hidden className="user-initials">
          {initialOf(first_name)}
          {initialOf(last_name)}
        </span>
        <Icon of={ChevronDown} size={14} className="shrink-0" />
      </MenuButton>
      {parts && <parts.UserMenu id={id} button={button} open={open} onOpen={setOpen} pressed={pressed} />}
    </>
  );
}
