import { sql } from "kysely";
import type { CustomerRight, FiltersOf, OrdersOf, Query } from "#contract/route.ts";
import type { listUsers } from "#contract/calls/access/users.ts";
import { userList } from "#contract/lists/users.ts";
import type { User } from "#contract/schemas/access/users.ts";
import type { ColumnOf } from "#rules/lists/orders.ts";
import { pageSize, toPage } from "#rules/lists/paging.ts";
import { allOf, type Conditions, conditionsOf } from "#server/database/sql/conditions.ts";
import type { Reader } from "#server/database/database.ts";
import { fromTable, json, selectList } from "#server/database/sql/json.ts";
import { type Scope, visibleTo } from "#server/database/scope.ts";
import { hasTyped } from "#server/database/search/has-words.ts";
import { notFound } from "#server/http/errors.ts";
import { orderOf } from "#server/http/list-order.ts";

const customer = json<User["customers"][number]>({
  id: "customers.id",
  code: "customers.code",
  name: "customers.name",
  may_manage: "customer_users.may_manage",
});

const inviter = json<NonNullable<User["invited_by"]>>({
  id: "i.id",
  first_name: "i.first_name",
  last_name: "i.last_name",
});
/** Staff's: who of a customer's people works with whom is theirs. */
const invitedBy = ({ isStaff }: Scope) =>
  isStaff ? sql`(select ${inviter} from users i where i.id = users.invited_by)` : sql`null`;

/** Staff's: what the mail server said when it refused the address that the user has now for good, unless a mail has reached them since. */
const mailRefused = ({ isStaff }: Scope) =>
  isStaff
    ? sql`(
      select r.failure from messages r where r.user_id = users.id and r.refused_address = users.email and not exists (
        select from messages s where s.user_id = users.id and s.kind = 'mail' and s.failure is null and s.done_at > r.done_at
          and s.payload ->> 'mail' <> 'addressLeft')
      order by r.id desc limit 1)`
    : sql`null`;

/** Returns SQL that says whether a user has a right at one of the customers that the caller sees. */
const hasRight = (scope: Scope, right: CustomerRight) => sql`exists (
  select from customer_users where user_id = users.id and ${sql.ref(right)} and ${visibleTo(scope, "customer_users.customer_id")})`;

/** A user with the customers that the caller may see. */
const selectUsers = (scope: Scope) => sql<User>`
  select ${selectList<User>({
    ...fromTable("users", "id", "first_name", "last_name", "email", "is_staff", "manages_users", "service"),
    ...fromTable("users", "gender", "phone1", "phone2", "last_login", "active"),
    init_password: sql`init_password and not (users.id = ${scope.userId} and not ${scope.initPassword})`,
    second_factor: sql`case when exists (select from second_factors where user_id = users.id and confirmed is not null)
      then 'on' when users.id = ${scope.userId} and ${scope.lacksFactor} then 'required' else 'off' end`,
    invited_by: invitedBy(scope),
    mail_refused: mailRefused(scope),
    approves: hasRight(scope, "may_approve_destruction"),
    sees_invoices: hasRight(scope, "may_see_invoices"),
    customers: sql`coalesce((
      select json_agg(${customer} order by customers.code)
      from customer_users join customers on customers.id = customer_users.customer_id
      where customer_users.user_id = users.id and ${visibleTo(scope, "customers.id")}), '[]')`,
  })}
  from users`;

/** A user; a customer user finds only themselves. */
export async function userById(db: Reader, scope: Scope, id: number): Promise<User> {
  if (!scope.isStaff && id !== scope.userId) throw notFound();
  const { rows } = await sql<User>`${selectUsers(scope)} where users.id = ${id}`.execute(db);
  const [user] = rows;
  if (!user) throw notFound();
  return user;
}

const orders = {
  last_name: sql`last_name collate german`,
  email: sql`email`,
  last_login: sql`last_login`,
} satisfies Record<ColumnOf<OrdersOf<typeof listUsers>>, unknown>;

const conditions: Conditions<FiltersOf<typeof listUsers>> = {
  last_name: (text) => hasTyped(sql`last_name`, text),
  email: (text) => hasTyped(sql`email`, text),
  is_staff: (isStaff) => sql`is_staff = ${isStaff}`,
};

/** Users by the given order; with `is_staff` and without `limit` every one, for pickers. */
export async function listOfUsers(db: Reader, scope: Scope, query: Query<typeof listUsers>) {
  const { order_by = "last_name", offset = 0, is_staff } = query;
  const limit = query.limit ?? (is_staff === undefined ? pageSize : undefined);
  const { column, descending } = orderOf(userList, scope, order_by);
  const direction = descending ? sql`desc nulls last` : sql`asc nulls first`;
  const where = allOf(conditionsOf(conditions, query));
  const [{ rows }, total] = await Promise.all([
    sql<User>`
      ${selectUsers(scope)} where ${where} order by ${orders[column]} ${direction}, first_name collate german, users.id
      limit ${limit ?? null} offset ${offset}`.execute(db),
    sql<{ count: number }>`select count(*) from users where ${where}`.execute(db),
  ]);
  return toPage(rows, total.rows[0]?.count ?? 0, { limit, offset });
}
