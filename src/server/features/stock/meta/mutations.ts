import { type RawBuilder, sql } from "kysely";
import type { editMeta as EditMeta, setCostCentre as SetCostCentre } from "#contract/calls/stock/boxes.ts";
import type { undoMeta as UndoMeta } from "#contract/calls/stock/meta.ts";
import type { Body } from "#contract/route.ts";
import { undoTime } from "#contract/limits.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { isReversed, periodText } from "#rules/stock/period.ts";
import { reversedPeriod } from "#rules/texts/period-refusals.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { Sql, Transaction } from "#server/database/database.ts";
import { sqlOf } from "#server/database/retention/box-target.ts";
import { boxPeriod, setPeriod } from "#server/database/boxes/box-period.ts";
import { momentOf } from "#server/database/boxes/box-changes.ts";
import { ownRights, type Scope, visibleTo } from "#server/database/scope.ts";
import { checkCostCentre } from "#server/features/customers/cost-centres/mutations.ts";
import { boxTarget } from "#server/http/named-boxes.ts";
import { badInput, refuse } from "#server/http/errors.ts";

/** One column that changes: to a value, or back to nothing, with the kind of history entry that tells of it. */
interface Change {
  readonly column: "meta_year" | "meta_destroy_year" | "meta_first_delivery" | "size" | "cost_centre" | "period";
  /** As SQL. */
  readonly type: Sql;
  readonly kind: HistoryKind;
  readonly value: number | string | null;
}

const resets: Record<NonNullable<Body<typeof EditMeta>["action"]>, Change> = {
  reset_year: { column: "meta_year", type: sql`smallint`, kind: HistoryKind.yearReset, value: null },
  reset_destroy_year: {
    column: "meta_destroy_year",
    type: sql`smallint`,
    kind: HistoryKind.destroyYearReset,
    value: null,
  },
  reset_first_delivery_customer: {
    column: "meta_first_delivery",
    type: sql`date`,
    kind: HistoryKind.firstDeliveryReset,
    value: null,
  },
  reset_period: { column: "period", type: sql`text`, kind: HistoryKind.periodChanged, value: null },
};

const costCentreChange = (value: string): Change => ({
  column: "cost_centre",
  type: sql`text`,
  kind: HistoryKind.costCentreChanged,
  value,
});

/** A box's column; a period is two, and one text. */
export const currentValue = ({ column }: Pick<Change, "column">) =>
  column === "period" ? boxPeriod() : sql.ref(column);

/** What a box's column becomes: of what is destroyed no text is written any more, or it would outlast the others. */
export const nextValue = ({ column, type, value }: Change) =>
  column === "cost_centre"
    ? sql`case when state = ${BoxState.destroyed}::smallint then cost_centre else ${value}::text end`
    : sql`${value}::${type}`;

/** What a call asks for. @throws 400 where that is nothing */
export function metaChanges(body: Body<typeof EditMeta>): Change[] {
  const {
    meta_year,
    meta_destroy_year,
    meta_first_delivery_customer,
    size,
    period_from,
    period_to,
    cost_centre,
    action,
  } = body;
  const period = { from: period_from ?? null, to: period_to ?? null };
  if (isReversed(period)) throw badInput({ period_to: [reversedPeriod] });
  const sets: (Omit<Change, "value"> & { value: number | string | null | undefined })[] = [
    { column: "meta_year", type: sql`smallint`, kind: HistoryKind.yearChanged, value: meta_year },
    {
      column: "meta_destroy_year",
      type: sql`smallint`,
      kind: HistoryKind.destroyYearChanged,
      value: meta_destroy_year,
    },
    {
      column: "meta_first_delivery",
      type: sql`date`,
      kind: HistoryKind.firstDeliveryChanged,
      value: meta_first_delivery_customer,
    },
    { column: "size", type: sql`int`, kind: HistoryKind.sizeChanged, value: size },
    { column: "period", type: sql`text`, kind: HistoryKind.periodChanged, value: periodText(period) },
    ...(cost_centre === undefined || cost_centre === null ? [] : [costCentreChange(cost_centre)]),
  ];
  const requestedChanges = sets.filter(
    (change): change is Change => change.value !== undefined && change.value !== null,
  );
  const changes = action
    ? [...requestedChanges.filter(({ column }) => column !== resets[action].column), resets[action]]
    : requestedChanges;
  if (changes.length === 0) throw refuse(refused.nothingToChange);
  return changes;
}

/** Of which boxes it is asked. @throws 400 where the range holds none whatever there is */
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

/** Sets the cost centre of boxes, all of them or none; answers how many had another one. A customer's user needs the right to store. */
export async function setCostCentre(
  tx: Transaction,
  scope: Scope,
  { boxes, cost_centre }: Body<typeof SetCostCentre>,
): Promise<number> {
  const which = sql`id = any(${boxes}::bigint[]) and ${visibleTo(scope, "customer_id")}`;
  const { rows } = await sql<{ code: string; state: BoxState; customer: number }>`
    select code, state, customer_id as customer from boxes where ${which} order by id for update`.execute(tx);
  if (rows.length < new Set(boxes).size) throw badInput({ boxes: [refused.unknownBox] });
  const destroyed = rows.filter(({ state }) => state === BoxState.destroyed);
  if (destroyed.length > 0)
    throw badInput({
      boxes: destroyed.map(({ code, state }) => refused.boxIs(showBoxCode(code), boxStateText[state])),
    });
  const customers = new Set(rows.map(({ customer }) => customer));
  if (!scope.isStaff) await refuseWithoutRight(tx, scope, customers);
  for (const customer of customers) await checkCostCentre(tx, customer, cost_centre);
  return apply(tx, scope.userId, which, [costCentreChange(cost_centre)]);
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
    const { column, kind } = change;
    const [field, before, next] = [currentValue(change), sql.ref(`old_${column}`), sql.ref(`new_${column}`)];
    // its text makes the entry one whose words are blanked after the destruction (migration 0028)
    const text = column === "cost_centre" ? next : sql`null::text`;
    return {
      field,
      before,
      next,
      text,
      kind,
      set: column === "period" ? setPeriod(next) : sql`${sql.ref(column)} = ${next}`,
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
      select id, ${sql.join(fields.map(({ field, given, before, next }) => sql`${field} as ${before}, ${given} as ${next}`))} from boxes
      where ${which} and (${sql.join(
        fields.map(({ field, given }) => sql`${field} is distinct from ${given}`),
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

const year = [HistoryKind.yearChanged, HistoryKind.yearReset];
const destroyYear = [HistoryKind.destroyYearChanged, HistoryKind.destroyYearReset];
const firstDelivery = [HistoryKind.firstDeliveryChanged, HistoryKind.firstDeliveryReset];
const size = [HistoryKind.sizeChanged];
const costCentre = [HistoryKind.costCentreChanged];
const period = [HistoryKind.periodChanged];
const fields = [year, destroyYear, firstDelivery, size, costCentre, period];

/** Whether a kind, as SQL, tells of this field. */
const tellsOf = (kind: string, kinds: readonly HistoryKind[]) => sql`${sql.ref(kind)} = any(${kinds}::smallint[])`;

/**
 * Takes back what one `editMeta` of the same person has changed, by its history entries: each box gets what stood before, with an
 * entry for each field. All or nothing. @throws 400 after a minute, and where a field of a box was changed since
 */
export async function undoMeta(tx: Transaction, userId: number, { customer, undo }: Body<typeof UndoMeta>) {
  const changeTexts = sql`
    select h.box_id, h.seq, h.kind, h.meta from boxes b join history h on h.box_id = b.id
    where b.customer_id = ${customer}::bigint and h.user_id = ${userId}::bigint
      and h.kind = any(${fields.flat()}::smallint[]) and ${momentOf(sql`h.created`)} = ${undo}::bigint`;
  const { rows: late } = await sql`
    select where ${momentOf(sql`now()`)} - ${undo}::bigint not between 0 and ${undoTime * 1000}::bigint`.execute(tx);
  if (late.length > 0) throw refuse(refused.undoTooLate);
  await sql`select from boxes where id in (select box_id from (${changeTexts}) t) order by id for update`.execute(tx);
  const same = sql.join(
    fields.map((kinds) => sql`(${tellsOf("t.kind", kinds)} and ${tellsOf("later.kind", kinds)})`),
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

function takeBack(tx: Transaction, userId: number, told: RawBuilder<unknown>) {
  const before = (kinds: readonly HistoryKind[]) => sql`max(meta->>'from') filter (where ${tellsOf("kind", kinds)})`;
  const isTold = (kinds: readonly HistoryKind[]) => sql`bool_or(${tellsOf("kind", kinds)})`;
  return sql<{ boxes: number; changed: number }>`
    with told as materialized (${told}),
    back as (
      select box_id, count(*)::int as entries,
        ${isTold(year)} as has_year, ${before(year)}::smallint as year,
        ${isTold(destroyYear)} as has_destroy_year, ${before(destroyYear)}::smallint as destroy_year,
        ${isTold(firstDelivery)} as has_first, ${before(firstDelivery)}::date as first,
        coalesce(${before(size)}::int, 0) as size, ${before(costCentre)} as cost_centre,
        ${isTold(period)} as has_period, ${before(period)} as period
      from told group by box_id),
    changed as (
      update boxes set
        meta_year = case when has_year then back.year else meta_year end,
        meta_destroy_year = case when has_destroy_year then back.destroy_year else meta_destroy_year end,
        meta_first_delivery = case when has_first then back.first else meta_first_delivery end,
        size = coalesce(nullif(back.size, 0), boxes.size), cost_centre = coalesce(back.cost_centre, boxes.cost_centre),
        period_from = case when has_period then nullif(split_part(back.period, '/', 1), '') else period_from end,
        period_to = case when has_period then nullif(split_part(back.period, '/', 2), '') else period_to end,
        history_count = history_count + entries
      from back where boxes.id = back.box_id returning boxes.id, history_count - entries as before),
    recorded as (
      insert into history (box_id, seq, kind, user_id, meta, text)
      select t.box_id, c.before + row_number() over (partition by t.box_id order by t.seq),
        case when t.kind = any(${[...size, ...costCentre, ...period]}::smallint[]) then t.kind
          else (t.kind - t.kind % 2 + (t.meta->>'from' is null)::int)::smallint end,
        ${userId}::bigint, jsonb_build_object('from', t.meta->'to', 'to', t.meta->'from'),
        case when t.kind = any(${costCentre}::smallint[]) then t.meta->>'from' end
      from told t join changed c on c.id = t.box_id order by t.box_id, t.seq returning 1)
    select (select count(*) from changed)::int as boxes, count(*)::int as changed from recorded`.execute(tx);
}
