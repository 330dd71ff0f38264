import { sql, type Updateable } from "kysely";
import type { Transaction } from "#server/database/database.ts";
import { planDigests } from "./import-digest.ts";
import {
  planAreas,
  planCounts,
  planErrors,
  planImport,
  type PlannedImport,
  planPreview,
  planWarnings,
} from "./import-plan.ts";
import type { ImportTables } from "./import-tables.ts";

/** Forgets what was checked before. */
export async function forgetCheck(
  tx: Transaction,
  id: number,
  set: Updateable<ImportTables["imports"]> = {},
): Promise<void> {
  await tx.deleteFrom("import_rows").where("import_id", "=", id).execute();
  const counts = { rows: 0, errors: 0, left_out: 0, years: 0, warnings: 0, made: 0, changed: 0, unchanged: 0 };
  await tx
    .updateTable("imports")
    .set((is) => ({ ...set, ...counts, plan: null, run: is("run", "+", 1), checked: null, preview: "[]" }))
    .where("id", "=", id)
    .execute();
}

/**
 * Compares the rows of a list with what is there: adds what cannot be done to what is wrong, leaves the wrong rows out, counts, and draws the first
 * boxes.
 */
export async function recordCheck(tx: Transaction, plan: PlannedImport): Promise<void> {
  const { id } = plan;
  await sql`analyze import_rows`.execute(tx);
  await planImport(tx, plan);
  await sql`
    update import_rows r set errors = r.errors || e.errors
    from (select row, jsonb_agg(jsonb_build_object('field', field, 'message', message)) as errors from (${planErrors(plan)}) f group by row) e
    where r.import_id = ${id}::int and r.row = e.row`.execute(tx);
  await sql`
    update imports set unknown_areas = (${planAreas}), (errors, years) = (
      select coalesce(sum(jsonb_array_length(errors)), 0), count(*) filter (where errors @> '[{"asks": "year"}]')
      from import_rows where import_id = ${id}::int and errors <> '[]')
    where id = ${id}::int`.execute(tx);
  const leftOut = await leaveOut(tx, id);
  const { rows: warned } = await sql<{ amount: number }>`
    with amounts as (
      update import_rows r set warnings = w.warnings
      from (select row, jsonb_agg(jsonb_build_object('field', field, 'message', message)) as warnings from (${planWarnings(plan)}) f group by row) w
      where r.import_id = ${id}::int and r.row = w.row returning jsonb_array_length(w.warnings) as amount)
    select coalesce(sum(amount), 0)::int as amount from amounts`.execute(tx);
  await sql`
    update imports set checked = now(), left_out = ${leftOut}::int, warnings = ${warned[0]?.amount ?? 0}::int,
      preview = (${planPreview(plan)}), ${planDigests}, ${planCounts}
    where id = ${id}::int`.execute(tx);
}

/** Leaves out the rows with errors, and all others of their boxes: a box is taken over as its list says it, or not at all. Answers how many rows. */
async function leaveOut(tx: Transaction, id: number): Promise<number> {
  await sql`
    create temp table import_wrong on commit drop as
    select distinct (values->>'number')::int as number from import_rows
    where import_id = ${id}::int and errors <> '[]' and values->>'number' is not null`.execute(tx);
  const { numAffectedRows } = await sql`
    update import_rows set left_out = true where import_id = ${id}::int
      and (errors <> '[]' or (values->>'number')::int in (select number from import_wrong))`.execute(tx);
  for (const table of ["import_plan", "import_contents", "import_numbers"])
    await sql`delete from ${sql.table(table)} where number in (select number from import_wrong)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
