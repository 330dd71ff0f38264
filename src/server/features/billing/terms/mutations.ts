import { sql } from "kysely";
import type { setTerms as contract } from "#contract/calls/billing/terms.ts";
import type { Body } from "#contract/route.ts";
import * as refused from "#rules/texts/billing-refusals.ts";
import { chargeAnew } from "#server/database/billing/charge-anew.ts";
import type { Transaction } from "#server/database/database.ts";
import { badInput, notFound } from "#server/http/errors.ts";

/**
 * Agrees with a customer on prices; what was done since the first of the month of `today` (`YYYY-MM-DD`) is charged by them.
 * @throws a 404 for a customer, a 400 for a price list that is not there
 */
export async function setTerms(
  tx: Transaction,
  id: number,
  { price_list, ...terms }: Body<typeof contract>,
  today: string,
): Promise<void> {
  const customer = tx.selectFrom("customers").select("id").where("id", "=", id).forNoKeyUpdate();
  if (!(await customer.executeTakeFirst())) throw notFound();
  if (price_list !== null) {
    const list = tx.selectFrom("price_lists").select("id").where("id", "=", price_list).forShare();
    if (!(await list.executeTakeFirst())) throw badInput({ price_list: [refused.unknownPriceList] });
  }
  const minimum = Number(terms.minimum) > 0 ? terms.minimum : null; // of nothing there is none
  const values = { ...terms, minimum, price_list_id: price_list };
  await tx
    .insertInto("customer_terms")
    .values({ customer_id: id, ...values })
    .onConflict((conflict) => conflict.column("customer_id").doUpdateSet(values))
    .execute();
  await chargeAnew(tx, sql`select ${id}::bigint`, `${today.slice(0, 7)}-01`);
}
