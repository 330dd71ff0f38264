import { type RawBuilder, sql } from "kysely";
import type { editMeta as EditMeta } from "#contract/calls/boxes.ts";
import type { Body } from "#contract/route.ts";
import { maxBoxNumber } from "#rules/box-code.ts";
import { HistoryKind } from "#rules/history.ts";
import { refused } from "#rules/texts/refusal-texts.ts";
import type { Transaction } from "#server/database/database.ts";
import { badInput, refuse } from "#server/http/errors.ts";

/** One column that changes: to a value, or back to nothing, with the kind of history entry that tells of it. */
interface Change {
  readonly column: "meta_year" | "meta_destroy_year" | "meta_first_delivery" | "size";
  readonly type: "smallint" | "int" | "date";
  readonly kind: HistoryKind;
  readonly value: number | string | null;
}

const resets: Record<NonNullable<Body<typeof EditMeta>["action"]>, Change> = {
  reset_year: { column: "meta_year", type: "smallint", kind: HistoryKind.yearReset, value: null },
  reset_destroy_year: {
    column: "meta_destroy_year",
    type: "smallint",
    kind: HistoryKind.destroyYearReset,
    value: null,
  },
  reset_first_delivery_customer: {
    column: "meta_first_delivery",
    type: "date",
    kind: HistoryKind.firstDeliveryReset,
    value: null,
  },
};

function changesOf(body: Body<typeof EditMeta>): Change[] {
  const { meta_year, meta_destroy_year, meta_first_delivery_customer, size, action } = body;
  const sets: (Omit<Change, "value"> & { value: number | string | null | undefined })[] = [
    { column: "meta_year", type: "smallint", kind: HistoryKind.yearChanged, value: meta_year },
    { column: "meta_destroy_year", type: "smallint", kind: HistoryKind.destroyYearChanged, value: meta_destroy_year },
    {
      column: "meta_first_delivery",
      type: "date",
      kind: HistoryKind.firstDeliveryChanged,
      value: meta_first_delivery_customer,
    },
    { column: "size", type: "int", kind: HistoryKind.sizeChanged, value: size },
  ];
  const wanted = sets.filter((change): change is Change => change.value !== undefined && change.value !== null);
  return action ? [...wanted.filter(({ column }) => column !== resets[action].column), resets[action]] : wanted;
}

/**
 * Sets or resets meta data and size of a customer's boxes, all or a range of numbers; each box gets an entry for each field
 * that really changes. Answers how many boxes there are and how many changes were made.
 */
export async function editMeta(tx: Transaction, userId: number, body: Body<typeof EditMeta>) {
  const { customer, from, to } = body;
  const changes = changesOf(body);
  if (changes.length === 0) throw refuse(refused.nothingToChange);
  if ((from ?? 0) > (to ?? maxBoxNumber)) throw badInput({ to: [refused.emptyRange] });
  const known = await tx.selectFrom("customers").select("id").where("id", "=", customer.id).executeTakeFirst();
  if (!known) throw badInput({ customer: [refused.unknownCustomer] });
  const which = sql`customer_id = ${customer.id}::bigint and number >= ${from ?? 0}::int and number <= ${to ?? maxBoxNumber}::int`;
  const changed = await apply(tx, userId, which, changes);
  const { rows } = await sql<{ boxes: number }>`select count(*)::int as boxes from boxes where ${which}`.execute(tx);
  return { boxes: rows[0]?.boxes ?? 0, changed };
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
  const fields = changes.map(({ column, type, kind, value }) => {
    const [field, before, next] = [sql.ref(column), sql.ref(`old_${column}`), sql`${value}::${sql.raw(type)}`];
    return { field, before, next, kind, differs: sql`${before} is distinct from ${next}` };
  });
  const differing = (some: typeof fields) =>
    sql.join([sql`0`, ...some.map(({ differs }) => sql`(${differs})::int`)], sql` + `);
  const entries = fields.map(
    ({ before, next, kind, differs }, index) => sql`
      select id, history_count - (${differing(fields.slice(index + 1))}), ${kind}::smallint, ${userId}::bigint,
        jsonb_build_object('from', ${before}, 'to', ${next}) from changed where ${differs}`,
  );
  const { rows } = await sql<{ changed: number }>`
    with found as materialized (
      select id, ${sql.join(fields.map(({ field, before }) => sql`${field} as ${before}`))} from boxes
      where ${which} and (${sql.join(
        fields.map(({ field, next }) => sql`${field} is distinct from ${next}`),
        sql` or `,
      )})
      order by id for update),
    changed as (
      update boxes set ${sql.join(fields.map(({ field, next }) => sql`${field} = ${next}`))},
        history_count = history_count + ${differing(fields)}
      from found where boxes.id = found.id returning boxes.id, history_count, ${sql.join(fields.map(({ before }) => before))}),
    recorded as (
      insert into history (box_id, seq, kind, user_id, meta) ${sql.join(entries, sql` union all `)} returning 1)
    select count(*)::int as changed from recorded`.execute(tx);
  return rows[0]?.changed ?? 0;
}
