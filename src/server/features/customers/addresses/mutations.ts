import { sql } from "kysely";
import type { createAddress as Create, editAddress as Edit } from "#contract/calls/customers/addresses.ts";
import { maxAddresses } from "#contract/limits.ts";
import type { Body } from "#contract/route.ts";
import * as refusedDelivery from "#rules/texts/delivery-refusals.ts";
import type { Transaction } from "#server/database/database.ts";
import { pickSent } from "#server/database/sent-fields.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";

/** Two who change the addresses of one customer take turns. */
async function lockCustomer(tx: Transaction, id: number): Promise<void> {
  const customer = tx.selectFrom("customers").select("id").where("id", "=", id).forNoKeyUpdate();
  if (!(await customer.executeTakeFirst())) throw notFound();
}

async function refuseSameName(tx: Transaction, customer: number, name: string, id = 0): Promise<void> {
  const same = tx.selectFrom("customer_addresses").select("id").where("customer_id", "=", customer);
  if (await same.where("name", "=", name).where("id", "<>", id).executeTakeFirst())
    throw badInput({ name: [refusedDelivery.addressExists(name)] });
}

const dropDefault = (tx: Transaction, customer: number) =>
  sql`update customer_addresses set is_default = false where customer_id = ${customer}::bigint and is_default`.execute(
    tx,
  );

/** Adds an address to a customer; answers its id. @throws a 400 for a name that the customer has already */
export async function createAddress(tx: Transaction, customer: number, body: Body<typeof Create>): Promise<number> {
  await lockCustomer(tx, customer);
  await refuseSameName(tx, customer, body.name);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from customer_addresses where customer_id = ${customer}::bigint`.execute(tx);
  const count = rows[0]?.count ?? 0;
  if (count >= maxAddresses) throw refuse(refusedDelivery.tooManyAddresses(maxAddresses));
  const is_default = body.is_default || count === 0;
  if (is_default) await dropDefault(tx, customer);
  const { id } = await tx
    .insertInto("customer_addresses")
    .values({ name: body.name, ...pickSent(body), is_default, customer_id: customer })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks the customer of an address; answers it, and whether the address is its default one. */
async function lockOwner(tx: Transaction, id: number) {
  const address = tx.selectFrom("customer_addresses").select(["customer_id", "is_default"]).where("id", "=", id);
  const before = await address.executeTakeFirst();
  if (!before) throw notFound();
  await lockCustomer(tx, before.customer_id);
  const { customer_id: customer, is_default } = (await address.executeTakeFirst()) ?? {};
  if (customer === undefined) throw notFound();
  return { customer, is_default };
}

/** Changes an address. @throws a 400 for a name that the customer has already, and for the default one that shall be none */
export async function editAddress(tx: Transaction, id: number, body: Body<typeof Edit>): Promise<void> {
  const { customer, is_default } = await lockOwner(tx, id);
  if (is_default && body.is_default === false) throw badInput({ is_default: [refusedDelivery.oneDefaultAddress] });
  if (body.name !== undefined) await refuseSameName(tx, customer, body.name, id);
  if (body.is_default) await dropDefault(tx, customer);
  const set = pickSent(body);
  if (Object.keys(set).length > 0)
    await tx.updateTable("customer_addresses").set(set).where("id", "=", id).executeTakeFirst();
}

/** Removes an address; the oldest one that is left becomes the default where there is none. */
export async function deleteAddress(tx: Transaction, id: number): Promise<void> {
  const { customer } = await lockOwner(tx, id);
  const { numDeletedRows } = await tx.deleteFrom("customer_addresses").where("id", "=", id).executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound();
  await sql`
    update customer_addresses set is_default = true
    where id = (select id from customer_addresses where customer_id = ${customer}::bigint order by is_default desc, created, id limit 1)
      and not is_default`.execute(tx);
}
