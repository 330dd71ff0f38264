import { sql } from "kysely";
import type * as contract from "#contract/calls/billing/price-lists.ts";
import type { Body } from "#contract/route.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { changedFields } from "#rules/access/audit/changed-fields.ts";
import { showPrice } from "#rules/billing/amount-texts.ts";
import { billedItems, itemText, unitText, type VatCategory } from "#rules/billing/items.ts";
import { addMonths } from "#rules/months.ts";
import { showDate } from "#rules/dates.ts";
import * as refused from "#rules/texts/billing-refusals.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import { chargeAnew } from "#server/database/billing/charge-anew.ts";
import type { Transaction } from "#server/database/database.ts";
import { pickSent } from "#server/database/sent-fields.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";
import { refuseOverwriting } from "#server/http/overwriting.ts";

/** Makes a price list; answers its id. @throws a 400 for a name that another one has */
export async function createPriceList(
  tx: Transaction,
  actor: Actor,
  body: Body<typeof contract.createPriceList>,
): Promise<number> {
  refuseRateOfExempt(body);
  const made = await tx
    .insertInto("price_lists")
    .values(body)
    .onConflict((conflict) => conflict.column("name").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made) throw badInput({ name: [refused.priceListTaken] });
  await record(tx, actor, { kind: AuditKind.priceListCreated, meta: { about: body.name } });
  return made.id;
}

/** As the audit trail names what has changed. */
const labels = { name: "Name", vat_category: "Steuer der Fahrten", vat_rate: "Steuersatz der Fahrten" } as const;

/** Changes the name of a price list, and at which rate trips are charged from now on. */
export async function editPriceList(
  tx: Transaction,
  actor: Actor,
  id: number,
  { before: seen, ...body }: Body<typeof contract.editPriceList>,
): Promise<void> {
  const before = await lockPriceList(tx, id);
  refuseOverwriting(before, body, seen);
  refuseRateOfExempt({ ...before, ...pickSent(body) });
  if (body.name !== undefined) {
    const taken = tx.selectFrom("price_lists").select("id").where("name", "=", body.name).where("id", "<>", id);
    if (await taken.executeTakeFirst()) throw badInput({ name: [refused.priceListTaken] });
  }
  const set = pickSent(body);
  if (Object.keys(set).length > 0) await tx.updateTable("price_lists").set(set).where("id", "=", id).execute();
  const changes = changedFields(labels, before, set);
  if (changes !== "")
    await record(tx, actor, { kind: AuditKind.priceListChanged, meta: { about: `${before.name}, ${changes}` } });
}

/** Deletes a price list with its prices. @throws a 400 while a customer has it */
export async function deletePriceList(tx: Transaction, actor: Actor, id: number): Promise<void> {
  const { name } = await lockPriceList(tx, id);
  const { rows } = await sql<{ customers: number }>`
    select count(distinct customer_id)::int as customers from agreements where price_list_id = ${id}::int`.execute(tx);
  const customers = rows[0]?.customers ?? 0;
  if (customers > 0) throw refuse(refused.priceListUsed(customers));
  await tx.deleteFrom("price_lists").where("id", "=", id).execute();
  await record(tx, actor, { kind: AuditKind.priceListDeleted, meta: { about: name } });
}

/**
 * Sets what an item costs from a day on, or takes that price away, and charges anew what was done from then on for every customer who has the list.
 * @throws a 400 for a unit that the item is not charged by, for a day before the last year, and where there is no price to take away
 */
export async function setPrice(
  tx: Transaction,
  actor: Actor,
  id: number,
  { price, valid_from, item, ...wanted }: Body<typeof contract.setPrice>,
  today: string,
): Promise<void> {
  const { name } = await lockPriceList(tx, id);
  refuseRateOfExempt(wanted);
  if (valid_from < `${addMonths(today.slice(0, 7), -12)}-01`) throw badInput({ valid_from: [refused.priceTooOld] });
  await refuseBilled(tx, id, valid_from);
  const units: readonly string[] = billedItems[item];
  const unit = wanted.unit ?? billedItems[item][0];
  if (!units.includes(unit))
    throw badInput({ unit: [refused.wrongUnit(billedItems[item].map((each) => unitText[each]).join(" oder "))] });
  const rule = { list_id: id, item, unit, vat_category: wanted.vat_category, vat_rate: wanted.vat_rate, valid_from };
  if (price === null) {
    const gone = tx.deleteFrom("price_rules").where("list_id", "=", id).where("item", "=", item);
    const { numDeletedRows } = await gone.where("valid_from", "=", valid_from).executeTakeFirst();
    if (numDeletedRows === 0n) throw badInput({ price: [refused.noSuchPrice] });
  } else {
    await tx
      .insertInto("price_rules")
      .values({ ...rule, price })
      .onConflict((conflict) =>
        conflict.columns(["list_id", "item", "valid_from"]).doUpdateSet({
          unit,
          price,
          vat_category: wanted.vat_category,
          vat_rate: wanted.vat_rate,
        }),
      )
      .execute();
  }
  const what = `${name}, ${itemText[item]} ab ${showDate(valid_from)}`;
  const about = `${what}: ${price === null ? "entfernt" : `${showPrice(price)} je ${unitText[unit]}`}`;
  await record(tx, actor, { kind: AuditKind.priceSet, meta: { about } });
  if (valid_from <= today)
    await chargeAnew(tx, sql`select customer_id from agreements where price_list_id = ${id}::int`, valid_from);
}

/** @throws a 400 for a day of a month that was billed to somebody who has the list; what is billed in advance is settled by the price that holds then */
async function refuseBilled(tx: Transaction, id: number, day: string): Promise<void> {
  const { rows } = await sql<{ until: string | null }>`
    select (max(month) + interval '1 month' - interval '1 day')::date as until from billed_months
    where (not in_advance or settled_by is not null)
      and customer_id in (select customer_id from agreements where price_list_id = ${id}::int)`.execute(tx);
  const until = rows[0]?.until;
  if (until && day <= until) throw badInput({ valid_from: [refused.priceOfBilled(showDate(until))] });
}

async function lockPriceList(tx: Transaction, id: number) {
  const list = tx.selectFrom("price_lists").select(["name", "vat_category", "vat_rate"]).where("id", "=", id);
  const found = await list.forUpdate().executeTakeFirst();
  if (!found) throw notFound();
  return found;
}

/** @throws a 400 where nothing is owed and a rate is named */
export function refuseRateOfExempt({
  vat_category,
  vat_rate,
}: {
  readonly vat_category: VatCategory;
  readonly vat_rate: string;
}): void {
  if (vat_category !== "S" && Number(vat_rate) !== 0) throw badInput({ vat_rate: [refused.rateOfExempt] });
}
