import type { OperationResult } from "#contract/schemas/scanning/scans.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { errors } from "#rules/texts/texts.ts";
import { CallError } from "#web/api/call-error.ts";
import { callAs } from "#web/api/call-as.ts";
import { onSessionChange } from "#web/api/session-state.ts";
import { batchSize, half, nextBatch, pauseAfter, reactionTo, toForget, toHoldOf } from "./batches.ts";
import { deviceId } from "./device.ts";
import { answeredBy, type OutboxEntry, idOf, isDue, isOpenEntry, isRevocable } from "./entry.ts";
import { allSessions, answeredEntries, countOpen, entryAt, read, write } from "./outbox-database.ts";
import { catchUp, change, entries, letGo, onOutboxChange, sendableEntries } from "./outbox.ts";
import { adoptEntries, endSettled, isDead, leaveAgain, setSessionState } from "./sessions.ts";

const lock = "magazin-outbox";

let running = false;
let wanted = false;
let tries = 0;
let pause: ReturnType<typeof setTimeout> | undefined;
let due: ReturnType<typeof setTimeout> | undefined;

/** Sends what waits, now; what cannot be sent is tried again by itself. */
export function wake(): void {
  wanted = true;
  if (!running) void run();
}

async function run() {
  running = true;
  clearTimeout(pause);
  let isSent = false;
  while (wanted) {
    wanted = false;
    isSent = await alone(round).catch(() => false);
  }
  running = false;
  tries = isSent ? 0 : tries + 1;
  if (!isSent) pause = setTimeout(wake, pauseAfter(tries));
}

/**
 * One tab sends. Over plain http there are no locks: then several may, each in order, and the server does each scan once.
 * False where another tab is at it, which may be closed before it has sent all.
 */
async function alone(work: () => Promise<boolean>): Promise<boolean> {
  if (!("locks" in navigator)) return work();
  return navigator.locks.request(lock, { ifAvailable: true }, (held) => (held ? work() : isEmpty()));
}

const isEmpty = async () => (await read(countOpen)) === 0;

/** Sends batch after batch until nothing waits. False where something could not be sent now. */
async function round(): Promise<boolean> {
  await adoptEntries();
  const device = await deviceId();
  const heldIds = new Set<string>();
  let most = batchSize;
  for (;;) {
    const { batch: chosen, waiting, left } = await next(heldIds, most);
    if (chosen.length === 0) {
      await fail(left, errors.forbidden);
      break;
    }
    if (!navigator.onLine) {
      await fail(waiting, errors.network); // nothing has left: what is unmarked can be taken back here
      return false;
    }
    const batch = await markSent(chosen);
    const [first] = batch;
    if (!first) continue; // all of it was taken back meanwhile
    try {
      const { results } = await callAs(first.token, scan, {
        body: { device, clock: instantOf(Date.now()), operations: batch.map(sentAs) },
      });
      await keep(batch, results);
      most = batchSize;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const reaction = reactionTo(error, batch.length);
      if (reaction === "halve") most = half(batch.length);
      else if (reaction === "refuse") await refuse(first, error);
      else if (reaction === "wait") {
        await fail(waiting, error.message);
        return false;
      } else {
        if (reaction === "ask" && (await isDead(first))) await setSessionState(first.token, "dead");
        else heldIds.add(first.token);
        await fail(
          waiting.filter(({ token }) => token === first.token),
          error.message,
        );
        await adoptEntries();
      }
    }
  }
  await forgetOld();
  return (await endSettled()) && heldIds.size === 0;
}

const instantOf = (time: number) => new Date(time).toISOString();

/** A scan with when it was scanned, and as its how many-th of this device: it may come hours later. */
const sentAs = ({ operation, scanned, seq, offset, after }: OutboxEntry) => ({
  ...operation,
  at: instantOf(scanned),
  seq,
  offset,
  after,
});

interface Next {
  readonly batch: OutboxEntry[];
  readonly waiting: OutboxEntry[];
  /** Entries that wait for their author. */
  readonly left: OutboxEntry[];
}

const waitingNow = () => entries.get().filter(isOpenEntry);

/** Returns the entries that go out next, of those that this tab knows to wait. Thousands are not read for each scan, only counted. */
async function next(held: ReadonlySet<string>, most: number): Promise<Next> {
  const [answered, sessions, count] = await read(async (stores) =>
    Promise.all([answeredEntries(stores), allSessions(stores), countOpen(stores)]),
  );
  if (waitingNow().length !== count) await catchUp(); // another tab knew more
  const now = Date.now();
  const all = waitingNow();
  const behind = toHoldOf([...answered, ...all]);
  if (behind.length > 0) {
    const refusal = { status: "refused", state: null, message: null, code: null } as const;
    await change(behind, (entry) => ({ ...answeredBy(entry, refusal, now), isHeld: true }));
    return next(held, most);
  }
  const revocable = all.filter(isRevocable);
  if (revocable.some((entry) => isDue(entry, now))) {
    await letGo(now);
    return next(held, most);
  }
  wakeWhenDue(revocable, now);
  const open = all.filter((entry) => !isRevocable(entry));
  const dead = new Set(sessions.filter(({ state }) => state === "dead").map(({ token }) => token));
  const isHeld = (token: string) => held.has(token) || dead.has(token);
  return {
    batch: nextBatch(all, isHeld, most),
    waiting: open.filter(({ token }) => !isHeld(token)),
    left: open.filter(({ token }) => dead.has(token)),
  };
}

/** Notes on the disk that these have left; what was taken back until now is not among them. Of the two one comes first. */
async function markSent(batch: readonly OutboxEntry[]): Promise<readonly OutboxEntry[]> {
  if (batch.every(({ sent }) => sent)) return batch;
  return write(async (stores) => {
    const storedEntries = await Promise.all(batch.map(({ seq }) => entryAt(stores, seq)));
    const openOnes = storedEntries.flatMap((entry) => (entry && isOpenEntry(entry) ? { ...entry, sent: true } : []));
    for (const entry of openOnes) stores.entries.put(entry);
    return openOnes;
  });
}

/** Wakes the sender as soon as an entry may no longer be taken back. */
function wakeWhenDue(revocable: readonly OutboxEntry[], now: number) {
  clearTimeout(due);
  const first = Math.min(...revocable.map(({ held = 0 }) => held));
  if (Number.isFinite(first)) due = setTimeout(wake, first - now);
}

/** Keeps the answers; an operation without one counts as not answered. */
async function keep(batch: readonly OutboxEntry[], results: readonly OperationResult[]) {
  const byId = new Map(results.map((result) => [result.id, result]));
  if (batch.some((entry) => !byId.has(idOf(entry)))) throw new CallError(0, errors.unknown);
  const now = Date.now();
  await change(
    batch.map(({ seq }) => seq),
    (entry) => {
      const result = byId.get(idOf(entry));
      return result ? answeredBy(entry, result, now) : entry;
    },
  );
}

const refuse = ({ seq }: OutboxEntry, { message, code }: CallError) =>
  change([seq], (entry) => answeredBy(entry, { status: "refused", state: null, message, code }, Date.now()));

/** Says of what waits that no answer came; only where that is news. */
const fail = (waiting: readonly OutboxEntry[], message: string) =>
  change(
    waiting.filter(({ failure }) => failure === null).map(({ seq }) => seq),
    (entry) => ({ ...entry, failure: message }),
  );

const forgetOld = async () => {
  const old = toForget(await read(answeredEntries));
  if (old.length > 0) await write(async (stores) => old.forEach((seq) => stores.entries.delete(seq)), "relaxed");
};

onOutboxChange((changes) => sendableEntries(changes).length > 0 && wake());
onSessionChange(wake);
addEventListener("online", wake);
document.addEventListener("visibilitychange", () => {
  const isVisible = document.visibilityState === "visible";
  // a device that is put away may sleep before the time is over
  void (isVisible ? catchUp() : letGo()).catch(() => undefined).then(wake);
});
void leaveAgain()
  .catch(() => undefined)
  .then(wake);
