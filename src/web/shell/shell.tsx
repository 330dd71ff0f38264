import { useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { User } from "#contract/schemas/users.ts";
import { useLaterParts } from "./later.ts";
import { SideBar } from "./side-bar.tsx";
import { TopBar } from "./top-bar.tsx";
import type { DialogName } from "./use-shortcuts.tsx";

/** The layout of every page but the login (specification 2). */
export function Shell({ user, children }: { user: User; children: ReactNode }) {
  const parts = useLaterParts();
  const [dialog, setDialog] = useState<DialogName | null>(null);
  return (
    <div className="min-h-dvh sm:grid sm:grid-cols-[auto_minmax(0,1fr)]">
      <SkipLink />
      <SideBar isStaff={user.is_staff} />
      <div className="min-w-0 max-sm:pb-20">
        <TopBar user={user} onSearch={user.init_password ? undefined : () => setDialog("search")} />
        <Content>{children}</Content>
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
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== pathname && !main.current?.contains(document.activeElement))
      main.current?.focus({ preventScroll: true });
    shown.current = pathname;
  }, [pathname]);
  return (
    <main ref={main} id="content" tabIndex={-1} className="p-4 outline-none [--sticky-top:3rem] lg:px-6">
      {children}
    </main>
  );
}
