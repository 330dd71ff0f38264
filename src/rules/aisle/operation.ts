import type { BoxState } from "#rules/stock/box-state.ts";
import type { RefusalCode } from "#rules/texts/refusals.ts";

interface BoxSubject {
  /** A UUID: it makes the operation safe to send twice. */
  readonly id: string;
  /** The version of the box that the worker had before the eyes. */
  readonly seen?: number | undefined;
}

/** Either the code of a box or the id of a content. */
interface Thing {
  readonly code?: string | undefined;
  readonly content?: number | undefined;
}

const handoverOutcomes = ["delivered", "back"] as const;
/** Outcome for a thing at the customer's door. */
export type HandoverOutcome = (typeof handoverOutcomes)[number];

interface CountedPlace {
  readonly part: number;
  readonly height: number;
  readonly code: string | null;
  /** Its label could not be read: it was chosen or typed. */
  readonly hand: boolean;
}

interface Fields {
  store: {
    readonly code: string;
    readonly row: number;
    readonly part: number;
    readonly height: number;
    readonly move: boolean;
    /** Also where it is ordered: it is put back on the shelf. */
    readonly anyway?: boolean | undefined;
    /** The scan of the row that it was stored by. */
    readonly of?: string | undefined;
  };
  pick: Thing & { readonly delivery: number };
  missing: Thing & { readonly delivery?: number | undefined; readonly text: string };
  receive: Thing;
  release: { readonly code: string; readonly text: string };
  swap: { readonly code: string; readonly with: string };
  move_row: { readonly row: number; readonly to_row: number };
  undo: { readonly of: string };
  create: { readonly customer: number; readonly code: string };
  load: { readonly delivery: number; readonly code: string };
  unload: { readonly delivery: number; readonly code: string; readonly fate: HandoverOutcome };
  /** The number of a destruction batch, and the box that was fetched for it. */
  stage: { readonly batch: number; readonly code: string };
  /** The number of a destruction batch, and the box that goes into the shredder now. */
  shred: { readonly batch: number; readonly code: string; readonly weight_kg?: number | undefined };
  /** Places of a row as they are counted; `session` is a stocktake, `code` null where a place is empty. */
  count: {
    readonly session?: number | undefined;
    readonly row: number;
    readonly places: CountedPlace[];
    readonly mode?: "blind" | "target" | undefined;
    readonly close?: boolean | undefined;
  };
  /** `signature`: the id of a proof. */
  handover: { readonly delivery: number; readonly name: string; readonly signature?: string | undefined };
}
export type OperationKind = keyof Fields;

/** One thing that a worker did, as a flow asks for it; the device adds when and as its how manieth. */
export type Operation = { [K in OperationKind]: BoxSubject & { readonly kind: K } & Fields[K] }[OperationKind];
export type OperationOf<K extends OperationKind> = Extract<Operation, { kind: K }>;

/** An operation before it has an id. */
export type OperationDraft = Operation extends infer O ? (O extends Operation ? Omit<O, "id"> : never) : never;

/** Answer of the server to one operation; `box` is as it is now, `by` is the person who changed it last. */
export interface Result {
  readonly id: string;
  readonly status: "done" | "refused";
  readonly state: number | null;
  readonly code: RefusalCode | null;
  readonly message: string | null;
  /** It was answered before, and the same now. */
  readonly again: boolean;
  readonly box: {
    readonly code: string;
    readonly state: BoxState;
    readonly version: number;
    readonly place: {
      readonly row: number;
      readonly part: number;
      readonly height: number;
      readonly text: string;
    } | null;
    readonly owner: number;
    /** The number of the delivery that wants it. */
    readonly delivery: number | null;
  } | null;
  readonly by: { readonly name: string; readonly at: string; readonly text: string } | null;
}

const onlineOnly: readonly OperationKind[] = ["move_row", "create", "handover", "shred"];

/** Says whether an operation is done with a network or not at all: it is irreversible, or about numbers that could collide. */
export const needsNetwork = (kind: OperationKind): boolean => onlineOnly.includes(kind);

const holds: Partial<Record<OperationKind, number>> = { pick: 6000, receive: 6000, stage: 6000, missing: 10_000 };

/** ms in which it is not sent, so that it can be taken back without a trace: the server takes back what was stored, and nothing else. */
export const undoWindow = ({ kind }: Operation): number => holds[kind] ?? 0;

/** Refusals that are news and no more: nobody has to look into them. */
export const isNews = (kind: OperationKind, code: RefusalCode | null): boolean =>
  (kind === "receive" && code === "state") || (kind === "shred" && (code === "too_early" || code === "too_late"));

/** The boxes that an operation is about: those of one box are a chain. */
export function boxesOfOperation(operation: Operation): readonly string[] {
  const one = "code" in operation && operation.code !== undefined ? [operation.code] : [];
  return operation.kind === "swap" ? [...one, operation.with] : one;
}
