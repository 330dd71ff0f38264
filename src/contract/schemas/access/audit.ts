import * as z from "zod/mini";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { auditList } from "#contract/lists/audit.ts";
import type { Shapes } from "#contract/route.ts";
import { filterQuery, listQuery, sheetQuery, sheetReply } from "#contract/schemas/list-query.ts";
import { count, id, instant, listOf } from "#contract/schemas/shapes.ts";

const person = z.object({ id, first_name: z.string(), last_name: z.string(), email: z.string() });

/** An entry: who, when, from where, what, and about whom or what; `id` is null where it is there no more. */
export const AuditEntry = z.object({
  id,
  at: instant,
  kind: z.int(),
  /** The entry as a sentence. */
  text: z.string(),
  user: z.nullable(person),
  /** Text typed at a failed sign-in. */
  name: z.nullable(z.string()),
  address: z.nullable(z.string()),
  customer: z.nullable(z.object({ id: z.nullable(id), code: count })),
  box: z.nullable(z.object({ id: z.nullable(id), code: z.string() })),
  delivery: z.nullable(z.object({ id, code: count })),
  subject: z.nullable(person),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const filters = { kind: z.optional(z.enum(AuditKind)) };

export const listAudit = {
  scope: "users",
  summary:
    "Who signed in, changed rights and read what, the newest first; without `from` the 30 days up to `to`; at most the first 10,000 are counted",
  query: listQuery(auditList, { filters }),
  reply: listOf(AuditEntry),
} satisfies Shapes;

export const sheetOfAudit = {
  scope: "users",
  summary:
    "The audit trail as a spreadsheet or CSV: every one that the filters let through, at most 200,000; columns by role",
  query: sheetQuery(auditList, { filters }),
  reply: sheetReply,
} satisfies Shapes;

export const auditCsv = {
  scope: "users",
  summary: "The same as a file for spreadsheets, every entry of the period",
  query: filterQuery(auditList, filters),
  reply: "text/csv",
} satisfies Shapes;
