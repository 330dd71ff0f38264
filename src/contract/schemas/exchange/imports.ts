import * as z from "zod/mini";
import { integer } from "#contract/fields/numbers.ts";
import { name } from "#contract/fields/texts.ts";
import type { Shapes } from "#contract/route.ts";
import { nameLength } from "#contract/limits.ts";
import { importFields } from "#rules/exchange/imports/columns.ts";
import { ImportState } from "#rules/exchange/imports/import-state.ts";
import { encodings, lastHeadRow, separators } from "#rules/exchange/imports/layout.ts";
import { listLimits } from "#rules/exchange/imports/list-limits.ts";
import { maxPageSize } from "#rules/lists/paging.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { staff } from "#contract/schemas/audience.ts";
import { count, detailQuery, id, instant, listOf } from "#contract/schemas/shapes.ts";

const field = z.nullable(z.enum(importFields));
const year = z.nullable(z.int());

/** A box list that was sent in, and what has become of it. */
export const Import = z.object({
  id,
  customer: z.object({ id, code: count, name: z.string() }),
  name: z.string(),
  state: z.enum(ImportState),
  created: instant,
  user: staff(z.object({ first_name: z.string(), last_name: z.string() })),
  /** Rows that the file has, and how many of them were checked so far. */
  total: count,
  rows: count,
  /** Null as long as it is not checked as its columns are mapped now. */
  checked: z.nullable(instant),
  errors: count,
  /** Rows that are left out where the list is taken over with its errors: the wrong ones, and others of their boxes. The next numbers do not count them. */
  left_out: count,
  /** Boxes that the list makes, changes, and finds as they are. */
  made: count,
  changed: count,
  unchanged: count,
  committed: z.nullable(instant),
  undone: z.nullable(instant),
});
export type Import = z.infer<typeof Import>;

/** A box as it will look. */
const PreviewBox = z.object({
  code: z.string(),
  change: z.enum(["made", "changed", "unchanged"]),
  size: count,
  year,
  destroy_year: year,
  class: z.nullable(z.string()),
  begins: z.nullable(z.string()),
  place: staff(z.nullable(z.string())),
  foreign_number: z.nullable(z.string()),
  cost_centre: z._default(z.string(), ""),
  period_from: z._default(z.nullable(z.string()), null),
  period_to: z._default(z.nullable(z.string()), null),
  /** The contents that are added: the first of them, and how many. */
  contents: z.array(z.string()),
  content_count: count,
});

export const ImportDetail = z.extend(Import, {
  /** Texts above the columns, and the meaning of each column; null where the column is passed over. */
  heads: z.array(z.string()),
  mapping: z.array(field),
  /** Columns that hold nothing but small whole numbers: they become contents only where somebody says so. */
  amounts: z.array(z.boolean()),
  /** The first different values of each column, three at most; none where an older version read the list. */
  samples: z.array(z.array(z.string())),
  /** The sheets of a workbook that people see, and the one that is read; none of CSV. */
  sheets: z.array(z.string()),
  sheet: z.nullable(z.string()),
  /** The row that stands above the columns; of a text file what parts its cells and how it is encoded. Null where an older version read it. */
  head_row: z.nullable(count),
  separator: z.nullable(z.string()),
  encoding: z.nullable(z.enum(encodings)),
  /** Rows that are hidden in the spreadsheet, as by a filter, and are read as well. */
  hidden: count,
  /** Names of areas in the list that none has, the area that is probably meant, and the one that was said to be. */
  unknown_areas: staff(
    z.array(
      z.object({ name: z.string(), suggestion: z.nullable(z.object({ id, name: z.string() })), area: z.nullable(id) }),
    ),
  ),
  /** True where a year alone means its 31 December in a column of days. `years` is the number of rows that have one and wait for that answer. */
  year_end: z.boolean(),
  years: count,
  /** Number of values that are probably unintended and must be confirmed. */
  warnings: count,
  /** Texts that people have put into cells instead of those of the file, by row and column (from 0). */
  corrections: z.array(
    z.object({
      row: count,
      column: count,
      from: z.string(),
      text: z.string(),
      created: instant,
      user: staff(z.object({ first_name: z.string(), last_name: z.string() })),
    }),
  ),
  preview: z.array(PreviewBox),
  /** The lowest and the highest code among the boxes that it made or changed; null unless it is taken over. */
  codes: z.nullable(z.object({ first: z.string(), last: z.string() })),
  /** When the same file of the same customer was taken over before, and is now. */
  again: z.nullable(instant),
});
export type ImportDetail = z.infer<typeof ImportDetail>;

export const ImportError = z.object({
  row: count,
  /** The head of its column; null where it is about none. */
  column: z.nullable(z.string()),
  message: z.string(),
  /** The whole of it, as people read it. */
  sentence: z.string(),
  /** Its column, from 0, and what stands there; null where it is about no cell, or one that is too long to be corrected here. */
  cell: z.nullable(z.object({ column: count, text: z.string() })),
});

/** Filter for rows that are wrong, or that carry a warning. */
const rowFilter = { show: z.optional(z.enum(["errors", "warnings"])) };
const mostAreas = 500;
const maxRows = 1_048_576; // of a spreadsheet
const sheet = z.string().check(z.maxLength(nameLength, invalid.range));
const page = { limit: z.optional(integer(1, maxPageSize)), offset: z.optional(integer(0)) };

/** Text of a cell instead of the one that it has: its row as the file counts, its column from 0. */
const correctedCell = z.object({
  row: integer(1, maxRows),
  column: integer(0, listLimits.columns - 1),
  text: z.string().check(z.maxLength(listLimits.corrected, invalid.range)),
});

export const listImports = {
  scope: "read",
  summary:
    "Imports, the latest first; a customer's user sees those that users of the customer made, and for which customers they may import",
  query: z.object({ customer: z.optional(id), ...page }),
  reply: z.extend(listOf(Import), {
    /** For whom a customer's user may import; none for staff, who may for everybody. */
    customers: z.array(z.object({ id, code: count, name: z.string() })),
  }),
} satisfies Shapes;

export const getImport = {
  scope: "read",
  summary:
    "An import with its columns and the first 50 boxes as they will look; while it is checked, with how far that is",
  query: detailQuery,
  reply: ImportDetail,
} satisfies Shapes;

export const importErrors = {
  scope: "read",
  summary: "Everything that is wrong in the list, by row; with `show=warnings` all that is probably not meant so",
  query: z.object({ ...page, ...rowFilter }),
  reply: listOf(ImportError),
} satisfies Shapes;

export const importErrorsCsv = {
  scope: "read",
  summary: "Everything that is wrong in the list, or that it is warned of, as CSV",
  query: z.object(rowFilter),
  reply: "text/csv",
} satisfies Shapes;

export const importErrorsXlsx = {
  scope: "read",
  summary: "Everything that is wrong in the list, or that it is warned of, as a spreadsheet",
  query: z.object(rowFilter),
  reply: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} satisfies Shapes;

export const importReceipt = {
  scope: "read",
  summary: "What an import did to which box, as PDF",
  reply: "application/pdf",
} satisfies Shapes;

export const importReceiptXlsx = {
  scope: "read",
  summary: "What an import did to which box, as a spreadsheet",
  reply: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} satisfies Shapes;

export const createImport = {
  right: "may_store",
  scope: "stock",
  summary:
    "Send in a box list: multipart with `customer`, the file's `name` and `file` (CSV or XLSX by content, at most 20 MiB), of a workbook the `sheet`, the first that people see where none is named; nothing is changed yet",
  multipart: "file",
  body: z.object({ customer: id, name, sheet: z.optional(sheet) }),
  reply: ImportDetail,
} satisfies Shapes;

export const mapImport = {
  right: "may_store",
  scope: "stock",
  summary:
    "Say what the columns are, how the file is laid out, that a year alone is its 31 December, which area a name means, or what a cell with an error should say; the list is to be checked again then",
  body: z.object({
    mapping: z.optional(z.array(field).check(z.maxLength(listLimits.columns, invalid.range))),
    sheet: z.optional(z.nullable(sheet)),
    head_row: z.optional(z.nullable(integer(1, lastHeadRow))),
    separator: z.optional(z.nullable(z.enum(separators))),
    encoding: z.optional(z.nullable(z.enum(encodings))),
    year_end: z.optional(z.boolean()),
    corrections: z.optional(z.array(correctedCell).check(z.maxLength(listLimits.corrections, invalid.range))),
    areas: z.optional(z.array(z.object({ name, area: z.nullable(id) })).check(z.maxLength(mostAreas, invalid.range))),
  }),
  reply: ImportDetail,
} satisfies Shapes;

export const checkImport = {
  right: "may_store",
  status: 200,
  scope: "stock",
  summary: "Check the whole list; whoever hangs up stops it",
  reply: ImportDetail,
} satisfies Shapes;

export const commitImport = {
  right: "may_store",
  status: 200,
  scope: "stock",
  summary:
    "Take over a list without errors, all of it or nothing, as its preview showed it; one with errors where `left_out` says how many rows are not; `again` where the same file was taken over before, `confirmed` where it is warned of something, `checked` of the preview that was seen",
  body: z.object({
    again: z.boolean(),
    confirmed: z.optional(z.boolean()),
    left_out: z.optional(count),
    checked: z.optional(instant),
  }),
  reply: ImportDetail,
} satisfies Shapes;

export const undoImport = {
  right: "may_store",
  status: 200,
  scope: "stock",
  summary: "Take an import back, all of it or nothing, while nobody has touched its boxes since",
  reply: ImportDetail,
} satisfies Shapes;

export const discardImport = {
  right: "may_store",
  status: 200,
  scope: "stock",
  summary: "Give up an import that was not taken over; a check of it stops",
  reply: ImportDetail,
} satisfies Shapes;
