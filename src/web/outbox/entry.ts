import type { CollectLine } from "#contract/schemas/deliveries/deliveries.ts";
import type { Operation, OperationResult } from "#contract/schemas/scanning/scans.ts";
import type { User } from "#contract/schemas/access/users.ts";
import type { StoredOperation } from "#rules/aisle/chains.ts";
import { isNews, type Operation as DeviceOperation } from "#rules/aisle/operation.ts";

/** A place within a row. */
interface Spot {
  readonly part: number;
  readonly height: number;
}

/** Data that a screen needs to show a scan again after a reload. */
export type EntryView =
  /** `next`: where the cursor went on to; `isAimed`: somebody had put it where it was. */
  | { readonly screen: "row"; readonly rowName: string; readonly next: Spot | null; readonly isAimed?: boolean }
  | { readonly screen: "collect"; readonly line: CollectLine }
  /** `line`: the key of a line of this delivery. */
  | { readonly screen: "delivery"; readonly delivery: number; readonly line: string }
  /** The counting of a row at the desk. */
  | { readonly screen: "count"; readonly stocktake: number; readonly row: number }
  /** A flow between the shelves, by its name. */
  | { readonly screen: "aisle"; readonly flow: string };

/** A scan on its way to the server; the operation's id makes it safe to send twice (product 7). */
export interface OutboxEntry<S extends EntryView = EntryView> {
  /** In the order of which it was scanned on this device. */
  readonly seq: number;
  readonly operation: Operation;
  readonly shown: S;
  /** User who scanned, and the session by which the scan goes out; the token is forgotten with the answer. */
  readonly user: number;
  readonly token: string;
  /** An instant in ms by this device's clock, and what was known of the server's. */
  readonly scanned: number;
  readonly offset?: number;
  readonly after?: string;
  /** Until when it may be taken back, an instant in ms: it is not sent before. Nothing, or 0, once it has been let go. */
  readonly held?: number;
  /** 1 until the server has answered; a number, since it is found by it. */
  readonly open: 0 | 1;
  readonly status: "waiting" | "done" | "refused";
  /** Why the last try got no answer; null before the first one. */
  readonly failure: string | null;
  /** When its answer came, in ms; 0 until then. */
  readonly answered: number;
  readonly state: number | null;
  /** Why it was refused, in words and by name. */
  readonly message: string | null;
  readonly code: OperationResult["code"];
  /** It was given to the network: from then on only the server can take it back. */
  readonly sent?: boolean;
  /** All that the server said, for the flows between the shelves. */
  readonly result?: EntryAnswer;
  /** Refused by the device itself: between the shelves one before it, of the same box, was refused. */
  readonly isHeld?: boolean;
  /** Refused between the shelves, and nobody has dealt with it yet; a number, since it is found by it. */
  readonly unsettled?: 1;
}

/** Answer of the server; the device itself says less. */
type EntryAnswer = Pick<OperationResult, "status" | "state" | "message" | "code"> & Partial<OperationResult>;

/** Entry that a screen hands in; `hold`: how many ms it may be taken back. */
export type EntryDraft = Pick<OutboxEntry, "operation" | "shown"> & { readonly hold?: number };

/** The session of somebody who has scanned on this device. */
export interface OutboxSession {
  readonly token: string;
  readonly user: number;
  readonly name: string;
  /**
   * `active` while they are signed in, `outbox` once they have left: then it only sends what they have scanned, and is
   * ended after that. `dead`: the server knows it no more, what was scanned waits for its author.
   */
  readonly state: "active" | "outbox" | "dead";
  /**
   * Person whose session it is, where the session is the device's own. The person is found again without a network, and after a browser lost its
   * token.
   */
  readonly person?: User;
}

/** It is of who works on this device. */
export const isOfDevice = ({ state, person }: OutboxSession): boolean => state === "active" && person !== undefined;

/** The operation as the rules of the aisle have it: what is left out is as it was not said. */
export const scanAction = ({ operation }: OutboxEntry): DeviceOperation => operation;

export const idOf = ({ operation }: OutboxEntry): string => operation.id;

export const isOpenEntry = ({ open }: OutboxEntry): boolean => open === 1;

/** It may be taken back, and is not sent yet. */
export const isRevocable = (entry: OutboxEntry): boolean => isOpenEntry(entry) && Boolean(entry.held);

/** Says whether the time has passed in which the entry may be taken back; also true where the clock was set back meanwhile. */
export const isDue = ({ held = 0, scanned }: OutboxEntry, now: number): boolean => held <= now || now < scanned;

/** No answer came; it is sent again by itself. */
export const isUnsent = (entry: OutboxEntry): boolean => isOpenEntry(entry) && entry.failure !== null;

/** Refused between the shelves, and nobody has dealt with it yet. */
export const isUnsettled = ({ unsettled }: OutboxEntry): boolean => unsettled === 1;

/** A refused scan that somebody has dealt with. */
export function withoutUnsettled({ unsettled: _, ...entry }: OutboxEntry): OutboxEntry {
  return entry;
}

/** A scan between the shelves as their rules see it. */
export function keptOf(entry: OutboxEntry): StoredOperation {
  const { isHeld, status, sent } = entry;
  const now = isHeld ? "held" : status === "waiting" && sent ? "sending" : status;
  return { operation: scanAction(entry), status: now, isSettled: !isUnsettled(entry) };
}

export const isOf =
  <K extends EntryView["screen"]>(screen: K) =>
  (entry: OutboxEntry): entry is OutboxEntry<Extract<EntryView, { screen: K }>> =>
    entry.shown.screen === screen;

/** A scan as it is kept before it is sent. */
export function outboxEntry(
  { hold = 0, ...draft }: EntryDraft,
  author: OutboxSession,
  now: number,
): Omit<OutboxEntry, "seq"> {
  return {
    ...draft,
    held: hold > 0 ? now + hold : 0,
    user: author.user,
    token: author.token,
    scanned: now,
    open: 1,
    status: "waiting",
    failure: null,
    answered: 0,
    state: null,
    message: null,
    code: null,
  };
}

/** A scan with its answer. */
export function answeredBy(entry: OutboxEntry, result: EntryAnswer, now: number): OutboxEntry {
  const { status, state, message, code } = result;
  const answeredEntry: OutboxEntry = {
    ...entry,
    open: 0,
    token: "",
    failure: null,
    answered: now,
    status,
    state,
    message,
    code,
  };
  if (entry.shown.screen !== "aisle") return answeredEntry;
  const isToDo = status === "refused" && !isNews(entry.operation.kind, code);
  return { ...answeredEntry, result, ...(isToDo && { unsettled: 1 }) };
}
