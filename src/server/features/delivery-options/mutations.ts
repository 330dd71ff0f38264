import type { createDeliveryOption as Create, editDeliveryOption as Edit } from "#contract/calls/delivery-options.ts";
import type { Body } from "#contract/route.ts";
import { refused } from "#rules/texts/refusal-texts.ts";
import type { Transaction } from "#server/database/database.ts";
import { pickSent } from "#server/database/sent-fields.ts";
import { badInput, brokenConstraint, notFound } from "#server/http/errors.ts";

/** A body's fields as columns. */
function columnsOf({ from, fr, to, prior, window, days, description, price }: Body<typeof Edit>) {
  return pickSent({
    description,
    days: days
      ?.split(",")
      .map(Number)
      .sort((a, b) => a - b),
    from_time: from ?? fr,
    to_time: to,
    prior_hours: prior,
    window_hours: window,
    price,
  });
}

/** Answers the new option's id. */
export async function createDeliveryOption(tx: Transaction, body: Body<typeof Create>): Promise<number> {
  const customer_id = typeof body.customer === "object" ? body.customer.id : body.customer;
  const columns = columnsOf(body) as Required<ReturnType<typeof columnsOf>>;
  try {
    const { id } = await tx
      .insertInto("delivery_options")
      .values({ ...columns, customer_id })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    if (brokenConstraint(error) === "delivery_options_customer_id_fkey")
      throw badInput({ customer: [refused.unknownCustomer] });
    throw error;
  }
}

export async function editDeliveryOption(tx: Transaction, id: number, body: Body<typeof Edit>): Promise<void> {
  const known = await tx
    .selectFrom("delivery_options")
    .select("id")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!known) throw notFound();
  const columns = columnsOf(body);
  if (Object.keys(columns).length > 0)
    await tx.updateTable("delivery_options").set(columns).where("id", "=", id).execute();
}

export async function deleteDeliveryOption(tx: Transaction, id: number): Promise<void> {
  const { numDeletedRows } = await tx.deleteFrom("delivery_options").where("id", "=", id).executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound();
}
