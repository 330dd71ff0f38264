import type { createServiceEntry as contract } from "#contract/calls/billing/service-entries.ts";
import type { Body } from "#contract/route.ts";
import { billedItems } from "#rules/billing/items.ts";
import * as refused from "#rules/texts/billing-refusals.ts";
import * as refusedAnywhere from "#rules/texts/refusal-texts.ts";
import type { Transaction } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { unknownCostCentres } from "#server/features/customers/cost-centres/mutations.ts";
import { refuseRateOfExempt } from "#server/features/billing/price-lists/mutations.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";

/** Charges a customer for something that was done by a day up to `today`; answers the entry's id. */
export async function createServiceEntry(
  tx: Transaction,
  scope: Scope,
  { customer, ...entry }: Body<typeof contract>,
  today: string,
): Promise<number> {
  const owner = tx.selectFrom("customers").select("id").where("id", "=", customer).forKeyShare();
  if (!(await owner.executeTakeFirst())) throw badInput({ customer: [refusedAnywhere.unknownCustomer] });
  if (entry.day > today) throw badInput({ day: [refused.entryInFuture] });
  refuseRateOfExempt(entry);
  const [unknown] = await unknownCostCentres(tx, customer, entry.cost_centre === "" ? [] : [entry.cost_centre]);
  if (unknown !== undefined) throw badInput({ cost_centre: [refusedAnywhere.unknownCostCentre(unknown)] });
  const [unit] = billedItems[entry.item];
  const values = { ...entry, unit, customer_id: customer, user_id: scope.userId };
  const { id } = await tx.insertInto("service_entries").values(values).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Takes back what was typed. @throws a 404, and a 400 for what the program wrote itself */
export async function deleteServiceEntry(tx: Transaction, id: number): Promise<void> {
  const entry = tx.selectFrom("service_entries").select("user_id").where("id", "=", id).forUpdate();
  const found = await entry.executeTakeFirst();
  if (!found) throw notFound();
  if (found.user_id === null) throw refuse(refused.entryNotTyped);
  await tx.deleteFrom("service_entries").where("id", "=", id).execute();
}
