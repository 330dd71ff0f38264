import { expect, test } from "vitest";
import type { Operation as Sent, OperationResult } from "#contract/schemas/scanning/scans.ts";
import type { Operation, Result } from "#rules/aisle/operation.ts";

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
/** When, and as its how manieth, is the device's to say. */
type WithoutClock<O> = O extends unknown ? Omit<O, "at" | "seq"> : never;

test("what is done at the shelf is what the server takes, and what it answers is what the flows understand", () => {
  const operations: Same<Operation, WithoutClock<Sent>> = true;
  const results: Same<Result, OperationResult> = true;
  expect([operations, results]).toEqual([true, true]);
});
