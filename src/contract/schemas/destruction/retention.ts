import * as z from "zod/mini";
import { BoxState } from "#rules/stock/box-state.ts";
import { maxPageSize, pageSize } from "#rules/lists/paging.ts";
import { dueKinds } from "#rules/destruction/retention/due-boxes.ts";
import { nameLength } from "#contract/limits.ts";
import type { Shapes } from "#contract/route.ts";
import { destroyYear } from "#contract/fields/box.ts";
import { day, givenDay } from "#contract/fields/day.ts";
import { integer } from "#contract/fields/numbers.ts";
import { filledText, name, text } from "#contract/fields/texts.ts";
import { staff } from "#contract/schemas/audience.ts";
import { sheetFormat, sheetReply } from "#contract/schemas/list-query.ts";
import { boxTarget } from "./box-target.ts";
import { count, id, listOf, reference } from "#contract/schemas/shapes.ts";
import { withOneOf } from "#contract/fields/one-of.ts";

const start = z.enum(["year_end", "day", "manual"]);

const RetentionRule = z.object({
  years: count,
  months: count,
  start,
  applies_if: z.enum(["all", "finance"]),
  valid_from: z.nullable(day),
  valid_to: z.nullable(day),
  basis: z.string(),
  source: z.string(),
  checked_on: day,
});

/** A class of the law, or with a customer that customer's own. */
export const RetentionClass = z.object({
  id,
  key: z.string(),
  name: z.string(),
  begins: z.string(),
  personal: z.boolean(),
  tax: z.boolean(),
  default_level: count,
  customer: z.nullable(id),
  agreed_by: z.nullable(z.string()),
  rules: z.array(RetentionRule),
});
export type RetentionClass = z.infer<typeof RetentionClass>;

/** A box, until when it must be kept, and why; `held` says which hold is on it, `batch` by which destruction batch it is to go. */
export const RetainedBox = z.object({
  id,
  code: z.string(),
  state: z.enum(BoxState),
  size: count,
  contents: z.array(z.string()),
  retention_class: z.nullable(z.object({ id, name: z.string() })),
  begins: z.nullable(day),
  ends: z.nullable(day),
  reason: z.string(),
  meta_destroy_year: z.nullable(z.int()),
  proposed_destroy_year: z.nullable(z.int()),
  held: z.nullable(z.string()),
  batch: staff(z.nullable(id)),
});
export type RetainedBox = z.infer<typeof RetainedBox>;

/** A page of them, with what decides about all of their customer. */
export const RetainedBoxes = z.extend(listOf(RetainedBox), {
  year: z.int(),
  /**
   * True where the customer is a bank, an insurer or a securities firm. `audit_open_from` is the first year for which its taxes may still be
   * assessed.
   */
  finance_supervised: z.boolean(),
  audit_open_from: z.nullable(z.int()),
  /** True where the customer's boxes are destroyed by batches, and in no other way. */
  by_batch: staff(z.boolean()),
  /** `marked` of what is due. */
  counts: z.object({ due: count, marked: count, later: count, held: count, open: count, away: count }),
  /** Number of boxes in the requested list that are not marked yet and may be, or stand in no batch yet. */
  eligible: staff(count),
});
export type RetainedBoxes = z.infer<typeof RetainedBoxes>;

/** Until when one box is kept, with what of its contents says something else. */
export const BoxRetention = z.extend(z.omit(RetainedBox, { contents: true }), {
  customer: id,
  /** A day that somebody has set instead of what is computed, and why. */
  until: z.nullable(day),
  until_reason: z.nullable(z.string()),
  contents: z.array(
    z.object({ id, retention_class: z.nullable(z.object({ id, name: z.string() })), begins: z.nullable(day) }),
  ),
});
export type BoxRetention = z.infer<typeof BoxRetention>;

const customer = id;
const selection = { customer, year: z.optional(destroyYear) };

export const listRetentionClasses = {
  scope: "read",
  summary: "The classes of the law and, of one customer or all that the caller sees, their own ones",
  query: z.object({ customer: z.optional(customer) }),
  reply: z.object({ results: z.array(RetentionClass) }),
} satisfies Shapes;

export const createRetentionClass = {
  scope: "destruction",
  summary: "A class of a customer's own, by contract; nothing of it changes later",
  body: z.object({
    customer: reference,
    name,
    begins: z._default(text(nameLength), ""),
    basis: z._default(filledText(nameLength), "Vertrag"),
    agreed_by: name,
    years: integer(0, 100),
    months: z._default(integer(0, 11), 0),
    start: z._default(start, "year_end"),
    personal: z._default(z.boolean(), false),
  }),
  reply: RetentionClass,
} satisfies Shapes;

export const listRetained = {
  scope: "read",
  summary:
    "What of a customer may go in a year (this one unless named), is held, has no end, or is not in the house, with how many there are of each",
  query: z.object({
    ...selection,
    show: z.optional(z.enum(dueKinds)),
    limit: z.optional(integer(1, maxPageSize)),
    offset: z.optional(integer(0)),
  }),
  reply: RetainedBoxes,
} satisfies Shapes;

export const dueList = {
  scope: "read",
  summary: "What of a customer may go in a year (this one unless named), on paper, with what is held or away",
  query: z.object({ year: z.optional(destroyYear) }),
  reply: "application/pdf",
} satisfies Shapes;

export const boxRetention = {
  scope: "read",
  summary: "Until when a box is kept, by which class and from when, and what its contents say of their own",
  reply: BoxRetention,
} satisfies Shapes;

export const sheetOfRetained = {
  scope: "read",
  summary: "The same as a spreadsheet or CSV, at most 200,000 boxes",
  query: z.object({ ...selection, show: z.optional(z.enum(dueKinds)), ...sheetFormat }),
  reply: sheetReply,
} satisfies Shapes;

export const changeKeeper = {
  status: 200,
  scope: "destruction",
  summary:
    "Say whether a customer is a bank, an insurer or a securities firm, and from which year on its taxes may still be assessed (null: from none)",
  body: withOneOf(
    z.object({
      customer: reference,
      finance_supervised: z.optional(z.boolean()),
      audit_open_from: z.optional(z.nullable(destroyYear)),
    }),
    "finance_supervised",
    "audit_open_from",
  ),
  reply: z.object({ finance_supervised: z.boolean(), audit_open_from: z.nullable(z.int()), changed: count }),
} satisfies Shapes;

/** Boxes of a customer that may be destroyed in a year: `marked` of those that are due. */
export const CustomerRetention = z.object({
  id,
  code: count,
  name: z.string(),
  due: count,
  marked: count,
  later: count,
  held: count,
  away: count,
});
export type CustomerRetention = z.infer<typeof CustomerRetention>;

export const listRetainedCustomers = {
  scope: "read",
  summary:
    "A page of the customers by their number, with how many boxes of each may go in a year (this one unless named)",
  query: z.object({
    year: z.optional(destroyYear),
    limit: z.optional(integer(1, pageSize)),
    offset: z.optional(integer(0)),
  }),
  reply: z.extend(listOf(CustomerRetention), { year: z.int() }),
} satisfies Shapes;

export const retentionYears = {
  scope: "read",
  summary: "How many boxes and metres of a customer become free in which year",
  query: z.object({ customer }),
  reply: z.object({ results: z.array(z.object({ year: z.int(), boxes: count, meters: z.number() })) }),
} satisfies Shapes;

export const assignRetention = {
  status: 200,
  scope: "destruction",
  summary:
    "Say of a customer's boxes, all, a range of numbers or named ones, of which class they are, from which day it counts (null: the end of their year), or until when they are kept instead, with the reason",
  body: withOneOf(
    z.object({
      ...boxTarget,
      retention_class: z.optional(z.nullable(id)),
      begins: z.optional(z.nullable(givenDay)),
      until: z.optional(z.nullable(givenDay)),
      reason: z.optional(text(nameLength)),
    }),
    "retention_class",
    "begins",
    "until",
  ),
  reply: z.object({ boxes: count, changed: count }),
} satisfies Shapes;

export const applyRetention = {
  status: 200,
  scope: "destruction",
  summary: "Apply the newest law to the boxes of a customer or of all, or with `dry_run` only say what would change",
  body: z.object({ customer: z.optional(reference), dry_run: z.boolean() }),
  reply: z.object({
    version: count,
    results: z.array(
      z.object({
        customer: z.object({ id, code: count, name: z.string() }),
        /** Numbers of boxes that may be destroyed this year, before and after. */
        due_before: count,
        due_after: count,
        /** Ends that come earlier and later, and that are known for the first time or no more. */
        earlier: count,
        later: count,
        other: count,
        /** Destroy years that change with them. */
        years: count,
      }),
    ),
  }),
} satisfies Shapes;
