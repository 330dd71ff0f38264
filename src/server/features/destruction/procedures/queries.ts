import { type RawBuilder, sql } from "kysely";
import type { Procedure, ProcedureChange } from "#contract/schemas/destruction/procedures.ts";
import { berlinDay } from "#rules/dates.ts";
import { procedureChangeText, whyNotChange } from "#rules/destruction/procedure-changes.ts";
import { archiveAuthor } from "#rules/stock/history.ts";
import type { Reader } from "#server/database/database.ts";
import { fromTable, json, selectList } from "#server/database/sql/json.ts";
import { ownRights, type Scope, visibleTo } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";

/** A customer's user sees changes where they may approve; what others were shown of it says nothing to them. */
const seenChanges = (scope: Scope): RawBuilder<boolean> =>
  scope.isStaff
    ? sql`true`
    : sql`exists (select from ${ownRights(scope)} u where u.customer_id = p.customer_id and u.may_approve_destruction)`;

interface Row {
  readonly id: number;
  readonly customer: ProcedureChange["customer"];
  readonly switches_off: boolean;
  readonly waiting_days: number | null;
  readonly asked_by: number;
  readonly asked_at: string;
  readonly asker: string;
  readonly agreed_at: string | null;
  readonly agreer: string | null;
  readonly counts_from: string;
  readonly done_at: string | null;
  readonly withdrawn_at: string | null;
  readonly one: boolean;
}

const nameOf = ({ isStaff }: Scope, user: string) => sql`(
  select case when is_staff and not ${isStaff}::boolean then ${archiveAuthor}::text else trim(first_name || ' ' || last_name) end
  from users where id = ${sql.ref(user)})`;

const owner = json<ProcedureChange["customer"]>({ id: "c.id", code: "c.code", name: "c.name" });

/** Changes `p` by a condition, the newest first. */
async function changesBy(db: Reader, scope: Scope, which: RawBuilder<unknown>): Promise<ProcedureChange[]> {
  const { rows } = await sql<Row>`
    select ${selectList<Row>({
      ...fromTable("p", "id", "switches_off", "waiting_days", "asked_by", "asked_at", "agreed_at", "counts_from"),
      ...fromTable("p", "done_at", "withdrawn_at"),
      customer: owner,
      asker: nameOf(scope, "p.asked_by"),
      agreer: nameOf(scope, "p.agreed_by"),
      one: sql`p.agreed_at is null and may_be_one(p.asked_by, ${scope.userId}::bigint)`,
    })}
    from procedure_changes p join customers c on c.id = p.customer_id
    where ${seenChanges(scope)} and ${which} order by p.asked_at desc, p.id`.execute(db);
  return rows.map((row) => changeOf(scope, row));
}

function changeOf({ userId }: Scope, row: Row): ProcedureChange {
  const { switches_off, waiting_days, counts_from, done_at: done } = row;
  const request = { by: row.asker, at: row.asked_at };
  const approval = row.agreed_at === null ? null : { by: row.agreer ?? "", at: row.agreed_at };
  const view = {
    isClosed: done !== null || row.withdrawn_at !== null,
    isAgreed: approval !== null,
    hasAsked: row.asked_by === userId,
    isOneWithAsker: row.one,
  };
  return {
    id: row.id,
    customer: row.customer,
    switches_off,
    waiting_days,
    asked: request,
    agreed: approval,
    done,
    from_day: berlinDay(new Date(counts_from)),
    text: procedureChangeText({ switches_off, waiting_days, asked: request, agreed: approval, counts_from, done }),
    actions: { agree: whyNotChange("agree", view), withdraw: whyNotChange("withdraw", view) },
  };
}

const isOpen = sql`p.withdrawn_at is null and p.done_at is null`;

/**
 * Lists the changes that were asked for and have not taken effect, and those that took effect within thirty days. Only changes that the caller sees
 * are among them.
 */
export const listOfChanges = (db: Reader, scope: Scope): Promise<ProcedureChange[]> =>
  changesBy(db, scope, sql`(${isOpen} or p.done_at > now() - interval '30 days')`);

/** A change; a 404 where there is none or it is not theirs to see. */
export async function changeById(db: Reader, scope: Scope, id: number): Promise<ProcedureChange> {
  const [change] = await changesBy(db, scope, sql`p.id = ${id}::int`);
  if (!change) throw notFound();
  return change;
}

/** Returns the way in which a customer's boxes are destroyed, and what changes of it; a 404 where there is no such customer. */
export async function procedureOf(db: Reader, scope: Scope, id: number): Promise<Procedure> {
  const customer = await db
    .selectFrom("customers")
    .select(["destruction_procedure", "waiting_days", "protection_class", "security_level"])
    .where("id", "=", id)
    .where(visibleTo(scope, "customers.id"))
    .executeTakeFirst();
  if (!customer) throw notFound();
  const theirs = sql`p.customer_id = ${id}::bigint`;
  const [change = null] = await changesBy(db, scope, sql`${theirs} and ${isOpen}`);
  const [last_change = null] = await changesBy(
    db,
    scope,
    sql`${theirs} and p.done_at = (select max(o.done_at) from procedure_changes o where o.customer_id = p.customer_id)`,
  );
  return { ...customer, change, last_change };
}
