import { Outlet, useLocation, useMatches, useNavigate, useRouter } from "@tanstack/react-router";
import { type ReactElement, useEffect } from "react";
import { loadUser, useSession } from "#web/api/session.ts";
import { useSettings } from "#web/api/settings.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { loadLaterParts } from "./later.ts";
import { NotFound } from "./not-found.tsx";
import { Outside } from "./outside.tsx";
import { Shell } from "./shell.tsx";

/** Lets nobody in without a session and nobody where the role does not reach (specification 2 and 6). */
export function Guard(): ReactElement {
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen });
  const address = useMatches({ select: (matches) => matches.at(-1)?.pathname });
  return (
    <>
      <RouteTitle title={page?.title} />
      {page?.access === "open" ? <Outlet /> : <Session address={address} staffOnly={page?.access === "staff"} />}
    </>
  );
}

function Session({ address, staffOnly }: { address: string | undefined; staffOnly: boolean }) {
  const { loaded, user, failure } = useSession();
  useEffect(loadLaterParts, [address]);
  if (failure || !loaded) {
    return failure ? (
      <Outside>
        <ErrorState error={failure} onRetry={() => loadUser({ afresh: true })} />
      </Outside>
    ) : (
      <Waiting text="Sitzung wird geladen …" />
    );
  }
  if (!user) return <ToLogin />;
  // The server refuses everything else until the initial password is changed (product 8), and a factor that must be is set up.
  const first = user.init_password ? "/home" : user.second_factor === "required" && "/account";
  if (first && first !== address) return <To address={first} />;
  return <Shell user={user}>{staffOnly && !user.is_staff ? <NotFound key={address} /> : <Outlet />}</Shell>;
}

/** Within the frame that `index.html` draws. */
const Waiting = ({ text }: { text?: string }) => (
  <Outside className="fixed inset-x-0 top-12 p-4 sm:left-14 lg:left-52" data-waiting>
    <Loading text={text} />
  </Outside>
);

/** Remembers where one wanted to go, unless one has left by choice. */
function ToLogin() {
  const { left } = useSession();
  const { state } = useRouter();
  const navigate = useNavigate();
  useEffect(() => {
    void navigate({ to: "/login", search: { next: left ? undefined : state.location.href }, replace: true });
    // Once: while the login loads, the wanted address is no longer the router's.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return <Waiting />;
}

function To({ address }: { address: "/home" | "/account" }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ to: address, replace: true }), [navigate, address]);
  return <Waiting />;
}

/** Stands before the page, so that the page's own title comes after it. */
function RouteTitle({ title }: { title: string | undefined }) {
  const { product_title } = useSettings();
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = title === undefined ? product_title : `${title} · ${product_title}`;
  }, [title, product_title, pathname]);
  return null;
}
