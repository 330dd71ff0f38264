import { sql } from "kysely";
import type { Transaction } from "#server/database/database.ts";
import type { PlannedImport } from "./import-plan.ts";
import { importedColumns, newColumn, oldColumn } from "./imported-fields.ts";
import { firstCodes, type InTheWay } from "./import-undo.ts";

/** Digests of what a plan shows of each of its boxes: what is there, what will be, and which contents come. */
const digests = sql`
  select p.number, left(encode(sha256(convert_to(row(
      p.is_new, p.is_changed, case when not p.is_new then p.box_id end, p.old_state,
      ${sql.join(importedColumns.flatMap(({ name }) => [newColumn(name), oldColumn(name)]))}, p.row_id, p.part, p.height, p.old_row, p.old_part, p.old_height, c.texts, k.texts)::text,
    'UTF8')), 'hex'), 32)::uuid as digest
  from import_plan p left join (select number, jsonb_agg(text order by n) as texts from import_contents group by 1) c using (number)
    left join (select number, jsonb_agg(text order by n) as texts from import_numbers group by 1) k using (number)`;

/** The digests of a plan, as a column that is set. */
export const planDigests = sql`plan = (select array_agg(digest order by number) from (${digests}) d)`;

/** The boxes of which a plan would do something else than was shown when the list was checked. */
export const changedSince = (tx: Transaction, { id, customerId }: PlannedImport): Promise<InTheWay> =>
  firstCodes(
    tx,
    sql`
      with now as (select number, digest, row_number() over (order by number) as n from (${digests}) d),
      shown as (select s.digest, s.n from imports i cross join lateral unnest(i.plan) with ordinality s (digest, n) where i.id = ${id}::int)
      select lpad(c.code::text, 4, '0') || lpad(now.number::text, 6, '0') as code
      from now join customers c on c.id = ${customerId}::bigint left join shown using (n) where now.digest is distinct from shown.digest`,
  );
