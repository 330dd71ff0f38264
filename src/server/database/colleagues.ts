import { sql } from "kysely";
import { type Colleague, domainOf, type Inviter } from "#rules/access/colleagues.ts";
import { customerRights } from "#rules/access/customer-rights.ts";
import type { Reader, Sql, Transaction } from "./database.ts";
import { joinById, ownRights, type Scope, seenBy } from "./scope.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

const all = Object.fromEntries(customerRights.map((right) => [right, true])) as Inviter["rights"];

type InviterRow = Inviter["rights"] & { code: number; allowed: boolean; email: string };

const inviterRow = selectList<InviterRow>({
  ...(Object.fromEntries(customerRights.map((right) => [right, sql`coalesce(r.${sql.ref(right)}, false)`])) as Record<
    keyof Inviter["rights"],
    Sql
  >),
  code: "c.code",
  allowed: "c.may_invite",
  email: "u.email",
});

/** The caller at a customer, by the rights that they have now; undefined where there is no such customer or it is not theirs. */
export async function inviterAt(
  db: Reader | Transaction,
  scope: Scope,
  customer: number,
): Promise<Inviter | undefined> {
  const { rows } = await sql<InviterRow>`
    select ${inviterRow}
    from customers c join users u on u.id = ${scope.userId}::bigint
    left join ${ownRights(scope)} r on r.customer_id = c.id
    where c.id = ${customer}::bigint and ${seenBy(scope, sql`c.id`)}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { code, allowed, email, ...own } = row;
  if (scope.isStaff) return { code, rights: all, mayInvite: scope.managesUsers, domain: null };
  return { code, rights: own, mayInvite: allowed && own.may_invite, domain: domainOf(email) };
}

type ShownColleague = Colleague & {
  readonly first_name: string;
  readonly last_name: string;
  /** Those that they see, of those that the reader may read of; null where they see the whole customer. */
  readonly cost_centres: string[] | null;
};

const shownColleague = selectList<ShownColleague>({
  ...fromTable("u", "id", "first_name", "last_name", "email"),
  ...fromTable("k", ...customerRights),
  cost_centres: sql`case when own.cost_centres is null then k.cost_centres
    else array(select unnest(k.cost_centres) intersect select unnest(own.cost_centres) order by 1) end`,
});

/**
 * SQL for those of a customer's users who have signed in. An invited user does not count before, so an address that somebody has elsewhere looks like
 * one that nobody has.
 */
const colleagues = (scope: Scope, customer: number) => sql<ShownColleague>`
  select ${shownColleague}
  from customer_users k left join ${ownRights(scope)} own on own.customer_id = k.customer_id
  cross join lateral ${joinById(
    "users",
    sql`id, first_name, last_name, email, active, is_staff, service, last_login`,
    sql`k.user_id`,
  )} u
  where k.customer_id = ${customer}::bigint and u.active and not u.is_staff and not u.service and u.last_login is not null
  order by u.last_name collate german, u.id`;

/** The colleagues at a customer who have signed in. */
export async function colleaguesOf(
  db: Reader | Transaction,
  scope: Scope,
  customer: number,
): Promise<ShownColleague[]> {
  return (await colleagues(scope, customer).execute(db)).rows;
}
