import type { createServiceEntry as contract } from "#contract/calls/billing/service-entries.ts";
import type { Body } from "#contract/route.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { showPrice } from "#rules/billing/amount-texts.ts";
import { type BilledItem, billedItems, itemText } from "#rules/billing/items.ts";
import { showDate } from "#rules/dates.ts";
import * as refused from "#rules/texts/billing-refusals.ts";
import * as refusedAnywhere from "#rules/texts/refusal-texts.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import type { Transaction } from "#server/database/database.ts";
import { unknownCostCentres } from "#server/features/customers/cost-centres/mutations.ts";
import { refuseRateOfExempt } from "#server/features/billing/price-lists/mutations.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";

/** Charges a customer for something that was done by a day up to `today`; answers the entry's id. */
export async function createServiceEntry(
  tx: Transaction,
  actor: Actor,
  { customer, ...entry }: Body<typeof contract>,
  today: string,
): Promise<number> {
  const owner = tx.selectFrom("customers").select("code").where("id", "=", customer).forKeyShare();
  const { code } = (await owner.executeTakeFirst()) ?? {};
  if (code === undefined) throw badInput({ customer: [refusedAnywhere.unknownCustomer] });
  if (entry.day > today) throw badInput({ day: [refused.entryInFuture] });
  refuseRateOfExempt(entry);
  const [unknown] = await unknownCostCentres(tx, customer, entry.cost_centre === "" ? [] : [entry.cost_centre]);
  if (unknown !== undefined) throw badInput({ cost_centre: [refusedAnywhere.unknownCostCentre(unknown)] });
  const [unit] = billedItems[entry.item];
  const values = { ...entry, unit, customer_id: customer, user_id: actor.userId };
  const { id } = await tx.insertInto("service_entries").values(values).returning("id").executeTakeFirstOrThrow();
  await record(tx, actor, { kind: AuditKind.serviceTyped, customer: code, meta: { about: aboutOf(entry) } });
  return id;
}

const aboutOf = ({ item, day, quantity, price }: { item: BilledItem; day: string; quantity: string; price: string }) =>
  `${itemText[item]} am ${showDate(day)}, ${quantity.replace(".", ",")} × ${showPrice(price)}`;

/** Takes back what was typed. @throws a 404, and a 400 for what the program wrote itself */
export async function deleteServiceEntry(tx: Transaction, actor: Actor, id: number): Promise<void> {
  const entry = tx.selectFrom("service_entries").where("id", "=", id).forUpdate();
  const found = await entry
    .select(["user_id", "invoice_id", "customer_id", "item", "day", "quantity", "price"])
    .executeTakeFirst();
  if (!found) throw notFound();
  if (found.user_id === null) throw refuse(refused.entryNotTyped);
  if (found.invoice_id !== null) throw refuse(refused.entryBilled);
  await tx.deleteFrom("service_entries").where("id", "=", id).execute();
  const owner = tx.selectFrom("customers").select("code").where("id", "=", found.customer_id);
  const { code } = await owner.executeTakeFirstOrThrow();
  await record(tx, actor, { kind: AuditKind.serviceRemoved, customer: code, meta: { about: aboutOf(found) } });
}
