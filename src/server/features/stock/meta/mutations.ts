import { type RawBuilder, sql } from "kysely";
import type { editMeta as EditMeta, setCostCentre as SetCostCentre } from "#contract/calls/stock/boxes.ts";
import type { undoMeta as UndoMeta } from "#contract/calls/stock/meta.ts";
import type { Body } from "#contract/route.ts";
import { undoTime } from "#contract/limits.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { isReversed, periodText } from "#rules/stock/period.ts";
import { reversedPeriod } from "#rules/texts/period-refusals.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { Sql, Transaction } from "#server/database/database.ts";
import { sqlOf } from "#server/database/retention/box-target.ts";
import {
  boxField,
  boxFieldNames,
  type BoxFieldName,
  fieldValue,
  kindsOf,
  setField,
} from "#server/database/boxes/box-fields.ts";
import { momentOf } from "#server/database/boxes/box-changes.ts";
import { ownRights, type Scope, visibleTo } from "#server/database/scope.ts";
import { checkCostCentre } from "#server/features/customers/cost-centres/mutations.ts";
import { boxTarget } from "#server/http/named-boxes.ts";
import { badInput, refuse } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** A field that changes: to a value, or back to nothing. */
interface Change {
  readonly field: BoxFieldName;
  readonly value: number | string | null;
}

const resets: Record<NonNullable<Body<typeof EditMeta>["action"]>, BoxFieldName> = {
  reset_year: "year",
  reset_destroy_year: "destroyYear",
  reset_first_delivery_customer: "firstDelivery",
  reset_period: "period",
};

/** Returns the new value of a field of a box. A destroyed box gets no more text, because that would outlast the others. */
export function nextValue({ field, value }: Change): Sql {
  const { type, isText } = boxField(field);
  const next = sql`${value}::${type}`;
  return isText
    ? sql`case when state = ${BoxState.destroyed}::smallint then ${fieldValue(field)} else ${next} end`
    : next;
}

/** Returns the changes for which a call asks. @throws 400 where that is nothing */
export function metaChanges(body: Body<typeof EditMeta>): Change[] {
  const period = { from: body.period_from ?? null, to: body.period_to ?? null };
  if (isReversed(period)) throw badInput({ period_to: [reversedPeriod] });
  const values: Record<BoxFieldName, number | string | null | undefined> = {
    size: body.size,
    year: body.meta_year,
    destroyYear: body.meta_destroy_year,
    firstDelivery: body.meta_first_delivery_customer,
    period: periodText(period),
    costCentre: body.cost_centre,
  };
  const reset = body.action ? resets[body.action] : undefined;
  const changes = boxFieldNames.flatMap((field): Change[] => {
    const value = values[field];
    return value === undefined || value === null || field === reset ? [] : [{ field, value }];
  });
  if (reset) changes.push({ field: reset, value: null });
  if (changes.length === 0) throw refuse(refused.nothingToChange);
  return changes;
}

/** Returns the boxes that a call concerns, as SQL. @throws 400 where the range holds none whatever there is */
export function metaBoxes({ customer, from, to }: Body<typeof EditMeta>): RawBuilder<unknown> {
  return sqlOf(boxTarget({ from, to }), customer, "boxes");
}

/**
 * Sets or resets meta data and size of a customer's boxes, all or a range of numbers; each box gets an entry for each field
 * that really changes. Answers how many boxes there are, how many changes were made, and by what they are taken back.
 */
export async function editMeta(tx: Transaction, userId: number, body: Body<typeof EditMeta>) {
  const changes = metaChanges(body);
  const which = metaBoxes(body);
  const existingCustomer = await tx
    .selectFrom("customers")
    .select("id")
    .where("id", "=", body.customer)
    .executeTakeFirst();
  if (!existingCustomer) throw badInput({ customer: [refused.unknownCustomer] });
  await checkCostCentre(tx, body.customer, body.cost_centre ?? "");
  const changedCount = await apply(tx, userId, which, changes);
  const { rows } = await sql<{ boxes: number; at: string }>`
    select (select count(*) from boxes where ${which})::int as boxes, ${momentOf(sql`now()`)}::text as at`.execute(tx);
  return { boxes: rows[0]?.boxes ?? 0, changed: changedCount, undo: changedCount === 0 ? null : (rows[0]?.at ?? null) };
}

interface LockedCode {
  code: string;
  state: BoxState;
  customer: number;
}

const lockedCode = selectList<LockedCode>({ ...fromTable("boxes", "code", "state"), customer: "boxes.customer_id" });

/** Sets the cost centre of boxes, all of them or none; answers how many had another one. A customer's user needs the right to store. */
export async function setCostCentre(
  tx: Transaction,
  scope: Scope,
  { boxes, cost_centre }: Body<typeof SetCostCentre>,
): Promise<number> {
  const which = sql`id = any(${boxes}::bigint[]) and ${visibleTo(scope, "customer_id")}`;
  const { rows } = await sql<LockedCode>`
    select ${lockedCode} from boxes where ${which} order by id for update`.execute(tx);
  if (rows.length < new Set(boxes).size) throw badInput({ boxes: [refused.unknownBox] });
  const destroyed = rows.filter(({ state }) => state === BoxState.destroyed);
  if (destroyed.length > 0)
    throw badInput({
      boxes: destroyed.map(({ code, state }) => refused.boxIs(showBoxCode(code), boxStateText[state])),
    });
  const customers = new Set(rows.map(({ customer }) => customer));
  if (!scope.isStaff) await refuseWithoutRight(tx, scope, customers);
  for (const customer of customers) await checkCostCentre(tx, customer, cost_centre);
  return apply(tx, scope.userId, which, [{ field: "costCentre", value: cost_centre }]);
}

async function refuseWithoutRight(tx: Transaction, scope: Scope, customers: ReadonlySet<number>): Promise<void> {
  const { rows } = await sql<{ customer: number }>`
    select customer_id as customer from ${ownRights(scope)} r where may_store`.execute(tx);
  const theirs = new Set(rows.map(({ customer }) => customer));
  if ([...customers].some((customer) => !theirs.has(customer))) throw refuse(refused.noRight);
}

/**
 * All fields in one statement: each box is locked once, in the order of the ids, before any counter changes (otherwise two
 * such calls could wait for each other), and written once.
 */
async function apply(
  tx: Transaction,
  userId: number,
  which: RawBuilder<unknown>,
  changes: readonly Change[],
): Promise<number> {
  const fields = changes.map((change) => {
    const { field, value } = change;
    const [before, next] = [sql.ref(`old_${field}`), sql.ref(`new_${field}`)];
    const { changed, reset, isText } = boxField(field);
    return {
      now: fieldValue(field),
      before,
      next,
      text: isText ? next : sql`null::text`,
      kind: value === null ? reset : changed,
      set: setField(field, next),
      given: nextValue(change),
      differs: sql`${before} is distinct from ${next}`,
    };
  });
  const differing = (some: typeof fields) =>
    sql.join([sql`0`, ...some.map(({ differs }) => sql`(${differs})::int`)], sql` + `);
  const entries = fields.map(
    ({ before, next, text, kind, differs }, index) => sql`
      select id, history_count - (${differing(fields.slice(index + 1))}), ${kind}::smallint, ${userId}::bigint,
        jsonb_build_object('from', ${before}, 'to', ${next}), ${text} from changed where ${differs}`,
  );
  const { rows } = await sql<{ changed: number }>`
    with found as materialized (
      select id, ${sql.join(fields.map(({ now, given, before, next }) => sql`${now} as ${before}, ${given} as ${next}`))} from boxes
      where ${which} and (${sql.join(
        fields.map(({ now, given }) => sql`${now} is distinct from ${given}`),
        sql` or `,
      )})
      order by id for update),
    changed as (
      update boxes set ${sql.join(fields.map(({ set }) => set))},
        history_count = history_count + ${differing(fields)}
      from found where boxes.id = found.id returning boxes.id, history_count, ${sql.join(fields.flatMap(({ before, next }) => [before, next]))}),
    recorded as (
      insert into history (box_id, seq, kind, user_id, meta, text) ${sql.join(entries, sql` union all `)}
      order by 1, 2 -- an entry follows the one before it of its box
      returning 1)
    select count(*)::int as changed from recorded`.execute(tx);
  return rows[0]?.changed ?? 0;
}

/** Says whether a kind, as SQL, is about this field. */
const isAboutField = (kind: string, field: BoxFieldName) => sql`${sql.ref(kind)} = any(${kindsOf(field)}::smallint[])`;

/**
 * Takes back what one `editMeta` of the same person has changed, by its history entries: each box gets what stood before, with an
 * entry for each field. All or nothing. @throws 400 after a minute, and where a field of a box was changed since
 */
export async function undoMeta(tx: Transaction, userId: number, { customer, undo }: Body<typeof UndoMeta>) {
  const changeTexts = sql`
    select h.box_id, h.seq, h.kind, h.meta from boxes b join history h on h.box_id = b.id
    where b.customer_id = ${customer}::bigint and h.user_id = ${userId}::bigint
      and h.kind = any(${boxFieldNames.flatMap(kindsOf)}::smallint[]) and ${momentOf(sql`h.created`)} = ${undo}::bigint`;
  const { rows: late } = await sql`
    select where ${momentOf(sql`now()`)} - ${undo}::bigint not between 0 and ${undoTime * 1000}::bigint`.execute(tx);
  if (late.length > 0) throw refuse(refused.undoTooLate);
  await sql`select from boxes where id in (select box_id from (${changeTexts}) t) order by id for update`.execute(tx);
  const same = sql.join(
    boxFieldNames.map((field) => sql`(${isAboutField("t.kind", field)} and ${isAboutField("later.kind", field)})`),
    sql` or `,
  );
  const { rows: moved } = await sql<{ code: string }>`
    select b.code from (${changeTexts}) t join history later on later.box_id = t.box_id and later.seq > t.seq and (${same})
    join boxes b on b.id = t.box_id order by b.code limit 1`.execute(tx);
  if (moved[0]) throw refuse(refused.movedOn(showBoxCode(moved[0].code)));
  const { rows } = await takeBack(tx, userId, changeTexts);
  if (!rows[0]?.boxes) throw refuse(refused.nothingToUndo);
  return rows[0];
}

function takeBack(tx: Transaction, userId: number, reverted: RawBuilder<unknown>) {
  const each = (write: (field: BoxFieldName) => Sql) => sql.join(boxFieldNames.map(write));
  const [has, was] = [(field: string) => sql.ref(`has_${field}`), (field: string) => sql.ref(`was_${field}`)];
  const before = each((field) => {
    const isAbout = isAboutField("kind", field);
    return sql`bool_or(${isAbout}) as ${has(field)}, (max(meta->>'from') filter (where ${isAbout}))::${boxField(field).type} as ${was(field)}`;
  });
  const back = each((field) =>
    setField(field, sql`case when back.${has(field)} then back.${was(field)} else ${fieldValue(field)} end`),
  );
  const kind = sql.join(
    boxFieldNames.map(
      (field) => sql`when ${isAboutField("t.kind", field)} then
        case when t.meta->>'from' is null then ${boxField(field).reset}::smallint else ${boxField(field).changed}::smallint end`,
    ),
    sql` `,
  );
  const texts = boxFieldNames.filter((field) => boxField(field).isText).flatMap(kindsOf);
  return sql<{ boxes: number; changed: number }>`
    with reverted as materialized (${reverted}),
    back as (select box_id, count(*)::int as entries, ${before} from reverted group by box_id),
    changed as (
      update boxes set ${back}, history_count = history_count + entries
      from back where boxes.id = back.box_id returning boxes.id, history_count - entries as before),
    recorded as (
      insert into history (box_id, seq, kind, user_id, meta, text)
      select t.box_id, c.before + row_number() over (partition by t.box_id order by t.seq), case ${kind} end,
        ${userId}::bigint, jsonb_build_object('from', t.meta->'to', 'to', t.meta->'from'),
        case when t.kind = any(${texts}::smallint[]) then t.meta->>'from' end
      from reverted t join changed c on c.id = t.box_id order by t.box_id, t.seq returning 1)
    select (select count(*) from changed)::int as boxes, count(*)::int as changed from recorded`.execute(tx);
}
