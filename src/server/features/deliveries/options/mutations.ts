import { sql } from "kysely";
import type {
  copyDeliveryOptions as Copy,
  createDeliveryOption as Create,
  editDeliveryOption as Edit,
} from "#contract/calls/deliveries/delivery-options.ts";
import type { Body } from "#contract/route.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { changedFields } from "#rules/access/audit/changed-fields.ts";
import { showMoney } from "#rules/money.ts";
import { shownDays } from "#rules/deliveries/delivery-date.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { noOptionsThere } from "#rules/texts/delivery-refusals.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import type { Transaction } from "#server/database/database.ts";
import { pickSent } from "#server/database/sent-fields.ts";
import type { Call } from "#server/http/answers.ts";
import { badInput, notFound } from "#server/http/errors.ts";
import { refuseOverwriting } from "#server/http/overwriting.ts";
import { shownOption } from "#server/database/delivery-options.ts";
import { selectList } from "#server/database/sql/json.ts";

/** A body's fields as columns. */
function columnsOf({ from, fr, to, prior, window, days, description, price, rush }: Omit<Body<typeof Edit>, "before">) {
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
    rush,
  });
}

/** Answers the new option's id. @throws a 400 for hours that end before they begin, and for one that the customer has already. */
export async function createDeliveryOption(tx: Transaction, actor: Actor, body: Body<typeof Create>): Promise<number> {
  const customer_id = body.customer;
  const code = await lockCustomer(tx, customer_id);
  const columns = columnsOf(body) as Required<ReturnType<typeof columnsOf>>;
  const { id } = await tx
    .insertInto("delivery_options")
    .values({ ...columns, customer_id })
    .returning("id")
    .executeTakeFirstOrThrow();
  await refuseWrong(tx, id);
  const about = `${columns.description}, ${showMoney(columns.price)}`;
  await record(tx, actor, { kind: AuditKind.optionCreated, customer: code, meta: { about } });
  return id;
}

/** Answers the ids of the new options, in the order of those that they are like; equal ones of before there was a rule become one. @throws a 400 where there are none, and as for each of them */
export async function copyDeliveryOptions(
  tx: Transaction,
  actor: Actor,
  { customer, from }: Body<typeof Copy>,
): Promise<number[]> {
  const rows = await tx
    .selectFrom("delivery_options")
    .selectAll()
    .where("customer_id", "=", from)
    .orderBy("id")
    .execute();
  if (rows.length === 0) throw badInput({ from: [noOptionsThere] });
  const options = new Map<string, Omit<Body<typeof Create>, "customer">>();
  for (const row of rows) {
    const { id: _id, customer: _customer, ...option } = shownOption(row);
    options.set(JSON.stringify(option), option);
  }
  const ids: number[] = [];
  for (const option of options.values()) ids.push(await createDeliveryOption(tx, actor, { ...option, customer }));
  return ids;
}

/** As the audit trail names what has changed. */
const labels = {
  description: "Beschreibung",
  days: "Tage",
  from_time: "von",
  to_time: "bis",
  prior_hours: "Vorlauf",
  window_hours: "Zeitfenster",
  price: "Preis",
  rush: "Eilauftrag",
} as const;

/** Two who add the same at the same moment take turns. Answers the customer's code. */
async function lockCustomer(tx: Transaction, id: number): Promise<number> {
  const customer = await tx
    .selectFrom("customers")
    .select("code")
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!customer) throw badInput({ customer: [refused.unknownCustomer] });
  return customer.code;
}

const showOfOption = { days: (days: string) => shownDays(days.split(",").map(Number)), price: showMoney };

/** Edits an option. A value that stays as it is changes nothing: an option that was agreed on before these rules can still be sent back whole. */
export async function editDeliveryOption(
  tx: Transaction,
  actor: Actor,
  id: number,
  { before: seen, ...body }: Body<typeof Edit>,
  { mayCharge }: Pick<Call<typeof Edit>, "mayCharge">,
): Promise<void> {
  const option = tx.selectFrom("delivery_options").selectAll().where("id", "=", id);
  const existingOption = await option.executeTakeFirst();
  if (!existingOption) throw notFound();
  const code = await lockCustomer(tx, existingOption.customer_id);
  const before = await option.forUpdate().executeTakeFirst();
  if (!before) throw notFound();
  const { from, fr = from, ...fields } = body;
  refuseOverwriting(shownOption(before), { ...fields, fr }, seen, showOfOption);
  const columns = columnsOf(body);
  if (Object.keys(columns).length === 0) return;
  const update = tx.updateTable("delivery_options").set(columns).where("id", "=", id).returningAll();
  const after = await update.executeTakeFirstOrThrow();
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  await refuseWrong(tx, id);
  if (after.price !== before.price) mayCharge();
  const about = `${before.description}, ${changedFields(labels, before, after)}`;
  await record(tx, actor, { kind: AuditKind.optionChanged, customer: code, meta: { about } });
}

interface EqualOption {
  upside_down: boolean;
  days: number[];
  from: string;
  to: string;
  name: string;
  equal: boolean;
}

const equalOptionColumns = selectList<EqualOption>({
  upside_down: sql`mine.from_time >= mine.to_time`,
  days: "mine.days",
  name: "mine.description",
  from: sql`to_char(mine.from_time, 'HH24:MI')`,
  to: sql`to_char(mine.to_time, 'HH24:MI')`,
  equal: sql`exists (select from delivery_options other where other.id <> mine.id and
    (other.customer_id, other.description, other.days, other.from_time, other.to_time, other.prior_hours, other.window_hours, other.price, other.rush) =
    (mine.customer_id, mine.description, mine.days, mine.from_time, mine.to_time, mine.prior_hours, mine.window_hours, mine.price, mine.rush))`,
});

/** Compared as the database keeps it. */
async function refuseWrong(tx: Transaction, id: number): Promise<void> {
  const { rows } = await sql<EqualOption>`
    select ${equalOptionColumns}
    from delivery_options mine where mine.id = ${id}::bigint`.execute(tx);
  const [option] = rows;
  if (!option) throw new Error("The option was not stored.");
  const { upside_down, equal, name, days, from, to } = option;
  if (upside_down) throw badInput({ to: [invalid.timeSpan] });
  if (equal) throw badInput({ description: [refused.equalOption(name, shownDays(days), from, to)] });
}

export async function deleteDeliveryOption(tx: Transaction, actor: Actor, id: number): Promise<void> {
  const gone = tx.deleteFrom("delivery_options").where("id", "=", id).returning(["customer_id", "description"]);
  const option = await gone.executeTakeFirst();
  if (!option) throw notFound();
  const customer = tx.selectFrom("customers").select("code").where("id", "=", option.customer_id);
  const { code } = await customer.executeTakeFirstOrThrow();
  await record(tx, actor, { kind: AuditKind.optionDeleted, customer: code, meta: { about: option.description } });
}
