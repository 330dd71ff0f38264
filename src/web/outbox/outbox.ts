import { sessionState, storedSession } from "#web/api/session-state.ts";
import { errors } from "#rules/texts/texts.ts";
import { showUserName } from "#rules/access/users.ts";
import { createStore } from "#web/ui/store.ts";
import { chainBehind, hasRoom } from "./batches.ts";
import {
  type EntryDraft,
  type OutboxEntry,
  outboxEntry,
  idOf,
  isDue,
  isOpenEntry,
  isRevocable,
  isUnsent,
  type OutboxSession,
} from "./entry.ts";
import { serverClock } from "./server-clock.ts";
import {
  answerOf,
  entryAt,
  onLoss,
  openEntries,
  read,
  sessionAt,
  type ObjectStores,
  write,
} from "./outbox-database.ts";

// The scans of this device as the screens see them. What is on the disk is the truth, this is its picture in one tab.

/** Those without an answer, and those that were answered while this tab was open; in the order in which they were scanned. */
export const entries = createStore<readonly OutboxEntry[]>([]);

/** Change of an entry; `before` is undefined for a new one, `now` for one that was given up. */
export interface OutboxChange {
  readonly before: OutboxEntry | undefined;
  readonly now: OutboxEntry | undefined;
  /** It was scanned in this tab: this is where it is heard what becomes of it. */
  readonly isOwn: boolean;
}

/** A scan that could not be kept: it was not taken. The message is ready to be shown. */
export class NotKept extends Error {
  override name = "NotKept";
}

const notKept = "Der Scan wurde nicht übernommen: Dieses Gerät kann nichts mehr speichern.";
const full = "Speicher voll – bitte Netz suchen";

const own = new Set<string>();
const listeners = new Set<(changes: readonly OutboxChange[]) => void>();
const channel = new BroadcastChannel("magazin-outbox");
interface News {
  readonly changed: readonly OutboxEntry[];
  readonly gone: readonly number[];
}

/** Calls back after each change, with all that changed at once. */
export function onOutboxChange(listener: (changes: readonly OutboxChange[]) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The entries that have just got their answer. */
export const answeredIn = (changes: readonly OutboxChange[]): OutboxEntry[] =>
  changes.flatMap(({ before, now }) => (now && !isOpenEntry(now) && (!before || isOpenEntry(before)) ? now : []));
/** Those for which it has just turned out that none comes for now. */
export const failedIn = (changes: readonly OutboxChange[]): OutboxEntry[] =>
  changes.flatMap(({ before, now }) => (now && isUnsent(now) && !(before && isUnsent(before)) ? now : []));
/** Those that are to be sent, at once or once they cannot be taken back any more. */
export const sendableEntries = (changes: readonly OutboxChange[]): OutboxEntry[] =>
  changes.flatMap(({ before, now }) =>
    now && isOpenEntry(now) && !isUnsent(now) && (!before || isUnsent(before) || isRevocable(before)) ? now : [],
  );
export const ownIn = (changes: readonly OutboxChange[]): OutboxChange[] => changes.filter(({ isOwn }) => isOwn);

/** Shows a change in this tab and in the others. */
export function publish(news: Partial<News>): void {
  const whole: News = { changed: [], gone: [], ...news };
  show(whole);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  channel.postMessage(whole);
}

function show({ changed: come, gone }: News) {
  const bySeq = new Map(entries.get().map((entry) => [entry.seq, entry]));
  const updates = come.filter((entry) => !isOpenEntry(entry) || bySeq.get(entry.seq)?.open !== 0); // an answer stands
  const changes = [
    ...updates.map((now): OutboxChange => ({ before: bySeq.get(now.seq), now, isOwn: own.has(idOf(now)) })),
    ...gone.map((seq): OutboxChange => ({ before: bySeq.get(seq), now: undefined, isOwn: false })),
  ];
  for (const entry of updates) bySeq.set(entry.seq, entry);
  for (const seq of gone) bySeq.delete(seq);
  entries.set([...bySeq.values()].sort((a, b) => a.seq - b.seq));
  for (const listener of listeners)
    try {
      listener(changes);
    } catch (error) {
      reportError(error); // what one screen makes of it must not keep the others from hearing it
    }
}

/** Reads what this tab has missed: at its start everything, later what changed while it was asleep. */
export async function catchUp(): Promise<void> {
  const news = await read(async (stores) => {
    const open = await openEntries(stores);
    const openSeqs = new Set(open.map(({ seq }) => seq));
    const closedEntries = entries.get().filter((entry) => isOpenEntry(entry) && !openSeqs.has(entry.seq));
    const then = await Promise.all(closedEntries.map(({ seq }) => entryAt(stores, seq)));
    const removedSeqs = closedEntries.filter((_, index) => then[index] === undefined).map(({ seq }) => seq);
    return { changed: [...open, ...then.filter((entry) => entry !== undefined)], gone: removedSeqs };
  });
  show(news);
}

channel.addEventListener("message", ({ data }: MessageEvent<News>) => show(data));
/** Resolves when what was kept before is known; without a database there is nothing. */
export const outboxReady: Promise<void> = catchUp().catch(() => undefined);

/** Carries on the entries that this tab knows in a new database under their numbers, and the sessions by which they are sent. */
onLoss((stores) => {
  const { user } = sessionState();
  for (const entry of entries.get()) stores.entries.put(entry);
  for (const { token, user: id } of entries.get().filter(isOpenEntry)) {
    const isMine = id === user?.id;
    const name = isMine ? showUserName(user) : `User ${id}`;
    stores.sessions.put({ token, user: id, name, state: isMine ? "active" : "outbox" } satisfies OutboxSession);
  }
});

/** Returns the user who scans now: the one signed in, on the screen as well as in the store that the tabs share. */
function author(): OutboxSession {
  const { user } = sessionState();
  const session = storedSession();
  if (!user || session?.userId !== user.id) throw new NotKept(errors.forbidden);
  return { token: session.token, user: user.id, name: showUserName(user), state: "active" };
}

/** The session as it is kept: one that was left, or that the server does not know any more, does not come to life by a scan. */
async function signedAs(who: OutboxSession, stores: ObjectStores): Promise<OutboxSession> {
  const before = await sessionAt(stores, who.token);
  return { ...who, ...before, name: who.name };
}

/**
 * Takes scans under the name of who is signed in. When it returns they are on the disk, all of them, and what is written `beside`
 * them; where that is not possible nothing is, and it throws NotKept.
 */
export async function take(
  drafts: readonly EntryDraft[],
  beside?: (stores: ObjectStores) => void | Promise<void>,
): Promise<readonly OutboxEntry[]> {
  if (drafts.length === 0 && !beside) return [];
  const who = author();
  const now = Date.now();
  if (drafts.length > 0 && !hasRoom(entries.get().filter(isOpenEntry).length, drafts.length)) throw new NotKept(full);
  const newEntries = await write(async (stores) => {
    if (drafts.length > 0) stores.sessions.put(await signedAs(who, stores));
    await beside?.(stores);
    return Promise.all(
      drafts.map(async (draft) => {
        const entry = { ...outboxEntry(draft, who, now), ...serverClock() };
        return { ...entry, seq: Number(await answerOf(stores.entries.add(entry))) };
      }),
    );
  }).catch((error: unknown) => {
    throw new NotKept(error instanceof DOMException && error.name === "QuotaExceededError" ? full : notKept);
  });
  for (const entry of newEntries) own.add(idOf(entry));
  publish({ changed: newEntries });
  return newEntries;
}

/** Changes entries that have no answer yet, each as it is on the disk by now; one that was given up stays away. */
export async function change(seqs: readonly number[], next: (entry: OutboxEntry) => OutboxEntry): Promise<void> {
  if (seqs.length === 0) return;
  const updates = await write(async (stores) => {
    const storedEntries = await Promise.all(seqs.map((seq) => entryAt(stores, seq)));
    const after = storedEntries.flatMap((entry) => (entry && isOpenEntry(entry) ? next(entry) : []));
    for (const entry of after) stores.entries.put(entry);
    return after;
  }, "relaxed");
  publish({ changed: updates });
}

/** Gives a scan up that got no answer, by its author's wish. */
export async function giveUp(id: string): Promise<void> {
  const entry = entries.get().find((one) => idOf(one) === id && isOpenEntry(one));
  if (!entry) return;
  await write(async (stores) => void stores.entries.delete(entry.seq));
  publish({ gone: [entry.seq] });
}

/**
 * Takes scans back that have not been let go; answers the ids of those that the server will never hear of. What lets go writes it to
 * the disk first, so that of the two one comes first.
 */
export async function removeUnsent(ids: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const seqs = entries
    .get()
    .filter((entry) => ids.has(idOf(entry)))
    .map(({ seq }) => seq);
  const removedEntries = await write(async (stores) => {
    const storedEntries = await Promise.all(seqs.map((seq) => entryAt(stores, seq)));
    const revocable = storedEntries.flatMap((entry) => (entry && isRevocable(entry) ? entry : []));
    for (const { seq } of revocable) stores.entries.delete(seq);
    return revocable;
  });
  publish({ gone: removedEntries.map(({ seq }) => seq) });
  return new Set(removedEntries.map(idOf));
}

/**
 * Takes a scan back that was never sent, and what was scanned behind it of the same box; answers their ids, none where it has left
 * already. What is to be sent is marked on the disk first, so that of the two one comes first.
 */
export async function drop(id: string): Promise<readonly string[]> {
  const chain = chainBehind(id, entries.get().filter(isOpenEntry));
  const removedEntries = await write(async (stores) => {
    const storedEntries = await Promise.all(chain.map(({ seq }) => entryAt(stores, seq)));
    const all = storedEntries.flatMap((entry) => (entry && isOpenEntry(entry) ? entry : []));
    if (all.length < chain.length || all.some(({ sent }) => sent)) return [];
    for (const { seq } of all) stores.entries.delete(seq);
    return all;
  });
  publish({ gone: removedEntries.map(({ seq }) => seq) });
  return removedEntries.map(idOf);
}

/** Lets go what may not be taken back any more, at once everything where no moment is given; answers the ids. */
export async function letGo(now?: number): Promise<ReadonlySet<string>> {
  const isMeant = (entry: OutboxEntry) => isRevocable(entry) && (now === undefined || isDue(entry, now));
  const seqs = entries
    .get()
    .filter(isMeant)
    .map(({ seq }) => seq);
  if (seqs.length === 0) return new Set();
  const updates = await write(async (stores) => {
    const storedEntries = await Promise.all(seqs.map((seq) => entryAt(stores, seq)));
    const after = storedEntries.flatMap((entry) => (entry && isMeant(entry) ? { ...entry, held: 0 } : []));
    for (const entry of after) stores.entries.put(entry);
    return after;
  }, "relaxed");
  if (updates.length > 0) publish({ changed: updates });
  return new Set(updates.map(idOf));
}

/** Sends what got no answer again, now; with `ids` only these. */
export async function sendAgain(ids?: ReadonlySet<string>): Promise<void> {
  const unsentEntries = entries.get().filter((entry) => isUnsent(entry) && (!ids || ids.has(idOf(entry))));
  await change(
    unsentEntries.map(({ seq }) => seq),
    (entry) => ({ ...entry, failure: null }),
  );
}

/** Resolves when each of these has an answer, or is known to have got none for now, or was given up. */
export function outcomeOf(ids: ReadonlySet<string>): Promise<readonly OutboxEntry[]> {
  const all = () => entries.get().filter((entry) => ids.has(idOf(entry)));
  const isOver = () => all().every((entry) => !isOpenEntry(entry) || isUnsent(entry));
  if (isOver()) return Promise.resolve(all());
  return new Promise((resolve) => {
    const listener = () => {
      if (!isOver()) return;
      listeners.delete(listener);
      resolve(all());
    };
    listeners.add(listener);
  });
}

/** Throws away what somebody has left unsent on this device; answers how many. */
export async function discard(user: number): Promise<number> {
  const removedEntries = await write(async (stores) => {
    const openOnes = (await openEntries(stores)).filter((entry) => entry.user === user);
    for (const { seq } of openOnes) stores.entries.delete(seq);
    return openOnes.map(({ seq }) => seq);
  });
  publish({ gone: removedEntries });
  return removedEntries.length;
}
