import { logout } from "#contract/calls/session.ts";
import { getUser } from "#contract/calls/users.ts";
import type { User } from "#contract/schemas/users.ts";
import { CallError } from "#web/api/call-error.ts";
import { callAs } from "#web/api/call-as.ts";
import { storedSession } from "#web/api/session-state.ts";
import { toAdopt, toEnd } from "./batches.ts";
import { type Entry, isOpen, type OutboxSession } from "./entry.ts";
import { allSessions, openEntries, read, sessionAt, write } from "./outbox-database.ts";
import { publish } from "./outbox.ts";

/** Whether the server does not know this session any more; false as well where it cannot be asked. */
export async function isDead({ token, user }: Entry): Promise<boolean> {
  return callAs(token, getUser, { path: { id: user } }).then(
    () => false,
    (error: unknown) => error instanceof CallError && error.status === 403,
  );
}

/** Keeps a session in another state; where it is not kept at all, nothing happens. */
export function setSessionState(token: string, state: OutboxSession["state"]): Promise<void> {
  return write(async (stores) => {
    const session = await sessionAt(stores, token);
    if (!session) return;
    const { person: _, ...bare } = session; // who it is the server says to whoever signs in again
    stores.sessions.put({ ...(state === "dead" ? bare : session), state });
  });
}

/** Forgets the token of a session that nothing is sent with any more. */
export const forgetSession = (token: string): Promise<void> =>
  write(async (stores) => void stores.sessions.delete(token));

/** Who has signed in again sends now what an ended session of theirs has left. */
export async function adopt(): Promise<void> {
  const signedIn = storedSession();
  const found = toAdopt(await read(allSessions), signedIn);
  if (!signedIn || found.length === 0) return;
  const changed = await write(async (stores) => {
    const tokens = new Set(found.map(({ token }) => token));
    const left = (await openEntries(stores)).filter(({ token }) => tokens.has(token));
    const after = left.map((entry) => ({ ...entry, token: signedIn.token, failure: null }));
    for (const entry of after) stores.entries.put(entry);
    const own = await sessionAt(stores, signedIn.token); // which knows who it is
    for (const session of found) {
      stores.sessions.delete(session.token);
      stores.sessions.put({ ...session, ...own, token: signedIn.token, state: "active" });
    }
    return after;
  });
  publish({ changed });
}

/** Ends the sessions that were kept only to send what their authors had left. False where the server cannot be told now. */
export async function endSettled(): Promise<boolean> {
  const ending = await read(async (stores) => {
    const all = await allSessions(stores);
    const own = storedSession();
    // what waits is read only where one might be ended: it may be thousands
    return toEnd(all, [], own).length === 0 ? [] : toEnd(all, await openEntries(stores), own);
  });
  for (const { token, state } of ending) {
    try {
      if (state !== "dead") await callAs(token, logout, {});
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 403) return false;
    }
    await forgetSession(token);
  }
  return true;
}

/** How many scans of a user have no answer yet. */
export async function countUnsent(user: number): Promise<number> {
  return (await read(openEntries)).filter((entry) => isOpen(entry) && entry.user === user).length;
}

/** Keeps the session of who works on this device, strictly: a browser that is killed loses what it keeps elsewhere. */
export const keepOwnSession = (token: string, person: User): Promise<void> =>
  write(async (stores) => {
    const { id: user, first_name, last_name } = person;
    const session: OutboxSession = { token, user, name: `${first_name} ${last_name}`, state: "active", person };
    stores.sessions.put(session);
  });

/**
 * The session of who works on this device, as far as the device knows, and whether the one that its tabs share is of somebody who has left: a
 * browser that is killed may have lost that another one has come since.
 */
export async function ownSession(
  shared: string | undefined,
): Promise<{ readonly own: OutboxSession | undefined; readonly hasLeft: boolean }> {
  const sessions = await read(allSessions);
  return {
    own: sessions.findLast(({ state, person }) => state === "active" && person !== undefined),
    hasLeft: sessions.some(({ token, state }) => token === shared && state === "outbox"),
  };
}

/** Whose scans are on this device, as far as it knows their names. */
export const namesOnDevice = async (): Promise<ReadonlyMap<number, string>> =>
  new Map((await read(allSessions)).map(({ user, name }) => [user, name]));
