import * as z from "zod/mini";
import { maxBoxNumber } from "#rules/stock/box-code.ts";
import { NumberKind } from "#rules/stock/box-number.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { ContentState } from "#rules/stock/content-state.ts";
import { CaseKind, CaseState } from "#rules/stocktake/case-state.ts";
import { hindrances } from "#rules/destruction/destruction.ts";
import { maxPageSize } from "#rules/lists/paging.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { boxList } from "#contract/lists/boxes.ts";
import type { Shapes } from "#contract/route.ts";
import { nameLength, textLength, usualSize } from "#contract/limits.ts";
import { boxAmount, boxSize, destroyYear, metaYear, startNumber } from "#contract/fields/box.ts";
import { day, givenDay } from "#contract/fields/day.ts";
import { orNothing } from "#contract/fields/nothing.ts";
import { periodEnd } from "#contract/fields/period.ts";
import { integer } from "#contract/fields/numbers.ts";
import { filledText, readText, text } from "#contract/fields/texts.ts";
import { staff } from "#contract/schemas/audience.ts";
import { boxCode, listQuery, sheetQuery, sheetReply } from "#contract/schemas/list-query.ts";
import { count, cutListOf, detailQuery, id, instant, listOf, picture, reference } from "#contract/schemas/shapes.ts";
import { withOneOf } from "#contract/fields/one-of.ts";

export const Position = z.object({
  id,
  part: count,
  height: count,
  created: instant,
  row: z.object({ id, number: count, reverse: z.boolean(), area: z.object({ id, name: z.string() }) }),
});

const state = z.enum(BoxState);
const year = z.nullable(z.int());

export const BoxNumber = z.object({ text: z.string(), kind: z.enum(NumberKind) });

export const BoxContent = z.object({ id, text: z.string(), state: z.enum(ContentState), box: id, created: instant });

/** A box in a list; `content` is there only when the selection names it. */
export const Box = z.object({
  id,
  code: z.string(),
  state,
  created: instant,
  size: count,
  owner: z.object({ id, code: count, name: z.string() }),
  position: staff(z.nullable(Position)),
  marked_from: staff(z.nullable(state)), // the state to which a marked box returns
  /** Length of the box's history, which a scan reports as the version that it has seen. */
  version: staff(count),
  content_count: count,
  image_count: count,
  meta_year: year,
  meta_destroy_year: year,
  meta_first_delivery_customer: z.nullable(day),
  /** From when to when its papers are: each a year or a day, as it was said. */
  period_from: z.nullable(periodEnd),
  period_to: z.nullable(periodEnd),
  /** Numbers that other people call the box by. */
  numbers: z.array(BoxNumber),
  /** Empty where it has none. */
  cost_centre: z.string(),
  content: z.optional(z.array(BoxContent)),
});
export type Box = z.infer<typeof Box>;

export const HistoryEntry = z.object({
  id,
  state: count,
  created: instant,
  /** When it was scanned, where a device that had no network said so; `created` is when it was booked. */
  happened: z.nullable(instant),
  /** A device scanned it whose clock does not say when that was. */
  happened_unknown: z.boolean(),
  user: z.nullable(z.object({ first_name: z.string(), last_name: z.string() })),
  meta: z.nullable(
    z.object({
      area: staff(z.string()),
      row: staff(count),
      part: staff(count),
      height: staff(count),
      from: z.optional(z.nullable(z.union([z.string(), z.number()]))),
      to: z.optional(z.nullable(z.union([z.string(), z.number()]))),
      delivery: z.optional(count),
      content: z.optional(z.string()),
      batch: z.optional(count),
      class: z.optional(count),
      level: z.optional(z.string()),
      /** The number of the stocktake in which it was seen. */
      stocktake: staff(count),
      /** The number of the import that did it. */
      import: z.optional(count),
      /** Number of contents that the box had when their texts were blanked. */
      contents: z.optional(count),
      /** It went to another customer or came from one; `box` is that customer's box. */
      owner_change: z.optional(z.literal(true)),
      box: staff(id),
      /** From where the box was taken over, as it was then, and the digest of what was fetched. */
      address: z.optional(z.string()),
      completed: z.optional(z.string()),
      digest: z.optional(z.string()),
    }),
  ),
  text: z.nullable(z.string()),
  /** When what it said was blanked, after its box was destroyed. */
  blanked: z.nullable(instant),
  /** The previous system reported it, under this `id`; ours begin with the entry of kind 44. */
  taken_over: z.optional(z.literal(true)),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const BoxCase = z.object({
  id,
  /** `K-000012` */
  number: z.string(),
  kind: z.enum(CaseKind),
  state: z.enum(CaseState),
  assignee: z.nullable(z.object({ first_name: z.string(), last_name: z.string() })),
  until: z.nullable(day),
});

export const BoxDetail = z.extend(Box, {
  destroyed: z.nullable(day),
  /** By when it is to be back, where it is out and somebody said so. */
  due_back: z.nullable(day),
  /** The first of its `numbers`. */
  foreign_number: z.nullable(z.string()),
  /** With how many other boxes of the customer have the same. */
  numbers: z.array(z.extend(BoxNumber, { others: count })),
  /** The box of another customer as which it continues, and the one that continues as this. */
  continued_as: staff(z.nullable(z.object({ id, code: z.string() }))),
  continued_from: staff(z.nullable(z.object({ id, code: z.string() }))),
  /** When somebody counted it last. */
  last_verified: staff(z.nullable(instant)),
  barcode: picture,
  content: z.array(BoxContent),
  images: z.array(z.object({ id, image: z.string(), preview: z.string(), created: instant, viewed: z.boolean() })),
  history: z.array(HistoryEntry),
  /** Scanned copies of the box, or of a `content`, that can still be read. */
  copies: z.array(z.object({ id, content: z.nullable(z.string()), pages: count, kept_until: day, delivery: id })),
  /** The case about it that people have not closed yet; `until` is the day on which it becomes the next person's. */
  case: staff(z.nullable(BoxCase)),
});
export type BoxDetail = z.infer<typeof BoxDetail>;

/** Query options that only programs ask for. */
const more = {
  filters: {
    owner_id: z.optional(id),
    contain_code: z.optional(readText(nameLength)),
    contain_content: z.optional(text(nameLength)),
    destroyed: z.optional(z.boolean()),
  },
};

export const listBoxes = {
  scope: "read",
  summary:
    "Boxes by code; `owner` is a customer code, `owner_id` an id; `search` finds what `GET /search/` finds, the best first where no order is asked for; `contain_content` is every word of one content; `destroyed` false leaves out the destroyed ones; ordering by area is for staff. `after` is a box code: the page begins behind it, in order of code, without `offset` and without anything searched for, so that no box is told twice or left out where others come or go; `count` stays that of the whole list",
  query: listQuery(boxList, { ...more, filters: { ...more.filters, after: z.optional(boxCode) } }),
  reply: cutListOf(Box),
} satisfies Shapes;

export const sheetOfBoxes = {
  scope: "read",
  summary: "Boxes as a spreadsheet or CSV: every one that the filters let through, at most 200,000; columns by role",
  query: sheetQuery(boxList, more),
  reply: sheetReply,
} satisfies Shapes;

export const getBox = {
  scope: "read",
  summary: "A box with barcode, contents, images and history",
  query: detailQuery,
  reply: BoxDetail,
} satisfies Shapes;

export const createBoxes = {
  scope: "stock",
  scopeWith: [["destruction", { retention_class: true, begins: true }]],
  summary:
    "Create boxes for a customer; `owner` is an id like `owner_id`; start 0 continues after the highest number. `retention_class` says how long they are kept, from the day `begins`",
  body: withOneOf(
    z
      .object({
        owner: z.optional(reference),
        owner_id: z.optional(id),
        start: z._default(startNumber, 0),
        amount: z._default(boxAmount, 1),
        size: z._default(boxSize, usualSize),
        retention_class: z.optional(z.nullable(id)),
        begins: z.optional(z.nullable(givenDay)),
      })
      .check(
        z.refine((body) => body.owner !== undefined || body.owner_id !== undefined, {
          path: ["owner"],
          error: invalid.requiredChoice,
        }),
      ),
    "owner",
    "owner_id",
  ),
  reply: z.array(Box),
} satisfies Shapes;

export const editBox = {
  scope: "stock",
  scopeWith: [["destruction", { state: [BoxState.destroyed, BoxState.marked], destroyed: true }]],
  summary:
    "Mark (7), destroy (6, with text while it must still be kept), reset a mark (any other state), reactivate (2), report inconsistent (3, with text), or change the destruction date",
  body: withOneOf(
    z.object({
      state: z.optional(state),
      destroyed: z.optional(z.nullable(givenDay)),
      text: z.optional(text(textLength)),
    }),
    "state",
    "destroyed",
  ),
  reply: BoxDetail,
} satisfies Shapes;

export const markBoxes = {
  status: 200,
  scope: "destruction",
  summary: "Mark boxes for destruction, all of them or none",
  body: z.object({ boxes: z.array(id).check(z.minLength(1, invalid.requiredChoice), z.maxLength(maxPageSize)) }),
  reply: z.object({ marked: count }),
} satisfies Shapes;

/** The boxes that one collective destruction destroyed; `destruction` is null where there was none to destroy. */
export const DestroyedBoxes = z.extend(listOf(Box), {
  destruction: z.nullable(z.string()),
  /** Numbers of boxes that stay marked: to be kept with no reason given, held, or destroyed only by a batch that their customer has approved. */
  kept: count,
  held: count,
  unapproved: count,
});

/** Numbers of a customer's marked boxes: all of them, those that something speaks against, those that will stay, by reason, and those that will go. */
export const MarkedOwner = z.object({
  id,
  code: count,
  name: z.string(),
  boxes: count,
  /** Boxes whose year of destruction has not come, and boxes that are not known to be in the archive. */
  early: count,
  away: count,
  kept: count,
  held: count,
  unapproved: count,
  /** `doubted`: boxes that are early or away, or both. */
  free: z.object({ boxes: count, early: count, away: count, doubted: count }),
});
export type MarkedOwner = z.infer<typeof MarkedOwner>;

export const listMarked = {
  scope: "read",
  summary:
    "The boxes that are marked for destruction, by customer and number, with what is in their way; without `limit` all of them, with `customer` (an id) one customer's. Always of all marked boxes: `owners` counts them by customer, `doubted` names the first that speak against themselves, `marked_until` and `list` let the destruction destroy just these",
  query: z.extend(detailQuery, {
    customer: z.optional(id),
    limit: z.optional(integer(1, maxPageSize)),
    offset: z.optional(integer(0)),
  }),
  reply: z.extend(listOf(z.extend(Box, { hindrance: z.nullable(z.enum(hindrances)) })), {
    marked_until: instant,
    list: z.string(),
    owners: z.array(MarkedOwner),
    doubted: z.array(z.string()),
  }),
} satisfies Shapes;

const destruction = {
  confirms: true,
  status: 200,
  scope: "destruction",
  summary:
    "Destroy every marked box that nothing is in the way of, with `marked_until` only those marked up to that instant, with `reason` also those that must still be kept; with `list` nothing where it is another list by now. Answers them, the moment by which `/destructions/` knows them, and how many stay marked",
  query: z.object({
    marked_until: z.optional(instant),
    reason: z.optional(filledText(textLength)),
    list: z.optional(text(nameLength)),
    ...detailQuery.shape,
  }),
  reply: DestroyedBoxes,
} satisfies Shapes;
/** The call of specification 7. */
export const destroyMarked = { ...destruction, signInCounts: true } satisfies Shapes;
export const postDestroyMarked = destruction;

/** Free, or one of the customer's list where there is one; empty takes it away. */
export const costCentre = text(nameLength);

export const metaActions = [
  "reset_year",
  "reset_destroy_year",
  "reset_first_delivery_customer",
  "reset_period",
] as const;

const changedFields = {
  meta_year: orNothing(z.optional(z.nullable(metaYear))),
  meta_destroy_year: orNothing(z.optional(z.nullable(destroyYear))),
  meta_first_delivery_customer: orNothing(z.optional(z.nullable(givenDay))),
  size: orNothing(z.optional(z.nullable(boxSize))),
  // one is not changed without the other: who says one of them alone says that there is no other
  period_from: orNothing(z.optional(z.nullable(periodEnd))),
  period_to: orNothing(z.optional(z.nullable(periodEnd))),
  cost_centre: z.optional(z.nullable(costCentre)),
  action: z.optional(z.nullable(z.enum(metaActions))),
};

const metaChange = withOneOf(
  z.object({
    customer: reference,
    from: orNothing(z.optional(z.nullable(integer(0, maxBoxNumber)))),
    to: orNothing(z.optional(z.nullable(integer(0, maxBoxNumber)))),
    ...changedFields,
  }),
  ...(Object.keys(changedFields) as (keyof typeof changedFields)[]),
);

export const editMeta = {
  status: 200,
  scope: "stock",
  summary:
    "Set or reset meta data and size of a customer's boxes, all or a range of numbers; answers how many changed, and what takes it back",
  body: metaChange,
  reply: z.object({ boxes: count, changed: count, undo: z.nullable(z.string()) }),
  thing: BoxDetail,
} satisfies Shapes;

export const setCostCentre = {
  status: 200,
  right: "may_store",
  scope: "stock",
  summary: "Set the cost centre of boxes that are not destroyed, all of them or none; empty takes it away",
  body: z.object({
    boxes: z.array(id).check(z.minLength(1, invalid.requiredChoice), z.maxLength(maxPageSize)),
    cost_centre: costCentre,
  }),
  reply: z.object({ changed: count }),
} satisfies Shapes;

export const deleteBox = {
  scope: "stock",
  summary: "Delete a box in state 0 with its contents and images",
  reply: null,
} satisfies Shapes;

export const boxBarcode = {
  scope: "read",
  summary: "The box's barcode, Code 128",
  reply: "image/png",
} satisfies Shapes;

export const boxesOverview = {
  scope: "read",
  summary: "How many boxes are in which state, and how many contents there are",
  query: detailQuery,
  reply: z.object({
    boxcontents_count: count,
    boxes_created_count: count,
    boxes_destroyed_count: count,
    boxes_in_stock_count: count,
    boxes_inconsistent_count: count,
    boxes_not_in_stock_count: count,
    boxes_ordered_count: count,
    boxes_retour_count: count,
    boxes_marked_count: count,
    /** Pictures that nobody has worked on yet, counted up to 10,000. */
    images_to_do_count: staff(count),
  }),
} satisfies Shapes;
export type BoxesOverview = z.infer<typeof boxesOverview.reply>;
