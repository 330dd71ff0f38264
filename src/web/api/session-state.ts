import { useSyncExternalStore } from "react";
import type { User } from "#contract/schemas/access/users.ts";

export interface Session {
  readonly token: string;
  readonly userId: number;
}

/** Where the session stands (specification 3 and 4). */
export interface SessionState {
  /** False until it is known whether somebody is signed in, and who. */
  readonly loaded: boolean;
  readonly user: User | null;
  /** Why the user could not be loaded although there is a token. */
  readonly failure: Error | null;
  /** Left by choice: then the next sign-in does not lead back to where this one ended. */
  readonly left: boolean;
  /** The server ended it. */
  readonly ended?: boolean;
  /** The server ended it while something was typed: the page stays until the same user is back, or wants it no more. */
  readonly lost?: boolean;
}

const tokenKey = "token";
const userKey = "user";
const roleKey = "role";
const leftKey = "left"; // says to other tabs that it was by choice
const nobody: SessionState = { loaded: true, user: null, failure: null, left: false };
const loading: SessionState = { loaded: false, user: null, failure: null, left: false };

let state = loading;
/** Elements in which somebody has typed or chosen something. */
let touchedElements: readonly Element[] = [];
const listeners = new Set<() => void>();
const endListeners = new Set<() => void>();

export function storedSession(): Session | null {
  const token = localStorage.getItem(tokenKey);
  const userId = Number(localStorage.getItem(userKey));
  return token && Number.isSafeInteger(userId) && userId > 0 ? { token, userId } : null;
}

export function storeSession(session: Session) {
  // The token comes last: another tab wakes up by it and reads both.
  localStorage.removeItem(roleKey); // somebody else's
  localStorage.removeItem(leftKey);
  localStorage.setItem(userKey, String(session.userId));
  localStorage.setItem(tokenKey, session.token);
}

/** Forgets token and user, unless another session has taken the place of this token. */
export function forgetSession(token: string | undefined, how: { left: boolean } = { left: false }) {
  const session = storedSession();
  if (token !== undefined && session && session.token !== token) return;
  if (how.left) localStorage.setItem(leftKey, "1");
  for (const key of [tokenKey, userKey, roleKey]) localStorage.removeItem(key);
  if (how.left) showNobody(true);
  else showEnd();
}

/** Nobody is signed in any more; what somebody has typed stays on the screen, unless they left by choice in another tab. */
function showEnd() {
  if (state.user && hasTyped() && !hasLeft()) setState({ ...state, lost: true });
  else showNobody();
}

/** Shows the state without a user; what was loaded for the last one is forgotten. */
export function showNobody(left = false) {
  for (const listener of endListeners) listener();
  setState({ ...nobody, left, ended: !left && (state.user !== null || state.ended === true) });
}

export const showUser = (user: User) => setState({ ...nobody, user });

/** Notes what the user may see, unless they have something else to do first. */
export function rememberRole(user: User) {
  const mayAsk = !user.init_password && user.second_factor !== "required";
  localStorage.setItem(roleKey, mayAsk ? (user.is_staff ? "staff" : "customer") : "");
}

/**
 * Returns the role of whoever is signed in, as it was when they were last loaded. With it a page begins to ask before they have been loaded again.
 * Null while the role is not known, or they have something else to do first.
 */
export function knownRole(): "staff" | "customer" | null {
  return storedSession() && ((localStorage.getItem(roleKey) || null) as "staff" | "customer" | null);
}

export const showLoading = () => setState(loading);
export const showFailure = (failure: Error) => setState({ ...loading, failure });

function setState(next: SessionState) {
  state = next;
  for (const listener of listeners) listener();
}

/** Calls back when somebody has come or gone. */
export function onSessionChange(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Notes from now on what is typed: who loses their session keeps it. */
export function noteTyping() {
  addEventListener("input", ({ target }) => {
    const field = target as Element;
    if (!touchedElements.includes(field))
      touchedElements = [...touchedElements.filter((one) => one.isConnected), field];
  });
}

/** Says whether the last user has left by choice, in whichever tab. */
export const hasLeft = (): boolean => localStorage.getItem(leftKey) !== null;

const hasTyped = () => touchedElements.some((field) => field.isConnected);

export function onSessionEnd(listener: () => void) {
  endListeners.add(listener);
}

/** Calls back when another tab signs in or out. */
export function onOtherTab(listener: () => void) {
  addEventListener("storage", (event) => {
    if (event.key === tokenKey || event.key === null) listener();
  });
}

export const sessionState = () => state;
export const useSession = () => useSyncExternalStore(onSessionChange, sessionState);
