import { sql } from "kysely";
import type { ImportField } from "#rules/exchange/imports/columns.ts";
import { boxField, type BoxFieldName, valueOfColumns } from "#server/database/boxes/box-fields.ts";
import type { Sql } from "#server/database/database.ts";
import type { Tables } from "#server/database/tables.ts";

/** A column of `boxes` that a list fills: in a plan it is `new_…` (null where nothing is said) beside `old_…`. */
interface ImportedColumn {
  readonly name: keyof Tables["boxes"];
  readonly type: Sql;
  /** The field of a list that it is read from as it stands; otherwise the plan says how. */
  readonly said?: ImportField;
  /** Its name in the preview; otherwise the preview says how it is shown. */
  readonly shown?: string;
  /** Its name in what is kept of a box before the import; a period is kept as one text. */
  readonly kept?: string;
}

/** These columns; the plan, its digest, its preview, what is written and what is kept are made of them. */
const typedColumns = [
  { name: "size", type: sql`int`, said: "size", shown: "size", kept: "size" },
  { name: "meta_year", type: sql`smallint`, said: "year", shown: "year", kept: "year" },
  { name: "meta_destroy_year", type: sql`smallint`, said: "destroyYear", shown: "destroy_year", kept: "destroy_year" },
  { name: "retention_class_id", type: sql`bigint`, kept: "class" },
  { name: "retention_from", type: sql`date`, kept: "begins" },
  { name: "cost_centre", type: sql`text`, said: "costCentre", shown: "cost_centre", kept: "cost_centre" },
  { name: "period_from", type: sql`text`, shown: "period_from" },
  { name: "period_to", type: sql`text`, shown: "period_to" },
] as const satisfies readonly ImportedColumn[];
export const importedColumns: readonly ImportedColumn[] = typedColumns;
/** The names of those that the preview shows. */
export type ShownName = Extract<(typeof typedColumns)[number], { shown: string }>["shown"];
/** The fields of a list that stand in a column as they are said. */
export type SaidField = Extract<(typeof typedColumns)[number], { said: string }>["said"];

/**
 * The fields among them whose changes the history records, with their place in it: between what stands and what lies in a box. A list never names
 * the first delivery; a field that joins `boxFields` does not compile until it has its entries here, or is named as such an exception.
 */
export const importedFields = {
  size: { part: 2, kept: "size" },
  year: { part: 4, kept: "year" },
  destroyYear: { part: 5, kept: "destroy_year" },
  costCentre: { part: 7, kept: "cost_centre" },
  period: { part: 8, kept: "period" },
} as const satisfies Record<Exclude<BoxFieldName, "firstDelivery">, { readonly part: number; readonly kept: string }>;

export type ImportedField = keyof typeof importedFields;
export const importedFieldNames = Object.keys(importedFields) as ImportedField[];

/** Returns the new value of a column of a plan `p`; `oldColumn` returns the old one. */
export const newColumn = (name: string) => sql.ref(`p.new_${name}`);
export const oldColumn = (name: string) => sql.ref(`p.old_${name}`);

/** Returns SQL that says whether the plan changes a column; a column that the plan does not mention stays as it is. */
export const columnDiffers = (name: string) =>
  sql`(${newColumn(name)} is not null and ${newColumn(name)} is distinct from ${oldColumn(name)})`;

/** The same of a field. */
export const fieldDiffers = (field: ImportedField) =>
  sql`(${sql.join(
    boxField(field).columns.map((name) => columnDiffers(name)),
    sql` or `,
  )})`;

/** Returns the former value of a field, and the planned one. */
export const plannedValues = (field: ImportedField): { readonly old: Sql; readonly next: Sql } => {
  const { columns } = boxField(field);
  return {
    old: valueOfColumns(columns.map((name) => oldColumn(name))),
    next: valueOfColumns(columns.map((name) => sql`coalesce(${newColumn(name)}, ${oldColumn(name)})`)),
  };
};
