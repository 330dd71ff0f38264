import { getUser } from "#contract/calls/access/users.ts";
import * as calls from "#contract/calls/access/session.ts";
import type { RequestBody } from "#contract/route.ts";
import { CallError, isRefusal } from "#web/api/call-error.ts";
import { call } from "#web/api/call.ts";
import { closeSession } from "#web/api/session.ts";
import {
  forgetSession,
  hasLeft,
  onOtherTab,
  rememberRole,
  sessionState,
  showFailure,
  showLoading,
  showNobody,
  showUser,
  storedSession,
  storeSession,
} from "#web/api/session-state.ts";
import { onLoss } from "#web/outbox/outbox-database.ts";
import type { OutboxSession } from "#web/outbox/entry.ts";
import { askUnsent } from "#web/outbox/leaving.ts";
import { deviceSession, keepOwnSession, ownSession, setSessionState } from "#web/outbox/sessions.ts";
import { goTo } from "#web/aisle/address.ts";

// Session of whoever works on this device. It is in the device's database and in the store that the desk's tabs share. The second may be lost with a
// killed browser, and neither needs a network.

const longest = 60_000; // ms: as the outbox waits for an answer

/** Session of whoever works here, as this page itself knows it. */
let current: OutboxSession | undefined;
onLoss(({ sessions }) => {
  if (current && current.user === sessionState().user?.id) sessions.put(current);
});

/** Finds who worked here last, also without a network, and follows what other tabs do. */
export async function resumeWork(): Promise<void> {
  onOtherTab(() => void load());
  await load();
}

async function load() {
  const token = storedSession()?.token;
  const { own, state = "active" } = await ownSession(token).catch(() => ({
    own: hasLeft() ? undefined : current, // a database that is just being thrown away
    state: undefined,
  }));
  const isOver = state !== "active"; // a browser that was killed may have lost who has come and gone since
  if (own && (token === undefined || isOver)) storeSession({ token: own.token, userId: own.user });
  else if (isOver) forgetSession(token, { left: state === "outbox" });
  const session = storedSession();
  if (!session) return showNobody();
  if (own?.person && own.token === session.token) {
    current = own;
    showUser(own.person);
  } else showLoading();
  void refreshWorker(); // a network that swallows the call keeps nobody from working
}

/** Asks the server who this is; where it cannot be asked, it is whom the device knows. */
export async function refreshWorker(): Promise<void> {
  const session = storedSession();
  if (!session) return showNobody();
  try {
    const user = await call(getUser, { path: { id: session.userId }, signal: AbortSignal.timeout(longest) });
    if (storedSession()?.token !== session.token) return;
    rememberRole(user);
    if (user.is_staff) {
      current = deviceSession(session.token, user);
      await keepOwnSession(current).catch(() => undefined);
    }
    showUser(user);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    // a 403 has ended the session already; what it has left waits for its author
    if (isRefusal(error, 403) || isRefusal(error, 404)) {
      await setSessionState(session.token, "dead").catch(() => undefined);
      forgetSession(session.token);
    } else if (!sessionState().user) showFailure(error);
  }
}

export async function signIn(credentials: RequestBody<typeof calls.login>): Promise<void> {
  const { token, user } = await call(calls.login, { body: credentials });
  storeSession({ token, userId: user });
  goTo("");
  await refreshWorker();
}

/** Leaves; scans that are not sent are asked about, and go out under the name of whoever has scanned them. */
export async function signOutWorker(): Promise<void> {
  const leaving = await askUnsent();
  if (leaving !== "stay") await closeSession({ ends: leaving === "ends" });
}
