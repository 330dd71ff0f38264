import { sql } from "kysely";
import { HistoryKind } from "#rules/stock/history.ts";
import type { Sql } from "#server/database/database.ts";
import type { Tables } from "#server/database/tables.ts";
import { periodOfEnds, setPeriod } from "./box-period.ts";

/** A field of a box that people set, and whose changes the history of the box records. */
interface BoxField {
  /** Its columns of `boxes`; a period has two, and is one text. */
  readonly columns: readonly (keyof Tables["boxes"])[];
  /** The type of its value, as SQL. */
  readonly type: Sql;
  readonly changed: HistoryKind;
  /** The entry of a value that is taken away. */
  readonly reset: HistoryKind;
  /** Its entries repeat the value as their text, which is blanked after the destruction (migration 0028). */
  readonly isText?: true;
}

/**
 * The one table of these fields, by which they are edited one by one and in ranges, taken back, imported, and carried to the box of another
 * customer; their entries stand in a history in this order.
 */
const boxFields = {
  year: {
    columns: ["meta_year"],
    type: sql`smallint`,
    changed: HistoryKind.yearChanged,
    reset: HistoryKind.yearReset,
  },
  destroyYear: {
    columns: ["meta_destroy_year"],
    type: sql`smallint`,
    changed: HistoryKind.destroyYearChanged,
    reset: HistoryKind.destroyYearReset,
  },
  firstDelivery: {
    columns: ["meta_first_delivery"],
    type: sql`date`,
    changed: HistoryKind.firstDeliveryChanged,
    reset: HistoryKind.firstDeliveryReset,
  },
  size: {
    columns: ["size"],
    type: sql`int`,
    changed: HistoryKind.sizeChanged,
    reset: HistoryKind.sizeChanged,
  },
  period: {
    columns: ["period_from", "period_to"],
    type: sql`text`,
    changed: HistoryKind.periodChanged,
    reset: HistoryKind.periodChanged,
  },
  costCentre: {
    columns: ["cost_centre"],
    type: sql`text`,
    changed: HistoryKind.costCentreChanged,
    reset: HistoryKind.costCentreChanged,
    isText: true,
  },
} as const satisfies Readonly<Record<string, BoxField>>;

export type BoxFieldName = keyof typeof boxFields;
export type BoxFieldColumn = (typeof boxFields)[BoxFieldName]["columns"][number];
export const boxFieldNames = Object.keys(boxFields) as BoxFieldName[];
/** The same with what only some of them say. */
export const boxField = (name: BoxFieldName): BoxField => boxFields[name];

/** The columns of the texts among them: never null, and empty in a box that is made or blanked. */
export const textColumns: readonly string[] = boxFieldNames.flatMap((name) =>
  boxField(name).isText ? boxField(name).columns : [],
);

/** The value of a field of its columns; of a period its text. */
export function valueOfColumns([first, second]: readonly Sql[]): Sql {
  if (!first) throw new Error("a field has a column");
  return second ? periodOfEnds(first, second) : first;
}

/** The same of a box, from the name of its row. */
export const fieldValue = (name: BoxFieldName, of = "boxes"): Sql =>
  valueOfColumns(boxFields[name].columns.map((column) => sql.ref(`${of}.${column}`)));

/** The columns of a field set to its value. */
export const setField = (name: BoxFieldName, value: Sql): Sql =>
  name === "period" ? setPeriod(value) : sql`${sql.ref(boxFields[name].columns[0])} = ${value}`;

/** The kinds of the entries that record a field. */
export const kindsOf = (name: BoxFieldName): HistoryKind[] => [boxFields[name].changed, boxFields[name].reset];
