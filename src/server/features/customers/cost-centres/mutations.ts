import { sql } from "kysely";
import type { setCostCentres as SetCostCentres } from "#contract/calls/customers/cost-centres.ts";
import type { Body } from "#contract/route.ts";
import { AuditKind, type NewAuditEntry } from "#rules/access/audit/audit.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { showBoxes, showThings } from "#rules/amounts.ts";
import { costCentreExists, costCentreStays } from "#rules/texts/cost-centre-refusals.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import type { Sql, Transaction } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { badInput, notFound } from "#server/http/errors.ts";
import { refuseOverwriting } from "#server/http/overwriting.ts";

/** Whatever the order: one to a line. */
const asList = (names: unknown) =>
  Array.isArray(names)
    ? names
        .map(String)
        .toSorted((one, other) => (one < other ? -1 : 1))
        .join(", ")
    : undefined;

type Renaming = NonNullable<Body<typeof SetCostCentres>["renamed"]>[number];

/**
 * Makes these the cost centres of a customer, and no others; what carries a name that is `renamed` carries the new one then.
 * @throws a 400 for a list that has changed since the caller saw it, where one stands twice, in capitals or not, and for a name that cannot become the other
 */
export async function setCostCentres(
  tx: Transaction,
  actor: Actor,
  id: number,
  { cost_centres: names, renamed = [], before }: Body<typeof SetCostCentres>,
): Promise<void> {
  const customer = await tx.selectFrom("customers").select("code").where("id", "=", id).forUpdate().executeTakeFirst();
  if (!customer) throw notFound();
  const now = await tx.selectFrom("cost_centres").select("name").where("customer_id", "=", id).execute();
  const [listed, wanted, known] = [now.map(({ name }) => name), names, before?.cost_centres].map(asList);
  refuseOverwriting({ cost_centres: listed }, { cost_centres: wanted }, { cost_centres: known });
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name.toLowerCase())) throw badInput({ cost_centres: [refused.costCentreTwice(name)] });
    seen.add(name.toLowerCase());
  }
  await refuseRenaming(
    tx,
    id,
    names,
    now.map(({ name }) => name),
    renamed,
  );
  await sql`delete from cost_centres where customer_id = ${id}::bigint and name <> all(${names}::text[])`.execute(tx);
  await sql`
    insert into cost_centres (customer_id, name) select ${id}::bigint, unnest(${names}::text[])
    on conflict do nothing`.execute(tx);
  const about = names.length === 0 ? "keine" : names.join(", ");
  const entry = { kind: AuditKind.costCentresSet, customer: customer.code };
  await record(tx, actor, { ...entry, meta: { about } });
  const changed = renamed.length === 0 ? [] : await rename(tx, actor, id, renamed);
  await record(tx, actor, ...changed.map((one) => ({ ...entry, ...one })));
}

/** @throws a 400 where an old name stays or is none, and where a new one is not in the list, or is another cost centre's already: whoever sees some would see more */
async function refuseRenaming(
  tx: Transaction,
  customer: number,
  names: readonly string[],
  listed: readonly string[],
  renamed: readonly Renaming[],
): Promise<void> {
  const carried = await carriedOf(
    tx,
    customer,
    renamed.flatMap(({ from, to }) => [from, to]),
  );
  const isUsed = (name: string) => listed.includes(name) || carried.has(name);
  renamed.forEach(({ from, to }, at) => {
    const isTwice = renamed.slice(0, at).some((other) => other.from === from || other.to === to);
    if (isTwice) throw badInput({ renamed: [refused.costCentreTwice(from)] });
    if (!isUsed(from)) throw badInput({ renamed: [refused.unknownCostCentre(from)] });
    if (names.includes(from)) throw badInput({ renamed: [costCentreStays(from)] });
    if (names.length > 0 && !names.includes(to)) throw badInput({ renamed: [refused.unknownCostCentre(to)] });
    if (isUsed(to)) throw badInput({ renamed: [costCentreExists(to)] });
  });
}

/** Returns SQL that says whether a row `t` carries a name: for boxes along the index of the filter. */
const isNamed = (name: Sql) =>
  sql`t.cost_centre <> '' and lower(t.cost_centre) = lower(${name}) and t.cost_centre = ${name}`;

/** Returns those of the names that something of the customer carries. */
async function carriedOf(tx: Transaction, customer: number, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const carriedBy = (table: string, which = sql``) => sql`exists (
    select from ${sql.table(table)} t where t.customer_id = ${customer}::bigint and ${isNamed(sql`name`)} ${which})`;
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) name
    where ${carriedBy("boxes")} or ${carriedBy("deliveries")} or ${carriedBy("service_entries", sql`and invoice_id is null`)}
      or exists (select from customer_users u where u.customer_id = ${customer}::bigint and name = any(u.cost_centres))`.execute(
    tx,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Gives everything that carries an old name the new one, but for what an invoice has taken (decision 176); answers what the audit trail says of it. */
async function rename(
  tx: Transaction,
  { userId }: Actor,
  customer: number,
  renamed: readonly Renaming[],
): Promise<Pick<NewAuditEntry, "object" | "meta">[]> {
  const names = sql`unnest(${renamed.map(({ from }) => from)}::text[], ${renamed.map(({ to }) => to)}::text[]) names(old_name, new_name)`;
  const carrying = (table: string) => sql`
    select t.id, names.old_name, names.new_name from ${sql.table(table)} t join ${names} on ${isNamed(sql`names.old_name`)}
    where t.customer_id = ${customer}::bigint`;
  const { rows: boxes } = await sql`
    with found as materialized (${carrying("boxes")} order by t.id for update of t),
    changed as (
      update boxes set cost_centre = found.new_name, history_count = history_count + 1 from found where boxes.id = found.id
      returning boxes.id, history_count, found.old_name, found.new_name)
    insert into history (box_id, seq, kind, user_id, meta, text)
    select id, history_count, ${HistoryKind.costCentreChanged}::smallint, ${userId}::bigint, jsonb_build_object('from', old_name, 'to', new_name), new_name
    from changed order by id returning 1`.execute(tx);
  await sql`
    update box_cost_centres c set cost_centre = names.new_name from ${names}, boxes b
    where c.cost_centre = names.old_name and b.id = c.box_id and b.customer_id = ${customer}::bigint`.execute(tx);
  const { rows: deliveries } = await sql`
    with found as materialized (${carrying("deliveries")} order by t.id for update of t),
    changed as (
      update deliveries set cost_centre = found.new_name from found where deliveries.id = found.id returning deliveries.id, found.old_name, found.new_name)
    insert into delivery_events (delivery_id, kind, user_id, from_value, to_value)
    select id, 'cost_centre', ${userId}::bigint, old_name, new_name from changed order by id returning 1`.execute(tx);
  await sql`
    update service_entries s set cost_centre = found.new_name from (${carrying("service_entries")}) found
    where s.id = found.id and s.invoice_id is null`.execute(tx);
  const users = await renameSight(tx, customer, names);
  const said = renamed.map(({ from, to }) => `„${from}“ heißt jetzt „${to}“`).join(", ");
  const amounts = `${showBoxes(boxes.length)}, ${showThings(deliveries.length, "Lieferung", "Lieferungen")}`;
  return [
    { meta: { about: `${said} (${amounts})` } },
    ...users.map((id) => ({ object: ["user", id] as const, meta: { about: said } })),
  ];
}

/** Whoever sees only some sees the same as before; answers who they are. */
async function renameSight(tx: Transaction, customer: number, names: Sql): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    with found as materialized (
      select user_id, cost_centres from customer_users
      where customer_id = ${customer}::bigint and cost_centres && (select array_agg(old_name) from ${names}) order by 1 for update)
    update customer_users u set cost_centres = (
      select array_agg(coalesce(names.new_name, seen) order by coalesce(names.new_name, seen) collate "C")
      from unnest(found.cost_centres) seen left join ${names} on names.old_name = seen)
    from found where u.customer_id = ${customer}::bigint and u.user_id = found.user_id returning u.user_id`.execute(tx);
  return rows.map(({ user_id }) => user_id).sort((one, other) => one - other);
}

/**
 * To which cost centre something goes that the caller orders: who sees some of them chooses one of these, and the only one is chosen already.
 * @throws a 400 for one that is not in the customer's list or not theirs, and where a department names none of several
 */
export async function costCentreFor(tx: Transaction, scope: Scope, customer: number, name: string): Promise<string> {
  const { rows } = await sql<{ own: string[] | null }>`
    select cost_centres as own from customer_users
    where user_id = ${scope.isStaff ? 0 : scope.userId}::bigint and customer_id = ${customer}::bigint`.execute(tx);
  const own = rows[0]?.own;
  if (!own) {
    await checkCostCentre(tx, customer, name);
    return name;
  }
  const [only] = own.length === 1 ? own : [];
  if (name === "" && only === undefined) throw badInput({ cost_centre: [invalid.requiredChoice] });
  if (name !== "" && !own.includes(name)) throw badInput({ cost_centre: [refused.unknownCostCentre(name)] });
  return name === "" ? (only ?? "") : name;
}

/** @throws a 400 for a cost centre that is not in the customer's list, where there is one; none is always right */
export async function checkCostCentre(tx: Transaction, customer: number, name: string): Promise<void> {
  const unknown = await unknownCostCentres(tx, customer, name === "" ? [] : [name]);
  if (unknown.length > 0) throw badInput({ cost_centre: [refused.unknownCostCentre(name)] });
}

/** Those that are not in the customer's list, where there is one. */
export async function unknownCostCentres(
  tx: Transaction,
  customer: number,
  names: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) wanted(name)
    where exists (select from cost_centres where customer_id = ${customer}::bigint)
      and not exists (select from cost_centres c where c.customer_id = ${customer}::bigint and c.name = wanted.name)`.execute(
    tx,
  );
  return rows.map(({ name }) => name);
}
