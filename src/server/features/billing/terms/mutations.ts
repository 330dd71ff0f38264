import { sql } from "kysely";
import type { setTerms as contract } from "#contract/calls/billing/terms.ts";
import type { Body } from "#contract/route.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { type BillingTimes, intervalText, storageWhenText } from "#rules/billing/billing-plan.ts";
import { addressProblem } from "#rules/billing/e-invoice/content-problems.ts";
import { leitwegProblem } from "#rules/billing/e-invoice/leitweg-id.ts";
import { vatIdProblem } from "#rules/billing/e-invoice/vat-id.ts";
import { showPrice } from "#rules/billing/amount-texts.ts";
import { minimumScopeText, storageModeText } from "#rules/billing/items.ts";
import * as refused from "#rules/texts/billing-refusals.ts";
import type { Reason } from "#rules/texts/refusals.ts";
import { chargeAnew } from "#server/database/billing/charge-anew.ts";
import type { Transaction } from "#server/database/database.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import { badInput, notFound } from "#server/http/errors.ts";

/**
 * Agrees with a customer on prices; what was done since the first of the month of `today` (`YYYY-MM-DD`) is charged by them.
 * @throws a 404 for a customer, a 400 for a price list that is not there
 */
export async function setTerms(
  tx: Transaction,
  actor: Actor,
  id: number,
  { price_list, ...terms }: Body<typeof contract>,
  today: string,
): Promise<void> {
  const customer = tx.selectFrom("customers").select("code").where("id", "=", id).forNoKeyUpdate();
  const { code } = (await customer.executeTakeFirst()) ?? {};
  if (code === undefined) throw notFound();
  refuseWrongIds(terms);
  const list = await namedList(tx, price_list);
  const minimum = Number(terms.minimum) > 0 ? terms.minimum : null; // of nothing there is none
  const values = { ...terms, minimum, price_list_id: price_list };
  await tx
    .insertInto("customer_terms")
    .values({ customer_id: id, ...values })
    .onConflict((conflict) => conflict.column("customer_id").doUpdateSet(values))
    .execute();
  const about = [
    list ?? "Meterpreis",
    storageModeText[terms.storage_mode],
    ...timesTexts(terms),
    ...(terms.also_while_out ? ["auch außer Haus"] : []),
    ...(minimum === null ? [] : [`mindestens ${showPrice(minimum)} ${minimumScopeText[terms.minimum_scope]}`]),
  ].join(", ");
  await record(tx, actor, { kind: AuditKind.termsAgreed, customer: code, meta: { about } });
  await chargeAnew(tx, sql`select ${id}::bigint`, `${today.slice(0, 7)}-01`);
}

/** When the customer is billed, where it is another time than each month that is over. */
const timesTexts = ({ storage_when, interval }: BillingTimes): string[] => [
  ...(storage_when === "arrears" ? [] : [storageWhenText[storage_when]]),
  ...(interval === "month" ? [] : [intervalText[interval]]),
];

/** @throws a 400 by field for an id that is none, before it stands on an invoice */
function refuseWrongIds({ vat_id, leitweg_id, e_address, e_scheme }: Omit<Body<typeof contract>, "price_list">): void {
  const problems = {
    vat_id: vat_id === "" ? null : vatIdProblem(vat_id),
    leitweg_id: leitweg_id === "" ? null : leitwegProblem(leitweg_id),
    e_address: e_address === "" ? null : addressProblem({ e_address, e_scheme }),
  };
  const found = Object.entries(problems).flatMap(([field, problem]) =>
    problem ? [[field, [problem]] as [string, Reason[]]] : [],
  );
  if (found.length > 0) throw badInput(Object.fromEntries(found));
}

/** The name of a price list; null where none is named. @throws a 400 for one that is not there */
async function namedList(tx: Transaction, id: number | null): Promise<string | null> {
  if (id === null) return null;
  const list = await tx.selectFrom("price_lists").select("name").where("id", "=", id).forShare().executeTakeFirst();
  if (!list) throw badInput({ price_list: [refused.unknownPriceList] });
  return list.name;
}
