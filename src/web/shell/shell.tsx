import { Link, useLocation, useRouterState } from "@tanstack/react-router";
import { clsx } from "clsx";
import { CircleUser } from "lucide";
import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import type { User } from "#contract/schemas/access/users.ts";
import { useSettings } from "#web/api/settings.ts";
import { useLaterParts } from "./later.ts";
import { menuFor, placeOf } from "./menu.ts";
import { TopBar } from "./top-bar.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useWindowEvent } from "#web/ui/use-window-event.ts";
import { type DialogName, dialogOf, EarlySearch, openModal } from "./early-search.tsx";

/** The layout of every page but the login (specification 2). */
export function Shell({ user, children }: { user: User; children: ReactNode }) {
  const parts = useLaterParts();
  const [dialog, setDialog] = useState<DialogName | null>(null);
  useWindowEvent("keydown", (event) => {
    const name = dialogOf(event);
    if (!name || openModal()) return;
    event.preventDefault();
    if (!user.init_password) setDialog(name);
  });
  return (
    <div className="min-h-dvh sm:grid sm:grid-cols-[auto_minmax(0,1fr)]">
      <SkipLink />
      <SideBar user={user} />
      <div className="min-w-0 max-sm:pb-20">
        <TopBar user={user} onSearch={user.init_password ? undefined : () => setDialog("search")} />
        <Content>{children}</Content>
        <footer data-shell className="px-4 pb-4 text-muted lg:hidden">
          <Credit />
        </footer>
      </div>
      {dialog === "search" && <EarlySearch onClose={() => setDialog(null)} />}
      {parts && <parts.LaterParts user={user} wanted={dialog} onWant={setDialog} />}
    </div>
  );
}

/** The first stop of the Tab key: past the navigation. */
const SkipLink = () => (
  <a
    href="#content"
    data-shell
    className="button button-primary sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:inline-flex focus:px-3"
    onClick={(event) => {
      // The address belongs to the router: focus moves, the hash does not.
      event.preventDefault();
      document.getElementById("content")?.focus();
    }}
  >
    Zum Inhalt
  </a>
);

/** Takes the focus when another page has come and none of its fields wanted it. */
function Content({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current !== undefined && last.current !== pathname && !main.current?.contains(document.activeElement))
      main.current?.focus({ preventScroll: true });
    last.current = pathname;
  }, [pathname]);
  return (
    <main ref={main} id="content" tabIndex={-1} className="p-4 outline-none lg:px-6">
      {children}
    </main>
  );
}

const sideLink =
  "flex items-center gap-3 rounded-md hover:bg-hover max-lg:justify-center sm:min-h-10 lg:px-3 pointer-coarse:sm:min-h-12";

/** At the left: wide with words, narrow with icons; on a phone along the lower edge, where the thumb is. */
function SideBar({ user }: { user: User }) {
  const parts = useLaterParts();
  const { product_title } = useSettings();
  const { section } = placeOf(useLocation({ select: ({ pathname }) => pathname }), user.is_staff);
  return (
    <aside
      aria-label="Seitenleiste"
      data-shell
      className="flex border-line bg-surface max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:border-t max-sm:pb-[env(safe-area-inset-bottom)] sm:sticky sm:top-0 sm:h-dvh sm:w-14 sm:flex-col sm:border-r lg:w-52"
    >
      <Link
        to="/home"
        className="flex h-12 shrink-0 items-center gap-2 px-4 text-section font-semibold max-sm:hidden sm:max-lg:justify-center sm:max-lg:px-0"
      >
        <img src="/favicon.svg" alt="" width={24} height={24} className="shrink-0" />
        <span className="truncate max-lg:sr-only">{product_title}</span>
      </Link>
      <nav aria-label="Hauptmenü" className="flex max-sm:flex-1 sm:flex-col sm:gap-1 sm:p-2">
        {menuFor(user).map(({ label, icon, link, isOwn }, at, entries) => (
          <Fragment key={label}>
            {isOwn && !entries[at - 1]?.isOwn && (
              <hr className="border-line max-sm:h-14 max-sm:border-t-0 max-sm:border-l" />
            )}
            <Link
              {...link}
              title={label}
              aria-current={label === section ? "page" : undefined}
              className={clsx(
                "max-sm:h-14 max-sm:flex-1 max-sm:rounded-none",
                sideLink,
                label === section && "bg-accent-soft font-semibold text-accent",
              )}
            >
              <Icon of={icon} size={18} className="shrink-0 max-sm:size-6" />
              <span className="max-lg:sr-only">{label}</span>
              {parts && label === "Home" && <parts.WaitingCount user={user} />}
            </Link>
          </Fragment>
        ))}
      </nav>
      <div className="mt-auto max-sm:hidden sm:p-2">
        <Link to="/account" title="Mein Zugang" className={sideLink}>
          <Icon of={CircleUser} size={18} className="shrink-0" />
          <span className="max-lg:sr-only">Mein Zugang</span>
        </Link>
        <div className="px-2 pt-2 pb-1 text-muted max-lg:hidden">
          <Credit />
        </div>
      </div>
    </aside>
  );
}

/** Names the provider and the build (specification 1): below the side bar, or below the page where that is narrow. */
function Credit() {
  const { provider_name, build_stamp } = useSettings();
  return (
    <p>
      {provider_name}
      <br />
      {build_stamp && <span className="tabular-nums">Build {build_stamp}</span>}
    </p>
  );
}
