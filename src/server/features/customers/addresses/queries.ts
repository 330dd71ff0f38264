import { sql } from "kysely";
import type { CustomerAddress } from "#contract/schemas/customers/addresses.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, visibleTo } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";

const columns = [
  "id",
  "name",
  "street",
  "postcode",
  "city",
  "contact",
  "phone",
  "hours",
  "note",
  "is_default",
] as const;

/** A customer's addresses, the default one first; a 404 where the customer is not the caller's. */
export async function addressesOf(db: Reader, scope: Scope, customer: number): Promise<CustomerAddress[]> {
  const owner = db.selectFrom("customers").select("id").where("id", "=", customer);
  if (!(await owner.where(visibleTo(scope, "customers.id")).executeTakeFirst())) throw notFound();
  return db
    .selectFrom("customer_addresses")
    .select(columns)
    .where("customer_id", "=", customer)
    .orderBy("is_default", "desc")
    .orderBy(sql`name collate german`)
    .execute();
}

/** An address; a 404 where there is none or it is not the caller's. */
export async function addressById(db: Reader, scope: Scope, id: number): Promise<CustomerAddress> {
  const address = await db
    .selectFrom("customer_addresses")
    .select(columns)
    .where("id", "=", id)
    .where(visibleTo(scope, "customer_addresses.customer_id"))
    .executeTakeFirst();
  if (!address) throw notFound();
  return address;
}
