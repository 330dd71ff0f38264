import * as z from "zod/mini";
import { sealList } from "#contract/lists/seals.ts";
import type { Shapes } from "#contract/route.ts";
import { listQuery, sheetQuery, sheetReply } from "#contract/schemas/list-query.ts";
import { count, instant, listOf } from "#contract/schemas/shapes.ts";

/** A seal over what the history, the destruction batches and the invoices grew by since the seal before; its hash has 64 hex digits. */
export const Seal = z.object({
  number: count,
  until: instant,
  boxes: count,
  entries: count,
  /** Steps of destruction batches; null in seals of before these were sealed. */
  events: z.nullable(count),
  /** Invoices and cancellations; null in seals of before these were sealed. */
  invoices: z.nullable(count),
  hash: z.string(),
  /** Entries that were there before entries were chained: sealed as they were found. */
  found: z.boolean(),
  /** When an authority for time stamps saw it; null where none was asked. */
  stamped: z.nullable(instant),
});
export type Seal = z.infer<typeof Seal>;

export const listSeals = {
  scope: "read",
  summary: "The seals of the history, one a day, the newest first",
  query: listQuery(sealList),
  reply: listOf(Seal),
} satisfies Shapes;

export const sheetOfSeals = {
  scope: "read",
  summary:
    "The seals as a spreadsheet or CSV: every one that the filters let through, at most 200,000; columns by role",
  query: sheetQuery(sealList),
  reply: sheetReply,
} satisfies Shapes;

export const exportSeals = {
  scope: "read",
  summary:
    "All seals as a file, to be kept where the provider cannot change it; `magazin verify --seals` compares them",
  reply: "application/json",
} satisfies Shapes;
