import { sql } from "kysely";
import { BoxState } from "#rules/stock/box-state.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import type { Sql, Transaction } from "#server/database/database.ts";
import { boxField, fieldValue } from "#server/database/boxes/box-fields.ts";
import { importedColumns, importedFieldNames, importedFields } from "./imported-fields.ts";
import { addEntries } from "#server/database/boxes/add-entries.ts";
import { refreshEnds } from "#server/database/retention/ends.ts";
import { findHeldBox } from "#server/database/retention/holds.ts";
import { selectList } from "#server/database/sql/json.ts";

/** Obstacles to undoing an import: boxes, by code, and the reason for the first. */
export interface InTheWay {
  readonly codes: readonly string[];
  readonly count: number;
}

const boxLimit = 10;

const inTheWay = selectList<InTheWay>({
  codes: sql`(select coalesce(array_agg(code order by code), '{}') from (select code from found order by code limit ${boxLimit}::int) f)`,
  count: sql`(select count(*) from found)::int`,
});

/** The first of the boxes whose `code` a query finds, and how many there are. */
export const firstCodes = async (tx: Transaction, found: ReturnType<typeof sql>): Promise<InTheWay> => {
  const { rows } = await sql<InTheWay>`
    with found as (${found})
    select ${inTheWay}`.execute(tx);
  return rows[0] ?? { codes: [], count: 0 };
};

const importedRows = (id: number) => sql`select * from import_rows where import_id = ${id}::int and box_id is not null`;

/** Locks the boxes of an import, in the order of their ids. */
export async function lockImported(tx: Transaction, id: number): Promise<void> {
  await sql`select from boxes where id in (select box_id from (${importedRows(id)}) r) order by id for update`.execute(
    tx,
  );
}

/** The boxes that somebody has touched since, or that are gone. */
export const touchedSince = (tx: Transaction, id: number): Promise<InTheWay> =>
  firstCodes(
    tx,
    sql`select coalesce(b.code, d.code) as code from (${importedRows(id)}) r left join boxes b on b.id = r.box_id
      left join deleted_boxes d on d.box_id = r.box_id where b.history_count is distinct from r.history_to`,
  );

/** The boxes that the import made and that stand on a shelf since a day before today: that is charged, and they cannot go. */
export const chargedSince = (tx: Transaction, id: number): Promise<InTheWay> =>
  firstCodes(
    tx,
    sql`select b.code from (${importedRows(id)}) r join boxes b on b.id = r.box_id join storage_periods s on s.box_id = b.id
      where r.made_box and s.from_day < (select berlin_day(greatest(now(), at)) from history_floor)`,
  );

/** Returns SQL for the former value of a column of a box `b`; the present value where an old import kept none. */
function before(name: string, type: Sql, kept: string | undefined): Sql {
  const value = kept
    ? sql`(before->>${sql.lit(kept)})::${type}`
    : sql`nullif(split_part(before->>'period', '/', ${sql.lit(name === "period_from" ? 1 : 2)}), '')`;
  return sql`case when before ? ${sql.lit(kept ?? "period")} then ${value} else ${sql.ref(`b.${name}`)} end`;
}

/** Takes back what an import did: fields by entries, boxes that it made by deletion. They must be locked, and as it left them. */
export async function undoBoxes(tx: Transaction, userId: number, id: number): Promise<void> {
  await sql`
    select set_config('magazin.takes_back', ${`import ${id}`}, true), set_config('magazin.user', ${String(userId)}, true),
      set_config('magazin.counts_late', 'on', true)`.execute(tx); // the last so that nobody waits for its counters
  await sql`create temp table import_done on commit drop as ${importedRows(id)}`.execute(tx);
  await sql`create unique index on import_done (box_id)`.execute(tx);
  await sql`analyze import_done`.execute(tx);
  await backEntries(id).execute(tx);
  await sql`create index on import_entries (box_id)`.execute(tx);
  await sql`analyze import_entries`.execute(tx);
  await sql`
    update boxes b set state = ${BoxState.created}::smallint, place_area = 0, row_id = null, part = null, height = null, placed = null
    from import_done d where d.box_id = b.id and (d.before->>'placed')::boolean`.execute(tx);
  // an import may be younger than the statistics: without them each box that goes would look through all contents and numbers
  await sql`analyze contents, box_numbers`.execute(tx);
  await sql`delete from contents where id in (select unnest(content_ids) from import_done where not made_box)`.execute(
    tx,
  );
  await sql`
    update boxes b set ${sql.join(importedColumns.map(({ name, type, kept }) => sql`${sql.ref(name)} = ${before(name, type, kept)}`))},
      retain_until = (before->>'retain_until')::date, proposed_destroy_year = (before->>'proposed')::smallint
    from import_done d where d.box_id = b.id and not d.made_box`.execute(tx);
  await backNumbers(tx);
  const entries = sql`select box_id, d.history_to as last, part, n, kind, meta, text from import_entries join import_done d using (box_id)`;
  await addEntries(tx, userId, entries);
  await sql`
    update boxes b set history_count = b.history_count + n
    from (select box_id, count(*) as n from import_entries group by 1) e where e.box_id = b.id`.execute(tx);
  const which = sql`b.id in (select box_id from import_done where not made_box)`;
  await refreshEnds(tx, { userId, which, text: "Import zurückgenommen" }); // the law may have changed meanwhile
  await sql`delete from boxes where id in (select box_id from import_done where made_box)`.execute(tx);
}

/** Condition that a number `n` came by the import `d`. An import of the version before has replaced the only number that a box could have. */
const isAdded = sql`n.box_id = d.box_id and case when d.before ? 'foreign_number'
  then n.text is distinct from d.before->>'foreign_number' else d.before->'numbers' ? n.text end`;
/** Condition that the replaced number is to come back. */
const isReplaced = sql`d.before->>'foreign_number' is not null
  and not exists (select from box_numbers n where n.box_id = d.box_id and n.text = d.before->>'foreign_number')`;
const afterAll = sql`9223372036854775807::bigint`;

async function backNumbers(tx: Transaction): Promise<void> {
  await sql`
    with gone as (delete from box_numbers n using import_done d where not d.made_box and ${isAdded})
    insert into box_numbers (box_id, customer_id, text)
    select b.id, b.customer_id, d.before->>'foreign_number' from import_done d join boxes b on b.id = d.box_id
    where not d.made_box and ${isReplaced}`.execute(tx);
}

/** The entries that record it; of a box that goes only that it was taken off its shelf. */
function backEntries(id: number) {
  const back = (now: Sql, then: Sql) => sql`jsonb_build_object('from', ${now}, 'to', ${then}, 'import', ${id}::int)`;
  const fields = sql.join(
    importedFieldNames.map((field) => {
      const { type, changed, reset, isText } = boxField(field);
      const { part, kept } = importedFields[field];
      const [now, then] = [fieldValue(field, "b"), sql`(before->>${sql.lit(kept)})::${type}`];
      return sql`
        select d.box_id, ${part}::int, 0::bigint, (case when ${then} is null then ${reset}::int else ${changed}::int end)::smallint,
          ${back(now, then)}, ${isText ? then : sql`null`}
        from kept d join boxes b on b.id = d.box_id where before ? ${sql.lit(kept)} and ${now} is distinct from ${then}`;
    }),
    sql` union all `,
  );
  return sql`
    create temp table import_entries on commit drop as
    with kept as (select * from import_done where not made_box)
    select d.box_id, 0 as part, 0::bigint as n, ${HistoryKind.storingUndone}::smallint as kind,
      jsonb_build_object('area', a.name, 'row', r.number, 'part', b.part, 'height', b.height, 'import', ${id}::int) as meta, null::text as text
      from import_done d join boxes b on b.id = d.box_id join rows r on r.id = b.row_id join areas a on a.id = r.area_id
      where (d.before->>'placed')::boolean
    union all
    select c.box_id, 1, c.id, ${HistoryKind.contentChanged}::smallint, ${back(sql`c.text`, sql`null`)}, null
      from kept d join contents c on c.id = any(d.content_ids)
    union all
    ${fields}
    union all
    select d.box_id, 6, n.id, ${HistoryKind.foreignNumberChanged}::smallint, ${back(sql`n.text`, sql`null`)}, null
      from kept d join box_numbers n on ${isAdded}
    union all
    select d.box_id, 6, ${afterAll}, ${HistoryKind.foreignNumberChanged}::smallint, ${back(sql`null`, sql`before->>'foreign_number'`)}, null
      from kept d where ${isReplaced}
    union all
    select d.box_id, 9, 0, ${HistoryKind.retentionChanged}::smallint,
      jsonb_build_object('from', b.retain_until, 'to', (before->>'retain_until')::date), 'Import zurückgenommen'
      from kept d join boxes b on b.id = d.box_id where b.retain_until is distinct from (before->>'retain_until')::date`;
}

/** The first box that is held and would lose something; nobody is asked where nothing of the customer is held. */
export async function heldAmong(tx: Transaction, id: number): ReturnType<typeof findHeldBox> {
  const { rows } = await sql<{ box_id: number }>`
    select r.box_id from import_rows r join imports i on i.id = r.import_id join customers c on c.id = i.customer_id
    where i.id = ${id}::int and r.box_id is not null and (r.made_box or r.content_ids is not null)
      and (c.audit_open_from is not null or exists (select from holds h where h.customer_id = c.id and h.released_at is null))`.execute(
    tx,
  );
  const ids = rows.map(({ box_id }) => box_id);
  return findHeldBox(tx, ids);
}
