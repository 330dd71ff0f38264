import { sql } from "kysely";
import type { RowError, RowValues } from "#rules/exchange/imports/cell-values.ts";
import { cellOfError, type CellText } from "#rules/exchange/imports/corrections.ts";
import type { Mapping } from "#rules/exchange/imports/columns.ts";
import type { Sql, Transaction } from "#server/database/database.ts";
import { json, selectList } from "#server/database/sql/json.ts";

/** Correction of a cell: its text before, and by whom and when it was made. */
interface Correction extends CellText {
  readonly from: string;
  readonly created: string;
  readonly user: { readonly first_name: string; readonly last_name: string };
}

/** A correction that is to be kept. */
interface NewCorrection extends CellText {
  readonly from: string;
}

const correction = json<Correction>({
  row: sql`(c->>'row')::int`,
  column: sql`(c->>'column')::int`,
  from: sql`c->>'from'`,
  text: sql`c->>'text'`,
  created: sql`c->>'created'`,
  user: json<Correction["user"]>({ first_name: "u.first_name", last_name: "u.last_name" }),
});

/** SQL for the corrections of a row of `imports`, by row and column. */
export const correctionList: Sql = sql`(
  select coalesce(json_agg(${correction} order by (c->>'row')::int, (c->>'column')::int), '[]')
  from jsonb_array_elements(imports.corrections) c join users u on u.id = (c->>'user')::bigint)`;

/** Returns the corrections of a list that was sent in. */
export async function correctionsOf(tx: Transaction, id: number): Promise<readonly NewCorrection[]> {
  const found = await tx.selectFrom("imports").select("corrections").where("id", "=", id).executeTakeFirst();
  return found?.corrections ?? [];
}

interface DoubtedRow {
  readonly row: number;
  readonly values: RowValues;
  readonly errors: readonly RowError[];
}

/** Returns those of the cells that have an error or a warning, with the texts that they had in the file. */
export async function cellsToCorrect(
  ...[tx, id, mapping, corrections]: [Transaction, number, Mapping, readonly CellText[]]
): Promise<NewCorrection[]> {
  const { rows } = await sql<DoubtedRow>`
    select ${selectList<DoubtedRow>({ row: "row", values: "values", errors: sql`errors || warnings` })} from import_rows
    where import_id = ${id}::int and row = any(${corrections.map(({ row }) => row)}::int[])`.execute(tx);
  const cells = rows.flatMap(({ row, values, errors }) =>
    errors.flatMap((error) => {
      const cell = cellOfError(error, values, mapping);
      return cell ? { ...cell, row } : [];
    }),
  );
  const earlier = await correctionsOf(tx, id);
  return corrections.flatMap((each) => {
    const isSame = ({ row, column }: CellText) => row === each.row && column === each.column;
    const [before, cell] = [earlier.find(isSame), cells.find(isSame)];
    return cell ? { ...each, from: before?.from ?? cell.text } : [];
  });
}

/** Keeps corrections with who made them, instead of earlier ones of the same cells; answers how many the list has then. */
export async function correctCells(
  ...[tx, id, userId, cells]: [Transaction, number, number, readonly NewCorrection[]]
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with said as (
      select jsonb_build_object('row', row, 'column', "column", 'from', "from", 'text', text, 'user', ${userId}::bigint,
        'created', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as c
      from jsonb_to_recordset(${JSON.stringify(cells)}::jsonb) as s (row int, "column" int, "from" text, text text))
    update imports set corrections = (
      select coalesce(jsonb_agg(c), '[]') from (
        select c from jsonb_array_elements(corrections) k(c)
        where not exists (select from said where (said.c->'row', said.c->'column') = (k.c->'row', k.c->'column'))
        union all select c from said) k)
    where id = ${id}::int returning jsonb_array_length(corrections) as count`.execute(tx);
  return rows[0]?.count ?? 0;
}
