import { sql } from "kysely";
import type { setCostCentres as SetCostCentres } from "#contract/calls/customers/cost-centres.ts";
import type { Body } from "#contract/route.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import type { Transaction } from "#server/database/database.ts";
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

/** Makes these the cost centres of a customer, and no others. @throws a 400 for a list that has changed since the caller saw it, and where one stands twice, in capitals or not */
export async function setCostCentres(
  tx: Transaction,
  actor: Actor,
  id: number,
  { cost_centres: names, before }: Body<typeof SetCostCentres>,
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
  await sql`delete from cost_centres where customer_id = ${id}::bigint and name <> all(${names}::text[])`.execute(tx);
  await sql`
    insert into cost_centres (customer_id, name) select ${id}::bigint, unnest(${names}::text[])
    on conflict do nothing`.execute(tx);
  const about = names.length === 0 ? "keine" : names.join(", ");
  await record(tx, actor, { kind: AuditKind.costCentresSet, customer: customer.code, meta: { about } });
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
