import { logout } from "#contract/calls/access/session.ts";
import { getUser } from "#contract/calls/access/users.ts";
import { showUserName } from "#rules/access/users.ts";
import type { User } from "#contract/schemas/access/users.ts";
import { isRefusal } from "#web/api/call-error.ts";
import { callAs } from "#web/api/call-as.ts";
import { forgetSession, storedSession } from "#web/api/session-state.ts";
import { toAdopt, toEnd } from "./batches.ts";
import { type OutboxEntry, isOfDevice, isOpenEntry, type OutboxSession } from "./entry.ts";
import { allSessions, answerOf, openEntries, read, sessionAt, type ObjectStores, write } from "./outbox-database.ts";
import { publish } from "./outbox.ts";

/** Says whether the server does not know this session any more; false as well where it cannot be asked. */
export async function isDead({ token, user }: OutboxEntry): Promise<boolean> {
  return callAs(token, getUser, { path: { id: user } }).then(
    () => false,
    (error: unknown) => isRefusal(error, 403),
  );
}

/** Keeps a session in another state; false where it is not kept at all. */
export function setSessionState(token: string, state: OutboxSession["state"]): Promise<boolean> {
  return write(async (stores) => {
    const session = await sessionAt(stores, token);
    if (!session) return false;
    const { person: _, ...bare } = session; // who it is the server says to whoever signs in again
    stores.sessions.put({ ...(state === "dead" ? bare : session), state });
    return true;
  });
}

const [endedName, mostEnded] = ["ended", 50];

/** The tokens of sessions that ended lately. */
const endedTokens = async ({ meta }: ObjectStores) =>
  (await answerOf<readonly string[] | undefined>(meta.get(endedName))) ?? [];

/** Forgets sessions that have ended, but for their tokens: a browser that is killed may come back with one. */
async function forget(tokens: readonly string[], stores: ObjectStores): Promise<void> {
  for (const token of tokens) stores.sessions.delete(token);
  stores.meta.put([...(await endedTokens(stores)), ...tokens].slice(-mostEnded), endedName);
}

/** Returns the state of a session, as far as the device knows it; one that has ended is left for good. */
async function stateOf(token: string, stores: ObjectStores): Promise<OutboxSession["state"] | undefined> {
  const session = await sessionAt(stores, token);
  return session?.state ?? ((await endedTokens(stores)).includes(token) ? "outbox" : undefined);
}

/** Leaves once more: a browser that is killed may come back with the session of somebody who has left. */
export async function leaveAgain(): Promise<void> {
  const token = storedSession()?.token;
  if (token && (await read((stores) => stateOf(token, stores))) === "outbox") forgetSession(token, { left: true });
}

/** Gives the scans of an ended session to the same user's new session, which sends them now. */
export async function adoptEntries(): Promise<void> {
  const signedIn = storedSession();
  const adoptable = toAdopt(await read(allSessions), signedIn);
  if (!signedIn || adoptable.length === 0) return;
  const updates = await write(async (stores) => {
    const tokens = new Set(adoptable.map(({ token }) => token));
    const openOnes = (await openEntries(stores)).filter(({ token }) => tokens.has(token));
    const after = openOnes.map((entry) => ({ ...entry, token: signedIn.token, failure: null }));
    for (const entry of after) stores.entries.put(entry);
    const own = await sessionAt(stores, signedIn.token); // which knows who it is
    await forget([...tokens], stores);
    for (const session of adoptable)
      stores.sessions.put({ ...session, ...own, token: signedIn.token, state: "active" });
    return after;
  });
  publish({ changed: updates });
}

/** Ends the sessions that were kept only to send what their authors had left. False where the server cannot be reached now. */
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
      if (!isRefusal(error, 403)) return false;
    }
    await write((stores) => forget([token], stores));
  }
  return true;
}

/** Counts the scans of a user that have no answer yet. */
export async function countUnsent(user: number): Promise<number> {
  return (await read(openEntries)).filter((entry) => isOpenEntry(entry) && entry.user === user).length;
}

/** The session of who works on this device, as it is kept. */
export const deviceSession = (token: string, person: User): OutboxSession => ({
  token,
  user: person.id,
  name: showUserName(person),
  state: "active",
  person,
});

/**
 * Keeps the session of who works on this device, strictly: a browser that is killed loses what it keeps elsewhere. There is one; who had
 * it before has left. One that was left meanwhile stays left.
 */
export const keepOwnSession = (session: OutboxSession): Promise<void> =>
  write(async (stores) => {
    const { token } = session;
    if (((await stateOf(token, stores)) ?? "active") !== "active") return;
    const former = (await allSessions(stores)).filter((one) => isOfDevice(one) && one.token !== token);
    for (const one of former) stores.sessions.put({ ...one, state: "outbox" });
    stores.sessions.put(session);
  });

/** The session of who works on this device, as far as the device knows, and how the one stands that its tabs share. */
export function ownSession(shared: string | undefined): Promise<{
  readonly own: OutboxSession | undefined;
  readonly state: OutboxSession["state"] | undefined;
}> {
  return read(async (stores) => ({
    own: (await allSessions(stores)).find(isOfDevice),
    state: shared === undefined ? undefined : await stateOf(shared, stores),
  }));
}

/** Returns the users whose scans are on this device, as far as it knows their names. */
export const namesOnDevice = async (): Promise<ReadonlyMap<number, string>> =>
  new Map((await read(allSessions)).map(({ user, name }) => [user, name]));
