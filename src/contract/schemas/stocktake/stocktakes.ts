import * as z from "zod/mini";
import { BoxState } from "#rules/stock/box-state.ts";
import { maxHeight, maxPart } from "#rules/stock/positions.ts";
import { type ResultClass, resultClasses } from "#rules/stocktake/results.ts";
import { CountState, StocktakeState } from "#rules/stocktake/stocktake-state.ts";
import { maxCountedBoxes, maxStocktakeRows, nameLength, textLength } from "#contract/limits.ts";
import { resultList, stocktakeList } from "#contract/lists/stocktakes.ts";
import type { Shapes } from "#contract/route.ts";
import { integer } from "#contract/fields/numbers.ts";
import { filledReadText, filledText, readText, text } from "#contract/fields/texts.ts";
import { listQuery, sheetQuery, sheetReply } from "#contract/schemas/list-query.ts";
import { count, detailQuery, id, instant, listOf } from "#contract/schemas/shapes.ts";
import { withOneOf } from "#contract/fields/one-of.ts";

/** A member of staff, as the one who did it. */
export const Staffer = z.object({ id, first_name: z.string(), last_name: z.string() });
export type Staffer = z.infer<typeof Staffer>;

/** Why the caller may not do it, as a sentence; null where they may. */
const why = z.nullable(z.string());

/** Numbers of results in each class. */
const counts = z.object(
  Object.fromEntries(resultClasses.map((each) => [each, count])) as Record<ResultClass, typeof count>,
);

export const Stocktake = z.object({
  id,
  /** `I-000012` */
  number: z.string(),
  name: z.string(),
  state: z.enum(StocktakeState),
  /** Nothing that is expected in a row is shown to anybody before the row has ended. */
  blind: z.boolean(),
  /** Whoever counted a row must not accept what came of it. */
  second_person: z.boolean(),
  created: instant,
  created_by: Staffer,
  closed: z.nullable(instant),
  rows_count: count,
  /** Rows that are counted to their end, and those of which everything is accepted. */
  rows_ended: count,
  rows_checked: count,
});
export type Stocktake = z.infer<typeof Stocktake>;

/** A row of a stocktake; `id` is the row's. What came of it is there when it has ended. */
export const StocktakeRow = z.object({
  id,
  number: count,
  area: z.object({ id, name: z.string() }),
  state: z.enum(CountState),
  /** Number of times that the row was begun. */
  run: count,
  counter: z.nullable(Staffer),
  begun: z.nullable(instant),
  ended: z.nullable(instant),
  checked: z.nullable(instant),
  checked_by: z.nullable(Staffer),
  /** Number of places scanned so far. */
  scanned: count,
  /** Number of boxes expected; null where the stocktake is blind and the row has not ended. */
  expected: z.nullable(count),
  counts: z.nullable(counts),
  /** Results that wait for being accepted. */
  open: z.nullable(count),
  /** Why the caller may not accept them; null where they may. */
  accept: why,
});
export type StocktakeRow = z.infer<typeof StocktakeRow>;

export const StocktakeDetail = z.extend(Stocktake, {
  rows: z.array(StocktakeRow),
  /** The sums of all rows that have ended. */
  counts,
  open: count,
  discard_reason: z.nullable(z.string()),
  actions: z.object({ edit: why, discard: why, close: why }),
});
export type StocktakeDetail = z.infer<typeof StocktakeDetail>;

const part = integer(1, maxPart);
const height = integer(1, maxHeight);

/** A place of a row as it was scanned last; `code` is null where it was looked at and is empty. */
export const CountedPlace = z.object({
  part: count,
  height: count,
  code: z.nullable(z.string()),
  hand: z.boolean(),
  at: instant,
});
export type CountedPlace = z.infer<typeof CountedPlace>;

/** A row with what was scanned, so that a count goes on where it was left. */
export const CountedRow = z.extend(StocktakeRow, {
  stocktake: z.object({ id, number: z.string(), blind: z.boolean() }),
  reverse: z.boolean(),
  parts: count,
  heights: count,
  places: z.array(CountedPlace),
  /** Boxes that stood in the row when it was begun, in walking order; null where it is blind and has not ended. */
  target: z.nullable(z.array(z.object({ part: count, height: count, code: z.string() }))),
});
export type CountedRow = z.infer<typeof CountedRow>;

const spot = z.object({ part: count, height: count });

export const StocktakeResult = z.object({
  row: z.object({ id, number: count, area: z.object({ id, name: z.string() }) }),
  code: z.string(),
  class: z.enum(resultClasses),
  /** Null where no box has this code. */
  box: z.nullable(
    z.object({
      id,
      state: z.enum(BoxState),
      owner: z.object({ id, code: count, name: z.string() }),
      /** Where it stands by now as far as the archive knows. */
      place: z.nullable(z.string()),
    }),
  ),
  /** Where it was expected in this row, and where it was scanned; of a place that is empty, whether somebody looked. */
  expected: z.nullable(spot),
  found: z.array(spot),
  looked: z.boolean(),
  /** Its code was chosen or typed, not scanned. */
  hand: z.boolean(),
  /** Since when somebody should look a second time. */
  second_look: z.nullable(instant),
  accepted: z.nullable(z.object({ at: instant, by: Staffer })),
  case: z.nullable(z.object({ id, number: z.string() })),
});
export type StocktakeResult = z.infer<typeof StocktakeResult>;

/** Effect of accepting: `left` are those that stay open, with the reason. `second_look` is the number of those to be looked for again first. */
export const Acceptance = z.extend(StocktakeDetail, {
  accepted: count,
  second_look: count,
  left: z.array(z.object({ row: id, code: z.string(), message: z.string() })),
});
export type Acceptance = z.infer<typeof Acceptance>;

const rows = z.array(id).check(z.maxLength(maxStocktakeRows));

export const listStocktakes = {
  scope: "read",
  summary: "Stocktakes, the newest first",
  query: listQuery(stocktakeList),
  reply: listOf(Stocktake),
} satisfies Shapes;

/** Work of counting and of cases that waits for somebody, and the most urgent cases. */
export const Worklist = z.object({
  /** Rows that are being counted, and rows that are counted and not wholly accepted. */
  counting: count,
  to_check: count,
  /** Missing boxes that somebody should look for a second time. */
  second_looks: count,
  cases: z.object({
    open: count,
    /** For a second person or for who leads by now. */
    due: count,
    /** Scanned since: they may be closed. */
    asks: count,
    mine: count,
  }),
});
export type Worklist = z.infer<typeof Worklist>;

export const worklist = {
  scope: "read",
  summary: "What of stocktakes and cases waits for somebody",
  query: detailQuery,
  reply: Worklist,
} satisfies Shapes;

/** A missing box that is to be looked for again, where it was expected and next to that. */
export const SecondLook = z.object({
  stocktake: z.object({ id, number: z.string() }),
  row: z.object({ id, number: count, area: z.object({ id, name: z.string() }) }),
  code: z.string(),
  part: count,
  height: count,
  since: instant,
});
export type SecondLook = z.infer<typeof SecondLook>;

export const secondLooks = {
  scope: "read",
  summary: "Missing boxes that somebody should look for a second time, in walking order; of one stocktake, or of all",
  query: z.object({ stocktake: z.optional(id), ...detailQuery.shape }),
  reply: z.object({ results: z.array(SecondLook) }),
} satisfies Shapes;

export const getStocktake = {
  scope: "read",
  summary: "A stocktake with its rows, and how many results of each class they have",
  query: detailQuery,
  reply: StocktakeDetail,
} satisfies Shapes;

export const createStocktake = {
  scope: "stock",
  summary: "A stocktake of named rows, or of all rows of an area",
  body: withOneOf(
    z.object({
      name: z._default(text(nameLength), ""),
      blind: z._default(z.boolean(), false),
      rows: z.optional(rows),
      area: z.optional(id),
    }),
    "rows",
    "area",
  ),
  reply: StocktakeDetail,
} satisfies Shapes;

export const editStocktake = {
  scope: "stock",
  summary:
    "Name a stocktake, add rows to it, or take rows out of it that nobody has begun; whether it is blind may change until a row is begun",
  body: z.object({
    name: z.optional(text(nameLength)),
    blind: z.optional(z.boolean()),
    add: z.optional(rows),
    remove: z.optional(rows),
  }),
  reply: StocktakeDetail,
} satisfies Shapes;

export const discardStocktake = {
  status: 200,
  scope: "stock",
  summary: "Give up a stocktake of which nothing was accepted; what was scanned stays on record",
  body: z.object({ reason: filledText(textLength) }),
  reply: StocktakeDetail,
} satisfies Shapes;

export const closeStocktake = {
  status: 200,
  scope: "stock",
  summary: "Close a stocktake of which everything is accepted",
  reply: StocktakeDetail,
} satisfies Shapes;

export const getCountedRow = {
  scope: "read",
  summary: "A row of a stocktake with what was scanned, and with what was expected where that may be told",
  query: detailQuery,
  reply: CountedRow,
} satisfies Shapes;

export const beginRow = {
  status: 200,
  scope: "scans",
  summary:
    "Begin to count a row: what should stand there is kept as it is now. Whoever counts it already goes on; `take_over` goes on for somebody else, `again` counts anew a row that has ended",
  body: z.object({ again: z.optional(z.boolean()), take_over: z.optional(z.boolean()) }),
  reply: CountedRow,
} satisfies Shapes;

export const endRow = {
  status: 200,
  scope: "scans",
  summary: "End the count of a row; what came of it is told from now on",
  reply: CountedRow,
} satisfies Shapes;

export const listResults = {
  scope: "read",
  summary: "What came of the rows that have ended, box by box",
  query: listQuery(resultList),
  reply: listOf(StocktakeResult),
} satisfies Shapes;

export const sheetOfResults = {
  scope: "read",
  summary: "What came of the rows that have ended as a spreadsheet or CSV: at most 200,000 lines",
  query: sheetQuery(resultList),
  reply: sheetReply,
} satisfies Shapes;

export const acceptResults = {
  status: 200,
  personal: true,
  scope: "stock",
  summary:
    "Accept results by their classes, of one row or of all that have ended, or of named codes only: right ones are confirmed, others moved to where they were found, the rest become cases. Missing ones come on the list of second looks first, and are accepted once somebody has `looked_again`. What is accepted already is passed over",
  body: z.object({
    row: z.optional(id),
    classes: z.array(z.enum(resultClasses)).check(z.minLength(1), z.maxLength(resultClasses.length)),
    codes: z.optional(z.array(readText(nameLength)).check(z.minLength(1), z.maxLength(maxCountedBoxes))),
    looked_again: z._default(z.boolean(), false),
  }),
  reply: Acceptance,
} satisfies Shapes;

export const stocktakeQrCode = {
  scope: "read",
  summary: "A QR code with which a phone opens the counting of rows",
  reply: "image/png",
} satisfies Shapes;

export const stocktakeReport = {
  scope: "read",
  summary:
    "The report of a stocktake: each row, who counted and checked it, and every result but those that were right",
  reply: "application/pdf",
} satisfies Shapes;

/** A place as a phone counts it; `code` is what was read, null where the place was looked at and is empty. */
export const ScannedPlace = z.object({
  part,
  height,
  code: z.nullable(filledReadText(nameLength)),
  hand: z._default(z.boolean(), false),
});
