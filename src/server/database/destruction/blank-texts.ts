import { sql } from "kysely";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { contentText } from "#rules/texts/blanked.ts";
import { atTheMachine, record } from "#server/database/audit/audit.ts";
import { boxField, textColumns } from "#server/database/boxes/box-fields.ts";
import type { Database, Transaction } from "#server/database/database.ts";
import { importedFieldNames, importedFields } from "#server/database/imports/imported-fields.ts";
import { scheduleSpellings } from "#server/database/spellings/count-spellings.ts";
import { isOrdered } from "./line-facts.ts";

/** Boxes of one transaction: people who look at them wait for a moment only. */
const boxesAtOnce = 200;

/**
 * Blanks the personal texts of boxes that are destroyed for good since so many days, piece by piece and for ever, and puts on record of
 * how many (decision 083), and what lists said that were taken over before; with 0 days nothing. Boxes are left alone as long as they stand in an open case or delivery, and
 * all of a customer that is held or whose taxes may still be assessed. Answers how many boxes.
 */
export async function blankTexts(db: Database, days: number, ending: AbortSignal): Promise<number> {
  if (days === 0) return 0;
  while (!ending.aborted && (await db.write((tx) => blankImport(tx, days))));
  let all = 0;
  for (let piece = -1; piece !== 0 && !ending.aborted; all += Math.max(piece, 0))
    piece = await db.write((tx) => blankPiece(tx, days));
  return all;
}

async function blankPiece(tx: Transaction, days: number): Promise<number> {
  const due = (await lockDue(tx, days)) ?? (await lockContinued(tx));
  if (!due) return 0;
  const { customer, ids } = due;
  await dropWords(tx, ids);
  await recordBlanked(tx, ids);
  const { rows: recorded } = await sql<{ entries: number }>`
    select blank_history(${ids}::bigint[], ${days}::int) as entries`.execute(tx);
  const contents = await blankContents(tx, ids);
  await blankElsewhere(tx, ids);
  const meta = { amount: ids.length, texts: (recorded[0]?.entries ?? 0) + contents };
  await record(tx, atTheMachine, { kind: AuditKind.textsBlanked, customer, meta });
  await scheduleSpellings(tx);
  return ids.length;
}

/**
 * Blanks a list that was taken over so many days ago. Since then its texts stand in boxes and contents, before any of them was destroyed. Of the list
 * stays what was done to whom. Answers whether there was such a list.
 */
async function blankImport(tx: Transaction, days: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update imports set preview = '[]' where id = (
      select id from imports where state in (1, 2) and preview <> '[]' and berlin_day(committed) <= berlin_day(now()) - ${days}::int
      order by id limit 1 for update skip locked)
    returning id`.execute(tx);
  const [old] = rows;
  if (!old) return false;
  await sql`
    update import_rows set values = '{}', warnings = '[]'
    where import_id = ${old.id}::int and (values <> '{}' or warnings <> '[]')`.execute(tx);
  return true;
}

interface Due {
  /** The code of the customer. */
  readonly customer: number;
  readonly ids: readonly number[];
}

/** Locks some boxes of one customer whose time has come, in the order of their ids; undefined where there are none. */
async function lockDue(tx: Transaction, days: number): Promise<Due | undefined> {
  const { rows } = await sql<{ id: number; customer: number }>`
    select b.id, b.customer_code as customer from boxes b
    where b.state = ${BoxState.destroyed}::smallint and b.blanked is null and b.id in (
      select unnest(ids) from (
        select due.ids from customers c cross join lateral (
          select array_agg(id) as ids from (
            select b.id from boxes b
            where b.customer_id = c.id and b.state = 6 and b.blanked is null
              and b.destroyed <= berlin_day(now()) - ${days}::int
              and berlin_day(destroyed_since(b.id)) <= berlin_day(now()) - ${days}::int
              and not ${isOrdered} and not exists (select from cases k where k.box_id = b.id and k.state <> 4)
            order by b.destroyed, b.id limit ${boxesAtOnce}::int) d) due
        where c.hold_count = 0 and c.audit_open_from is null and due.ids is not null limit 1) first)
    order by b.id for update`.execute(tx);
  const [first] = rows;
  return first && { customer: first.customer, ids: rows.map(({ id }) => id) };
}

/** The same of boxes that continued as boxes of another customer whose texts are blanked already. */
async function lockContinued(tx: Transaction): Promise<Due | undefined> {
  const { rows } = await sql<{ id: number; customer: number }>`
    with due as (
      select b.id, b.customer_id from boxes b join customers c on c.id = b.customer_id
      where b.continued_as is not null and b.blanked is null and c.hold_count = 0 and c.audit_open_from is null
        and exists (select from boxes n where n.id = b.continued_as and n.blanked is not null)
        and not exists (select from cases k where k.box_id = b.id and k.state <> 4)
      order by b.id limit ${boxesAtOnce}::int)
    select b.id, b.customer_code as customer from boxes b
    where b.id in (select id from due where customer_id = (select customer_id from due order by id limit 1))
    order by b.id for update`.execute(tx);
  const [first] = rows;
  return first && { customer: first.customer, ids: rows.map(({ id }) => id) };
}

/** The words of their contents, as far as no other content has them; what is left is counted anew soon. */
async function dropWords(tx: Transaction, ids: readonly number[]): Promise<void> {
  await sql`
    with gone as (
      select c.customer_id, word, count(*) as n from contents c, search_words_of(c.text) word
      where c.box_id = any(${ids}::bigint[]) group by 1, 2),
    locked as materialized (
      select s.customer_id, s.word, n from search_words s join gone using (customer_id, word) order by 1, 2 for update of s),
    fewer as (
      update search_words s set count = s.count - n from locked l
      where (s.customer_id, s.word) = (l.customer_id, l.word) and s.count > n)
    delete from search_words s using locked l where (s.customer_id, s.word) = (l.customer_id, l.word) and s.count <= n`.execute(
    tx,
  );
}

const emptyTexts = sql.join(textColumns.map((name) => sql`${sql.ref(name)} = ''`));

/** The entry that says so comes first: what is blanked has its moment. */
async function recordBlanked(tx: Transaction, ids: readonly number[]): Promise<void> {
  await sql`
    with changed as (
      update boxes set history_count = history_count + 1, blanked = (select greatest(now(), at) from history_floor), foreign_number = null,
        ${emptyTexts}, retention_override_reason = case when retention_override_reason is not null then ${contentText("")}::text end
      where id = any(${ids}::bigint[]) returning id, history_count)
    insert into history (box_id, seq, kind, meta)
    select id, history_count, ${HistoryKind.blanked}::smallint,
      jsonb_build_object('contents', (select count(*) from contents where box_id = changed.id))
    from changed order by id`.execute(tx);
}

async function blankContents(tx: Transaction, ids: readonly number[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update contents c set text = '', blanked = b.blanked from boxes b
    where b.id = c.box_id and c.box_id = any(${ids}::bigint[]) and c.blanked is null`.execute(tx);
  return Number(numAffectedRows);
}

/** Names of the texts in what is kept of a box before an import. */
const keptTexts = [
  "foreign_number",
  "numbers",
  ...importedFieldNames.flatMap((field) => (boxField(field).isText ? importedFields[field].kept : [])),
];

/** Blanks what deliveries, batches and imports repeat of the boxes' texts. */
async function blankElsewhere(tx: Transaction, ids: readonly number[]): Promise<void> {
  const theirs = sql`box_id = any(${ids}::bigint[])`;
  await sql`update delivery_contents set content = '', text = null where ${theirs} and (content <> '' or text is not null)`.execute(
    tx,
  );
  await sql`update delivery_boxes set text = null where ${theirs} and text is not null`.execute(tx);
  await sql`
    update destruction_lines set contents_snapshot = null, contents_salt = null
    where ${theirs} and contents_snapshot is not null and contents_digest is not null`.execute(tx);
  await sql`
    update import_rows set before = before - ${keptTexts}::text[] where ${theirs} and before ?| ${keptTexts}::text[]`.execute(
    tx,
  );
  await sql`delete from box_numbers where ${theirs}`.execute(tx);
}
