import { isPartOfCode } from "#rules/scanning/foreign-code.ts";
import { bareCode, parseBoxCode } from "#rules/stock/box-code.ts";
import { parseSign, type RowSign } from "#rules/stock/places/place-sign.ts";
import type { ShelfPlace } from "#rules/stock/positions.ts";
import type { Data } from "./stock-data.ts";
import type { OperationDraft, Operation, Result } from "./operation.ts";

/** Way in which a text was read; `hand` means typed. */
export type Via = "wedge" | "camera" | "broadcast" | "hand";

export interface Happening {
  /** A fresh UUID: what the event leads to is named after it. */
  readonly id: string;
  /** By the clock of the device, in ms. */
  readonly at: number;
}

/** Event that happens to a flow; `W` is the type of the taps in it. */
export type AisleEvent<W = unknown> = Happening &
  (
    | { readonly type: "scan"; readonly text: string; readonly via: Via }
    | { readonly type: "tap"; readonly what: W }
    /** The server's, to an operation of this device. */
    | { readonly type: "answer"; readonly result: Result }
    | { readonly type: "network"; readonly up: boolean }
    /** The worker takes an operation back; `dropped`: it and those after it, which had not been sent, are gone. */
    | { readonly type: "undo"; readonly of: string; readonly dropped: readonly string[] }
  );

/** `tick`: that was heard already and nothing is done, or nothing is done yet. */
export type Signal = "done" | "look" | "stop" | "tick";

/** Message to the worker: a tone, a colour, one word and a sentence. `plate` is a place in the size of a licence plate. */
export interface Say {
  readonly signal: Signal;
  readonly title: string;
  readonly text: string;
  /** Ten digits, or what was read instead of them. */
  readonly code?: string | undefined;
  readonly plate?: ShelfPlace | undefined;
}

export type FlowName =
  | "lookUp"
  | "store"
  | "move"
  | "pick"
  | "handOver"
  | "receive"
  | "create"
  | "destroy"
  | "count"
  | "held";

/** Taps that every flow has. */
export type CommonTap =
  /** Does these operations, and says so; `settles`: refused ones that are dealt with by it. */
  | {
      readonly do: "commit";
      readonly ops: readonly OperationDraft[];
      readonly settles: readonly string[];
      readonly say: Say;
    }
  /** Nothing now; a refused operation stays among those to be looked into. */
  | { readonly do: "leave" }
  /** From the beginning. */
  | { readonly do: "restart" }
  /** On in another flow. */
  | { readonly do: "go"; readonly flow: FlowName; readonly settles: readonly string[] }
  /** Nothing can be done here: it is put among what is to be looked into. */
  | { readonly do: "note"; readonly code: string; readonly title: string; readonly text: string };

export interface FlowChoice<W> {
  readonly label: string;
  readonly what: W;
  /** Without a network it is disabled and says so. */
  readonly needsNetwork?: boolean;
}

/** Question that the flow needs answered before it goes on; the first choice is the likely one. Another scan leaves it open. */
export interface FlowQuestion<W> extends Say {
  readonly choices: readonly FlowChoice<W>[];
  /** Meaning of the same code, scanned once more. */
  readonly yes?: W | undefined;
  /** The event that led to it, or the refused operation that it is about. */
  readonly about: string;
  /** Since when it stands, in ms. */
  readonly since: number;
  /** Set where a worker who goes on without an answer leaves nothing open. */
  readonly isOptional?: boolean;
}

/** Action that was done, by a word of `scanKindText`. */
export type ScanKind =
  | "stored"
  | "moved"
  | "swapped"
  | "picked"
  | "missing"
  | "received"
  | "released"
  | "created"
  | "loaded"
  | "delivered"
  | "back"
  | "handedOver"
  | "rowMoved"
  | "staged"
  | "shredded"
  | "counted"
  | "rowCounted"
  | "unknown"
  | "none";

/** `open`: nothing was decided, nothing is sent. */
export type LoggedStatus = "waiting" | "done" | "refused" | "undone" | "open";

/** A line of the last scans. */
export interface LogEntry {
  /** The operation's id; of what led to none, the event's. */
  readonly id: string;
  readonly at: number;
  readonly code: string;
  readonly deed: ScanKind;
  readonly place: ShelfPlace | null;
  readonly status: LoggedStatus;
  readonly message: string | null;
  /** True where the action can be undone, within `operationUndoTime`. */
  readonly isRevocable: boolean;
  /** The operation that takes it back. */
  readonly undoneBy?: string;
}

/** State that every flow has, in plain values, so that it outlives the page. */
export interface FlowState<W = unknown> {
  readonly question: FlowQuestion<W> | null;
  /** Last message; it stands until the next. */
  readonly said: Say | null;
  /** The newest last. */
  readonly log: readonly LogEntry[];
  /** Number of times that each action was done in this walk and stands, and the numbers of refused and open ones. */
  readonly counts: Readonly<Partial<Record<ScanKind | "refused" | "open", number>>>;
  /** Whole codes that the device does not know, each once. */
  readonly unknown: readonly string[];
  readonly isOnline: boolean;
  readonly read: { readonly text: string; readonly at: number } | null;
}

/** Something to be looked into that no operation stands for; the device keeps it until it is settled. */
export interface Note {
  readonly id: string;
  readonly at: number;
  readonly code: string;
  readonly title: string;
  readonly text: string;
}

export interface FlowStep<S> {
  readonly state: S;
  readonly say: Say | null;
  /** To be kept before anything is shown or sounded, in this order. */
  readonly ops: readonly Operation[];
  /** Refused operations, and notes, that are dealt with. */
  readonly settles: readonly string[];
  readonly notes: readonly Note[];
  /** Where the worker goes on. */
  readonly go?: FlowName;
}

/** One turn of a flow: how it stands, what happens to it, and what the device knows. */
export interface Turn<S, E extends Happening = Happening> {
  readonly state: S;
  readonly event: E;
  readonly data: Data;
}

/** A flow: pure, so that tables can prove what becomes of what. */
export type Reducer<S extends FlowState, W> = (state: S, event: AisleEvent<W>, data: Data) => FlowStep<S>;

export const firstState = (isOnline: boolean): FlowState<never> => ({
  question: null,
  said: null,
  log: [],
  counts: {},
  unknown: [],
  isOnline,
  read: null,
});

/** Meaning of a read text; `part` is a piece of a code. */
export type ParsedScan =
  | { readonly kind: "box"; readonly code: string }
  | ({ readonly kind: "row" } & RowSign)
  | { readonly kind: "part" | "other"; readonly text: string };

/** Only whole codes count. */
export function parseScan(text: string): ParsedScan {
  const code = parseBoxCode(text);
  if (code) return { kind: "box", code };
  const sign = parseSign(text);
  if (sign) return { kind: "row", ...sign };
  return { kind: isPartOfCode(text) ? "part" : "other", text: bareCode(text).slice(0, 40) };
}
