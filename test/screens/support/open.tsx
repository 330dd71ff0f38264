import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRouter, RouterProvider } from "@tanstack/react-router";
import { createRoot, type Root } from "react-dom/client";
import { shapes } from "#contract/examples.ts";
import { getUser } from "#contract/calls/access/users.ts";
import type { User } from "#contract/schemas/access/users.ts";
import { queryClient } from "#web/api/queries.ts";
import { loadUser, startSession } from "#web/api/session.ts";
import { showNobody, storeSession } from "#web/api/session-state.ts";
import { notices } from "#web/ui/feedback/notify.ts";
import { router } from "#web/router.tsx";
import "#web/shell/later-parts.tsx"; // there at once, so that no key comes before it
import "#web/desk.css";
import { Stub } from "./stub.ts";

/** Person who looks at the screen. */
export const staff = {
  ...(shapes["User"] as User),
  id: 1,
  first_name: "Anna",
  last_name: "Schmidt",
  is_staff: true,
  manages_users: true,
};
export const customerUser = {
  ...staff,
  id: 2,
  first_name: "Erika",
  last_name: "Muster",
  is_staff: false,
  manages_users: false,
};

const roots: Root[] = [];
let server = new Stub();
startSession();

/** A server that knows nothing yet. */
export function begin(): void {
  server = new Stub();
  globalThis.fetch = server.fetch;
}

/** Takes the screen away, and whatever it has left in the page; answers what it has asked for that no contract knows. */
export function end(): readonly string[] {
  for (const root of roots.splice(0)) root.unmount();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  showNobody();
  queryClient.clear();
  notices.set([]);
  return server.unknown;
}

interface Opening {
  /** Nobody: the login. */
  readonly who?: User | null;
  /** Says what the server answers otherwise than by its examples. */
  readonly answers?: (server: Stub) => void;
}

/** Opens an address of the desk; answers the server, where one is by now, and the ways from there. */
export async function open(address: string, { who = staff, answers }: Opening = {}) {
  if (who) {
    server.reply(getUser, who);
    storeSession({ token: "token", userId: who.id });
  }
  answers?.(server);
  const history = createMemoryHistory({ initialEntries: [address] });
  await loadUser({ afresh: true });
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  roots.push(root); // a test may open more than one; what stayed would go on hearing keys
  root.render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createRouter({ ...router.options, history }) as typeof router} />
    </QueryClientProvider>,
  );
  return {
    server,
    address: () => history.location.href,
    goTo: (to: string) => history.push(to),
    back: () => history.back(),
  };
}
