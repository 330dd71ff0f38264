import { sql } from "kysely";
import type { createAddress as Create, editAddress as Edit } from "#contract/calls/customers/addresses.ts";
import { maxAddresses } from "#contract/limits.ts";
import type { Body } from "#contract/route.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { changedFields } from "#rules/access/audit/changed-fields.ts";
import * as refusedDelivery from "#rules/texts/delivery-refusals.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import type { Transaction } from "#server/database/database.ts";
import { pickSent } from "#server/database/sent-fields.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";
import { refuseOverwriting } from "#server/http/overwriting.ts";

/** Two who change the addresses of one customer take turns. Answers the customer's code. */
async function lockCustomer(tx: Transaction, id: number): Promise<number> {
  const customer = await tx
    .selectFrom("customers")
    .select("code")
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!customer) throw notFound();
  return customer.code;
}

/** As the audit trail names what has changed. */
const labels = {
  name: "Name",
  street: "Straße",
  postcode: "PLZ",
  city: "Ort",
  contact: "Kontakt",
  phone: "Telefon",
  hours: "Zeiten",
  note: "Notiz",
  is_default: "Standard",
} as const;

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
export async function createAddress(
  tx: Transaction,
  actor: Actor,
  customer: number,
  body: Body<typeof Create>,
): Promise<number> {
  const code = await lockCustomer(tx, customer);
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
  await record(tx, actor, { kind: AuditKind.addressCreated, customer: code, meta: { about: body.name } });
  return id;
}

/** Locks the customer of an address; answers its code, and the address as it is. */
async function lockOwner(tx: Transaction, id: number) {
  const address = tx.selectFrom("customer_addresses").selectAll().where("id", "=", id);
  const before = await address.executeTakeFirst();
  if (!before) throw notFound();
  const code = await lockCustomer(tx, before.customer_id);
  const now = await address.executeTakeFirst();
  if (!now) throw notFound();
  return { code, now };
}

/** Changes an address. @throws a 400 for what somebody else has changed since the caller saw it, for a name that the customer has already, and for the default one that shall be none */
export async function editAddress(
  tx: Transaction,
  actor: Actor,
  id: number,
  { before, ...body }: Body<typeof Edit>,
): Promise<void> {
  const { code, now } = await lockOwner(tx, id);
  refuseOverwriting(now, body, before);
  const { customer_id: customer, is_default } = now;
  if (is_default && body.is_default === false) throw badInput({ is_default: [refusedDelivery.oneDefaultAddress] });
  if (body.name !== undefined) await refuseSameName(tx, customer, body.name, id);
  if (body.is_default) await dropDefault(tx, customer);
  const set = pickSent(body);
  if (Object.keys(set).length > 0)
    await tx.updateTable("customer_addresses").set(set).where("id", "=", id).executeTakeFirst();
  const changes = changedFields(labels, now, set);
  if (changes !== "")
    await record(tx, actor, {
      kind: AuditKind.addressChanged,
      customer: code,
      meta: { about: `${now.name}, ${changes}` },
    });
}

/** Removes an address; the oldest one that is left becomes the default where there is none. */
export async function deleteAddress(tx: Transaction, actor: Actor, id: number): Promise<void> {
  const { code, now } = await lockOwner(tx, id);
  await tx.deleteFrom("customer_addresses").where("id", "=", id).execute();
  await sql`
    update customer_addresses set is_default = true
    where id = (select id from customer_addresses where customer_id = ${now.customer_id}::bigint order by is_default desc, created, id limit 1)
      and not is_default`.execute(tx);
  await record(tx, actor, { kind: AuditKind.addressDeleted, customer: code, meta: { about: now.name } });
}
