import { sql } from "kysely";
import { BoxState } from "#rules/stock/box-state.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import type { Sql, Transaction } from "#server/database/database.ts";
import { boxField } from "#server/database/boxes/box-fields.ts";
import { addEntries } from "#server/database/boxes/add-entries.ts";
import { refreshEnds } from "#server/database/retention/ends.ts";
import { placeDiffers, type PlannedImport } from "./import-plan.ts";
import {
  columnDiffers,
  fieldDiffers,
  importedColumns,
  type ImportedField,
  importedFieldNames,
  importedFields,
  newColumn,
  oldColumn,
  plannedValues,
} from "./imported-fields.ts";

/** The entries that record the plan, in the order in which they stand in each box's history. */
const entriesOf = (id: number) => sql`
  create temp table import_entries on commit drop as
  select box_id, entries_before, 0 as part, 0::bigint as n, ${HistoryKind.created}::smallint as kind, jsonb_build_object('import', ${id}::int) as meta, null::text as text
    from import_plan where is_new
  union all
  select box_id, entries_before, 1, 0, ${HistoryKind.moved}::smallint,
    jsonb_build_object('area', a.name, 'row', r.number, 'part', p.part, 'height', p.height, 'import', ${id}::int), null
    from import_plan p join rows r on r.id = p.row_id join areas a on a.id = r.area_id where ${placeDiffers}
  union all
  select box_id, entries_before, 3, n, ${HistoryKind.contentChanged}::smallint, jsonb_build_object('from', null, 'to', text, 'import', ${id}::int), null
    from import_contents join import_plan using (number)
  union all
  select box_id, entries_before, 6, n, ${HistoryKind.foreignNumberChanged}::smallint, jsonb_build_object('from', null, 'to', text, 'import', ${id}::int), null
    from import_numbers join import_plan using (number)
  union all ${sql.join(
    importedFieldNames.map((field) => fieldEntries(id, field)),
    sql` union all `,
  )}`;

/** The entries of one field; a box that is made has its size from the beginning. */
function fieldEntries(id: number, field: ImportedField): Sql {
  const { changed, isText } = boxField(field);
  const { old, next } = plannedValues(field);
  return sql`
    select box_id, entries_before, ${importedFields[field].part}::int, 0, ${changed}::smallint,
      jsonb_build_object('from', ${old}, 'to', ${next}, 'import', ${id}::int), ${isText ? next : sql`null`}
    from import_plan p where ${fieldDiffers(field)} ${field === "size" ? sql`and not is_new` : sql``}`;
}

/** Sorting codes and texts into their indexes is much of the work: gathered by 4 MB it is half of it, and who searches meanwhile reads through them in some ms. */
const gatherWords = sql`set_config('gin_pending_list_limit', '4MB', true)`;
const sortWords = sql`
  select gin_clean_pending_list('boxes_code_search'), gin_clean_pending_list('contents_search'), gin_clean_pending_list('contents_owned')`;

/** Number of entries that each box gets, as `e`. */
const entryCounts = sql`(select box_id, count(*) as entries from import_entries group by 1) e`;

/** Columns of the place on which a box stands; null where the plan names none. */
const standing = sql`
  coalesce(p.area_id, 0) as area, p.row_id, case when p.row_id is not null then p.part end as part,
  case when p.row_id is not null then p.height end as height`;

/**
 * Does what is planned, each kind of change in one statement, with the entries that record it. The customer and the boxes that are
 * there must be locked, and the plan laid with ids for what it makes. Boxes that are made keep their contents' words for the search.
 */
export async function commitPlan(tx: Transaction, userId: number, { id, customerId }: PlannedImport): Promise<void> {
  await sql`select set_config('magazin.counts_late', 'on', true), ${gatherWords}`.execute(tx); // nobody waits for its counters
  await entriesOf(id).execute(tx);
  await sql`analyze import_entries (box_id)`.execute(tx);
  await makeBoxes(tx, customerId);
  await changeThoseThere(tx);
  await addEntries(
    tx,
    userId,
    sql`select box_id, entries_before as last, part, n, kind, meta, text from import_entries`,
  );
  const which = sql`b.id in (select box_id from import_plan p where ${columnDiffers("retention_class_id")} or ${columnDiffers("retention_from")})`;
  await refreshEnds(tx, { userId, which, text: "Import" });
  await addNumbers(tx, customerId);
  await addContents(tx, { id, customerId });
  await sortWords.execute(tx);
  await keepWords(tx, customerId);
}

async function makeBoxes(tx: Transaction, customerId: number): Promise<void> {
  const names = sql.join(importedColumns.map(({ name }) => sql.ref(name)));
  const values = sql.join(importedColumns.map(({ name }) => sql`coalesce(${newColumn(name)}, ${oldColumn(name)})`));
  await sql`
    insert into boxes (id, customer_id, customer_code, number, state, place_area, row_id, part, height, placed, ${names}, history_count)
    select p.box_id, ${customerId}::bigint, c.code, p.number,
      case when p.row_id is null then ${BoxState.created}::int else ${BoxState.inStock}::int end, s.area, s.row_id, s.part, s.height,
      case when p.row_id is not null then now() end, ${values}, e.entries
    from import_plan p join ${entryCounts} using (box_id) cross join lateral (select ${standing}) s, customers c
    where p.is_new and c.id = ${customerId}::bigint order by p.number`.execute(tx);
}

async function changeThoseThere(tx: Transaction): Promise<void> {
  await sql`
    update boxes b set ${sql.join(importedColumns.map(({ name }) => sql`${sql.ref(name)} = coalesce(${newColumn(name)}, ${sql.ref(`b.${name}`)})`))},
      history_count = b.history_count + coalesce(e.entries, 0)
    from import_plan p left join ${entryCounts} using (box_id) where p.box_id = b.id and p.is_changed`.execute(tx);
  await sql`
    update boxes b set state = ${BoxState.inStock}::smallint, place_area = s.area, row_id = s.row_id, part = s.part, height = s.height, placed = now()
    from import_plan p cross join lateral (select ${standing}) s
    where p.box_id = b.id and p.is_changed and ${placeDiffers}`.execute(tx);
}

/**
 * Adds the contents. Each box's first row keeps what was done to it, and what was otherwise before; of a box that is made that is nothing:
 * it goes with the import.
 */
async function addContents(tx: Transaction, { id, customerId }: { id: number; customerId: number }): Promise<void> {
  await sql`
    with added as (
      insert into contents (box_id, customer_id, text)
      select p.box_id, ${customerId}::bigint, c.text from import_contents c join import_plan p using (number) order by p.number, c.n
      returning id, box_id),
    together as (select box_id, array_agg(id order by id) as ids from added group by 1)
    update import_rows r set box_id = p.box_id, made_box = p.is_new, content_ids = t.ids,
      history_from = p.entries_before + 1, history_to = b.history_count,
      before = jsonb_build_object('placed', ${placeDiffers}) || case when p.is_new then '{}' else
        jsonb_build_object(${sql.join(importedColumns.flatMap(({ name, kept }) => (kept ? sql`${sql.lit(kept)}, ${oldColumn(name)}` : [])))},
          'period', ${plannedValues("period").old}, 'retain_until', p.retain_until, 'proposed', p.proposed_destroy_year, 'numbers', (select coalesce(jsonb_agg(text), '[]') from import_numbers n where n.number = p.number)) end
    from import_plan p join boxes b on b.id = p.box_id left join together t on t.box_id = p.box_id
    where r.import_id = ${id}::int and r.row = p.row and (p.is_new or p.is_changed)`.execute(tx);
}

async function addNumbers(tx: Transaction, customerId: number): Promise<void> {
  await sql`
    insert into box_numbers (box_id, customer_id, text, unique_for)
    select p.box_id, c.id, n.text, case when c.unique_numbers then c.id end
    from import_numbers n join import_plan p using (number) join customers c on c.id = ${customerId}::bigint
    order by p.number, n.n`.execute(tx);
}

async function keepWords(tx: Transaction, customerId: number): Promise<void> {
  await sql`
    insert into search_words as s (customer_id, word, count)
    select distinct ${customerId}::bigint, word, 1 from import_contents c, search_words_of(c.text) word order by word
    on conflict (customer_id, word) do update set count = 1 where s.count = 0`.execute(tx);
}
