import { sql } from "kysely";
import type { CustomerRights } from "#contract/schemas/access/rights.ts";
import { customerRights } from "#rules/access/customer-rights.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, visibleTo } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";

/** Returns what the users of a customer may do, by name; a 404 where there is no such customer. */
export async function rightsOf(db: Reader, scope: Scope, id: number): Promise<CustomerRights[]> {
  const customer = db.selectFrom("customers").select("id").where("id", "=", id).where(visibleTo(scope, "customers.id"));
  if (!(await customer.executeTakeFirst())) throw notFound();
  const rows = await db
    .selectFrom("customer_users")
    .innerJoin("users", "users.id", "customer_users.user_id")
    .select(["users.id", "first_name", "last_name", "email", sql<boolean>`active and not service`.as("may_sign_in")])
    .select([...customerRights, "cost_centres"])
    .where("customer_id", "=", id)
    .orderBy(sql`last_name collate german`)
    .orderBy("users.id")
    .execute();
  return rows.map(({ id: userId, first_name, last_name, email, may_sign_in, ...may }) => ({
    user: { id: userId, first_name, last_name, email, may_sign_in },
    ...may,
  }));
}
