import * as z from "zod/mini";
import { day, givenDay } from "#contract/fields/day.ts";
import { integer } from "#contract/fields/numbers.ts";
import type { Shapes } from "#contract/route.ts";
import { count, id, instant, listOf, selection } from "#contract/schemas/shapes.ts";
import { maxPageSize } from "#rules/lists/paging.ts";

/** Direct debits that are handed to the bank together. Euro; the days are those of the collections, which are bank days. */
export const DebitFile = z.object({
  id,
  created: instant,
  invoices: count,
  /** Number of the entries that are cancelled by now; the file contains them all the same. */
  cancelled: count,
  gross: z.string(),
  collect_from: day,
  collect_to: day,
});
export type DebitFile = z.infer<typeof DebitFile>;

export const listDebitFiles = {
  scope: "billing",
  summary:
    "The files of direct debits, the newest first; `open` is what is not in one yet and due by `until` (today unless named)",
  query: z.object({
    until: z.optional(givenDay),
    limit: z.optional(integer(1, maxPageSize)),
    offset: z.optional(integer(0)),
    ...selection,
  }),
  reply: z.object({ ...listOf(DebitFile).shape, open: z.object({ invoices: count, gross: z.string() }) }),
} satisfies Shapes;

export const createDebitFile = {
  scope: "billing",
  summary:
    "Take all invoices with a mandate that are due by `until`, not paid, not cancelled, and in no other file into a new one",
  body: z.object({ until: givenDay }),
  reply: DebitFile,
} satisfies Shapes;

export const debitFile = {
  scope: "billing",
  summary: "The file for the bank: SEPA Core direct debits as pain.008.001.08, the same bytes each time",
  reply: "application/xml",
} satisfies Shapes;

export const deleteDebitFile = {
  scope: "billing",
  summary: "Take a file back that the bank has not carried out: its invoices are open again, for another one",
  reply: null,
} satisfies Shapes;
