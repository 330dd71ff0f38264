import type { Operation, OperationResult } from "#contract/schemas/scanning/scans.ts";
import type { DeliveryKind } from "#rules/deliveries/delivery-state.ts";

/** What the writers scan; they take nothing back. */
export type Scanned = Extract<Operation, { kind: "store" | "pick" | "release" | "receive" | "missing" }>;

/** How far a delivery goes; "announced" comes back as a return that was announced, "received" as one that was not. */
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
  /** Of the file that the product makes of it. */
  readonly sha256: string;
  image?: number;
  deletion?: "asked" | "done";
}

/** What people can do who write. */
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
  /** Whether it was acknowledged. */
  remove(path: string): Promise<boolean>;
}

/** What stays as it was said, however often a scan is sent; the box is told as it is by then. */
export const saidBy = ({ again: _again, box: _box, ...said }: OperationResult): string => JSON.stringify(said);
