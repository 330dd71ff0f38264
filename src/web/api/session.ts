import { CallError, isRefusal } from "./call-error.ts";
import { call, onSomethingFirst } from "./call.ts";
import type { Reply, RequestBody } from "#contract/route.ts";
import type { openCompanySession } from "#contract/calls/access/company-sign-in.ts";
import { companyEnd } from "#web/storage/company-visit.ts";
import * as calls from "#contract/calls/access/session.ts";
import { getUser } from "#contract/calls/access/users.ts";
import {
  forgetSession,
  onOtherTab,
  rememberRole,
  sessionState,
  showFailure,
  showLoading,
  showNobody,
  noteTyping,
  showUser,
  storedSession,
  storeSession,
} from "./session-state.ts";

export { useSession } from "./session-state.ts";

/** Looks for a stored token and follows sign-ins and sign-outs of other tabs. */
export function startSession() {
  noteTyping();
  onOtherTab(() => {
    const { lost, user } = sessionState();
    const isBack = lost && storedSession()?.userId === user?.id; // their page stays as it is
    void loadUser({ afresh: !isBack });
  });
  onSomethingFirst(() => void reloadUser());
  void loadUser({ afresh: true });
}

/** Loads the stored session's user; `afresh` shows the loading indication meanwhile. */
export async function loadUser({ afresh }: { afresh: boolean }): Promise<void> {
  const session = storedSession();
  if (!session) return forgetSession(undefined); // also what is left of one: a token without a user
  const { user: before } = sessionState();
  if (before && before.id !== session.userId) showNobody(); // what this page holds is theirs, however the next one came
  if (afresh) showLoading();
  try {
    const user = await call(getUser, { path: { id: session.userId } });
    if (storedSession()?.token !== session.token) return;
    rememberRole(user);
    showUser(user);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    // 403 has ended the session already; a user that is not there has none either.
    if (isRefusal(error, 404)) forgetSession(session.token);
    else if (!isRefusal(error, 403) && !sessionState().user) showFailure(error);
  }
}

/** After something about the own user changed. */
export const reloadUser = () => loadUser({ afresh: false });

/** Throws a CallError if the server refuses; the session is ready when it returns. */
export async function signInAtDesk(credentials: RequestBody<typeof calls.login>): Promise<void> {
  await signInWith({ ...(await call(calls.login, { body: credentials })), sign_out: null });
}

/** Begins a session that the server has opened; `sign_out` is where the company ends its own one. */
export async function signInWith({ token, user, sign_out }: Reply<typeof openCompanySession>): Promise<void> {
  companyEnd.set(sign_out);
  storeSession({ token, userId: user });
  await loadUser({ afresh: false });
}

/**
 * Leaves at once; that the server forgets the token too must not be waited for. A session that does not end yet
 * (`ends: false`) is only left by this browser's pages.
 */
export async function closeSession({ ends } = { ends: true }): Promise<void> {
  const ending = ends ? call(calls.logout) : Promise.resolve();
  forgetSession(undefined, { left: true });
  await ending.catch(() => undefined);
}
