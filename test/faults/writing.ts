import type { Operation, OperationResult } from "#contract/schemas/scanning/scans.ts";
import type { DeliveryKind } from "#rules/deliveries/delivery-state.ts";

/** Operations that the writers scan; they take nothing back. */
export type Scanned = Extract<Operation, { kind: "store" | "pick" | "release" | "receive" | "missing" }>;

/** Stages that a delivery reaches; "announced" comes back as a return that was announced, "received" as one that was not. */
export const fates = ["open", "canceled", "started", "picked", "completed", "received", "announced"] as const;

export interface NamedBox {
  readonly id: number;
  readonly code: string;
}

/** A request for a delivery; `delivery` once it was acknowledged. Its comment is its number among the orders. */
export interface Order {
  readonly customer: number;
  readonly kind: DeliveryKind;
  readonly fate: (typeof fates)[number];
  readonly boxes: readonly NamedBox[];
  readonly contents: readonly number[];
  delivery?: number;
  refused?: true;
}

/** A request for boxes; `boxes` once it was acknowledged. */
export interface Creation {
  readonly customer: number;
  readonly amount: number;
  boxes?: readonly NamedBox[];
}

/** A scan; `result` once it was acknowledged. */
export interface Scan {
  readonly operation: Scanned;
  readonly expected: OperationResult["status"];
  result?: OperationResult;
}

/** A picture that was sent; `image` once it was acknowledged, `deletion` once its removal was asked for. */
export interface Upload {
  readonly box: NamedBox;
  /** Hash of the file that the product makes of the picture. */
  readonly sha256: string;
  image?: number;
  deletion?: "asked" | "done";
}

/** Actions of people who write. */
export interface Writing {
  readonly orders: Order[];
  readonly uploads: Upload[];
  /** Answers that nobody should ever get. */
  readonly surprises: string[];
  optionOf(customer: number): number | undefined;
  addContents(box: NamedBox, amount: number): Promise<number[]>;
  store(codes: readonly string[]): Promise<void>;
  carryOut(scans: readonly Scan[]): Promise<void>;
  /** Repeats the call until it is acknowledged. */
  insist(path: string): Promise<void>;
  /** The answer; undefined where there was none. Refusals are written down in \`refusals\`. */
  post<T>(path: string, body: object, refusals?: string[]): Promise<T | undefined>;
  /** Removes the thing and says whether that was acknowledged. */
  remove(path: string): Promise<boolean>;
}

/** Returns the part of an answer that stays the same, however often a scan is sent. The box is left out, because it is reported as it is by then. */
export const saidBy = ({ again: _again, box: _box, ...said }: OperationResult): string => JSON.stringify(said);
