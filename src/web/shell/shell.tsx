import { Link, useLocation, useRouterState } from "@tanstack/react-router";
import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { User } from "#contract/schemas/access/users.ts";
import { useSettings } from "#web/api/settings.ts";
import { useLaterParts } from "./later.ts";
import { menuFor, placeOf } from "./menu.ts";
import { TopBar } from "./top-bar.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { DialogName } from "./use-shortcuts.tsx";

/** The layout of every page but the login (specification 2). */
export function Shell({ user, children }: { user: User; children: ReactNode }) {
  const parts = useLaterParts();
  const [dialog, setDialog] = useState<DialogName | null>(null);
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
    <main
      ref={main}
      id="content"
      tabIndex={-1}
      // the foot of the page begins below the screen: it would jump down when the page comes
      className="p-4 outline-none [--sticky-top:3rem] max-lg:min-h-dvh lg:px-6"
    >
      {children}
    </main>
  );
}

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
        {menuFor(user).map(({ label, icon, link }) => (
          <Link
            key={label}
            {...link}
            title={label}
            aria-current={label === section ? "page" : undefined}
            className={clsx(
              "flex items-center gap-3 rounded-md hover:bg-hover max-lg:justify-center max-sm:h-14 max-sm:flex-1 max-sm:rounded-none sm:min-h-10 lg:px-3 pointer-coarse:sm:min-h-12",
              label === section && "bg-accent-soft font-semibold text-accent",
            )}
          >
            <Icon of={icon} size={18} className="shrink-0 max-sm:size-6" />
            <span className="max-lg:sr-only">{label}</span>
            {parts && label === "Home" && <parts.WaitingCount user={user} />}
          </Link>
        ))}
      </nav>
      <div className="mt-auto px-4 py-3 text-muted max-lg:hidden">
        <Credit />
      </div>
    </aside>
  );
}

/** Who provides it, and which build it is (specification 1): below the side bar, or below the page where that is narrow. */
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
