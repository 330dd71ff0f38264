import { sql } from "kysely";
import { HistoryKind } from "#rules/stock/history.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { addEntries } from "#server/database/boxes/add-entries.ts";
import {
  boxField,
  type BoxFieldName,
  boxFieldNames,
  fieldValue,
  textColumns,
  valueOfColumns,
} from "#server/database/boxes/box-fields.ts";
import type { Sql, Transaction } from "#server/database/database.ts";
import { refreshEnds } from "#server/database/retention/ends.ts";
import { scheduleSpellings } from "#server/database/spellings/count-spellings.ts";
import { selectList } from "#server/database/sql/json.ts";

interface OwnerChange {
  readonly userId: number;
  /** The customers' ids; both rows are locked. */
  readonly from: number;
  readonly to: number;
  /** Ids of boxes in stock, which are locked. */
  readonly boxes: readonly number[];
  /** The highest number of the new owner's boxes so far. */
  readonly highest: number;
  readonly keepsCostCentres: boolean;
}

/** A box of the owner before and the one as which it continues. */
export interface ContinuedBox {
  readonly from: string;
  readonly to: string;
  readonly id: number;
}

const place = sql`place_area, row_id, part, height, placed`;
const fieldColumns = boxFieldNames.flatMap((field) => boxField(field).columns);
const fields = sql.join(fieldColumns.map((name) => sql.ref(name)));
const kept = sql`retention_class_id, retention_from, retention_override_until, retention_override_reason`;
/** Columns of the temporary table `going` as values of a box that is made or changed. */
const copied = sql`${place}, ${fields}, ${kept}, last_verified`;

const continuedBox = selectList<ContinuedBox>({ from: "o.code", to: "n.code", id: "n.id" });

/**
 * Boxes of one customer go on as boxes of another, with all that is in them and said of them, on the same places; the old ones end outside of
 * the stock. A box that came from the same customer before goes back to be the one that it was. Each has entries of all of it in its
 * history, so that proofs and storage periods are recounted as ever; nothing is charged for it (migration 0157). Answers them in order of number.
 */
export async function continueBoxes(tx: Transaction, change: OwnerChange): Promise<ContinuedBox[]> {
  const { userId, from, to } = change;
  await sql`select set_config('magazin.counts_late', 'on', true)`.execute(tx); // nobody waits for its counters
  await planOf(change).execute(tx);
  await entries.execute(tx);
  await sql`analyze going, owner_change_entries`.execute(tx);
  await sql`
    update boxes set state = ${BoxState.notInStock}::smallint, place_area = 0, row_id = null, part = null, height = null, placed = null,
      meta_destroy_year = null, proposed_destroy_year = null, retention_class_id = null, retention_from = null, retention_override_until = null,
      retention_override_reason = null, foreign_number = null, history_count = history_count + e.entries
    from going g join ${entryCounts} on e.box_id = g.old_id where boxes.id = g.old_id`.execute(tx);
  await sql`
    insert into boxes (id, customer_id, customer_code, number, state, ${copied}, history_count)
    select new_id, ${to}::bigint, c.code, number, ${BoxState.inStock}::smallint, ${copied}, e.entries
    from going g join ${entryCounts} on e.box_id = g.new_id, customers c where is_new and c.id = ${to}::bigint order by number`.execute(
    tx,
  );
  await sql`
    update boxes set (state, continued_as, ${copied}, history_count) = (
      select ${BoxState.inStock}::smallint, null::bigint, ${copied}, entries_before + e.entries from going where new_id = boxes.id)
    from going g join ${entryCounts} on e.box_id = g.new_id where boxes.id = g.new_id and not g.is_new`.execute(tx);
  await addEntries(tx, userId, sql`select box_id, last, part, n, kind, meta, text from owner_change_entries`);
  await moveParts(tx, to);
  const text = "Kundenwechsel";
  await refreshEnds(tx, { userId, which: sql`b.id in (select old_id from going)`, text });
  await refreshEnds(tx, { userId, which: sql`b.id in (select new_id from going)`, text });
  await sql`update boxes set continued_as = g.new_id from going g where boxes.id = g.old_id`.execute(tx); // nothing of it changes any more
  await scheduleSpellings(tx); // the words that left
  const { rows } = await sql<ContinuedBox>`
    select ${continuedBox} from going g join boxes o on o.id = g.old_id join boxes n on n.id = g.new_id
    where o.customer_id = ${from}::bigint order by o.number`.execute(tx);
  return rows;
}

/** Number of entries that each box gets, as `e`. */
const entryCounts = sql`(select box_id, count(*) as entries from owner_change_entries group by 1) e`;

/** Returns SQL for a column of the new box: a proposed year is proposed again, and a cost centre comes along by choice. */
function valueOf(name: string, keepsCostCentres: boolean): Sql {
  if (name === "meta_destroy_year")
    return sql`case when s.meta_destroy_year is distinct from s.proposed_destroy_year then s.meta_destroy_year end`;
  if (name === "cost_centre")
    return sql`case when ${keepsCostCentres}::boolean then s.cost_centre else ${oldOf(name)} end`;
  return sql.ref(`s.${name}`);
}

/** Returns SQL for the former value of a column. For a new box the size counts as unchanged, and a text as empty. */
function oldOf(name: string): Sql {
  if (name === "size") return sql`coalesce(r.size, s.size)`;
  if (textColumns.includes(name)) return sql`coalesce(${sql.ref(`r.${name}`)}, '')`;
  return name === "meta_destroy_year" ? sql`null::smallint` : sql.ref(`r.${name}`); // leaving has taken it away
}

/** The temporary table `going`: each box with the one that it becomes, and what that one was, where it is there already (`was_`). */
const planOf = ({ to, boxes, highest, keepsCostCentres }: OwnerChange) => sql`
  create temp table going on commit drop as
  select s.id as old_id, s.history_count as old_last, coalesce(r.id, nextval('boxes_id_seq')) as new_id, r.id is null as is_new,
    coalesce(r.history_count, 0) as entries_before, coalesce(r.number, ${highest}::int + row_number() over (partition by r.id is null order by s.number)) as number,
    s.place_area, s.row_id, s.part, s.height, s.placed, s.last_verified,
    s.retention_class_id, s.retention_from, s.retention_override_until, s.retention_override_reason,
    ${sql.join(fieldColumns.map((name) => sql`${valueOf(name, keepsCostCentres)} as ${sql.ref(name)}, ${oldOf(name)} as ${sql.ref(`was_${name}`)}`))}
  from boxes s left join boxes r on r.continued_as = s.id and r.customer_id = ${to}::bigint
  where s.id = any(${boxes}::bigint[])`;

/** The entries of one field, where the new box has another value than it had. */
function fieldEntries(part: number, field: BoxFieldName): Sql {
  const { columns, changed, reset, isText } = boxField(field);
  const [value, was] = [fieldValue(field, "g"), valueOfColumns(columns.map((name) => sql.ref(`g.was_${name}`)))];
  return sql`
    select new_id, entries_before, ${part}::int, 0::bigint, (case when ${value} is null then ${reset}::int else ${changed}::int end)::smallint,
      jsonb_build_object('from', ${was}, 'to', ${value}), ${isText ? value : sql`null::text`}
    from going g where ${was} is distinct from ${value}`;
}

/** Each thing in a box leaves the old one and comes into the new one. */
const moved = (part: number, kind: HistoryKind, table: string, what: Sql) => sql`
  select old_id, old_last, 0, ${part}::bigint * 1000000000000 + t.id, ${kind}::smallint, jsonb_build_object('from', ${what}, 'to', null), null
    from going join ${sql.table(table)} t on t.box_id = old_id
  union all
  select new_id, entries_before, ${part}::int, t.id, ${kind}::smallint, jsonb_build_object('from', null, 'to', ${what}), null
    from going join ${sql.table(table)} t on t.box_id = old_id`;

/** Entries about the change in the histories of both boxes, in the order in which they stand there. */
const entries = sql`
  create temp table owner_change_entries on commit drop as
  select old_id as box_id, old_last as last, 1 as part, 0::bigint as n, ${HistoryKind.destroyYearReset}::smallint as kind,
    jsonb_build_object('from', meta_destroy_year) as meta, null::text as text from going where meta_destroy_year is not null
  union all
  select old_id, old_last, 2, 0, ${HistoryKind.outsourced}::smallint, jsonb_build_object('owner_change', true, 'box', new_id), null from going
  union all
  select new_id, entries_before, 0, 0, (case when is_new then ${HistoryKind.created}::int else ${HistoryKind.retour}::int end)::smallint,
    jsonb_build_object('owner_change', true, 'box', old_id), null from going
  union all
  select new_id, entries_before, 1, 0, ${HistoryKind.moved}::smallint, jsonb_build_object('area', a.name, 'row', r.number, 'part', part, 'height', height, 'owner_change', true), null
    from going join rows r on r.id = row_id join areas a on a.id = r.area_id
  union all ${moved(3, HistoryKind.contentChanged, "contents", sql`t.text`)}
  union all ${moved(4, HistoryKind.imageChanged, "images", sql`'image'::text`)}
  union all ${moved(5, HistoryKind.foreignNumberChanged, "box_numbers", sql`t.text`)}
  union all ${sql.join(
    boxFieldNames.map((field, index) => fieldEntries(field === "size" ? 2 : 6 + index, field)),
    sql` union all `,
  )}`;

/** Contents, pictures and numbers become the new boxes': with ids of their own, which nobody knows who knew them before. */
async function moveParts(tx: Transaction, to: number): Promise<void> {
  await sql`
    insert into search_words as s (customer_id, word, count)
    select distinct ${to}::bigint, word, 1 from going join contents c on c.box_id = old_id, search_words_of(c.text) word order by word
    on conflict (customer_id, word) do update set count = 1 where s.count = 0`.execute(tx);
  await sql`
    insert into contents (box_id, customer_id, state, text, created, retention_class_id, retention_from)
    select new_id, ${to}::bigint, c.state, c.text, c.created, c.retention_class_id, c.retention_from
    from going join contents c on c.box_id = old_id order by number, c.id`.execute(tx);
  await sql`delete from contents c using going g where c.box_id = g.old_id`.execute(tx);
  await sql`
    insert into images (box_id, customer_id, sha256, content_type, bytes, crc32, width, height, viewed, created)
    select new_id, ${to}::bigint, i.sha256, i.content_type, i.bytes, i.crc32, i.width, i.height, i.viewed, i.created
    from going join images i on i.box_id = old_id order by number, i.id`.execute(tx);
  await sql`delete from images i using going g where i.box_id = g.old_id`.execute(tx);
  await sql`
    insert into box_numbers (box_id, customer_id, text, kind, unique_for)
    select new_id, ${to}::bigint, k.text, k.kind, case when c.unique_numbers then c.id end
    from going join box_numbers k on k.box_id = old_id join customers c on c.id = ${to}::bigint order by number, k.id`.execute(
    tx,
  );
  await sql`delete from box_numbers k using going g where k.box_id = g.old_id`.execute(tx);
}
