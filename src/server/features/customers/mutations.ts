import { sql } from "kysely";
import type { createCustomer as CreateCustomer, editCustomer as EditCustomer } from "#contract/customers.ts";
import type { Body } from "#contract/route.ts";
import { maxCustomerCode } from "#rules/box-code.ts";
import { refused, takenCustomerCode } from "#rules/texts.ts";
import type { Transaction } from "#server/database/database.ts";
import { given } from "#server/database/given.ts";
import { badInput, brokenConstraint, notFound } from "#server/http/errors.ts";

/** Answers the new customer's id; without a code it gets the highest plus 1 (product 2). */
export async function createCustomer(tx: Transaction, body: Body<typeof CreateCustomer>): Promise<number> {
  const { code, user_ids, ...fields } = body;
  const customer = await tx
    .insertInto("customers")
    .values({ ...given(fields), name: fields.name, code: code ?? (await nextCode(tx)) })
    .onConflict((conflict) => conflict.column("code").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!customer) throw badInput({ code: [takenCustomerCode] });
  if (user_ids) await assignUsers(tx, customer.id, user_ids);
  return customer.id;
}

async function nextCode(tx: Transaction): Promise<number> {
  await sql`lock table customers in share row exclusive mode`.execute(tx); // two without a code at the same moment
  const { highest } = await tx
    .selectFrom("customers")
    .select(({ fn }) => fn.max("code").as("highest"))
    .executeTakeFirstOrThrow();
  const next = highest === null ? 1 : highest + 1;
  if (next > maxCustomerCode) throw badInput({ code: [refused.customerCodesUsedUp] });
  return next;
}

/** Changes the fields that were sent, and only those. */
export async function editCustomer(
  tx: Transaction,
  id: number,
  { user_ids, ...fields }: Body<typeof EditCustomer>,
): Promise<void> {
  const known = await tx.selectFrom("customers").select("id").where("id", "=", id).forUpdate().executeTakeFirst();
  if (!known) throw notFound();
  const set = given(fields);
  if (Object.keys(set).length > 0) await tx.updateTable("customers").set(set).where("id", "=", id).execute();
  if (user_ids) await assignUsers(tx, id, user_ids);
}

/** Makes these the customer's users, no others; all of them must be customer users. */
async function assignUsers(tx: Transaction, customerId: number, userIds: number[]): Promise<void> {
  const wanted = [...new Set(userIds)].sort((a, b) => a - b);
  await tx.deleteFrom("customer_users").where("customer_id", "=", customerId).execute();
  if (wanted.length === 0) return;
  try {
    await tx
      .insertInto("customer_users")
      .values(wanted.map((user_id) => ({ customer_id: customerId, user_id })))
      .execute();
  } catch (error) {
    if (brokenConstraint(error) !== null) throw badInput({ user_ids: [refused.unknownCustomerUser] });
    throw error;
  }
}
