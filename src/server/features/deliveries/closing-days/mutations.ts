import { sql } from "kysely";
import type { createClosingDay as contract } from "#contract/calls/deliveries/closing-days.ts";
import { maxClosingDays } from "#contract/limits.ts";
import type { Body } from "#contract/route.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { isTooFar } from "#rules/deliveries/delivery-date.ts";
import * as refusedDelivery from "#rules/texts/delivery-refusals.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import type { Transaction } from "#server/database/database.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";

/** Adds a day without deliveries; answers its id. @throws a 400 for one that is over, too far, or there already */
export async function createClosingDay(
  tx: Transaction,
  actor: Actor,
  { day, text }: Body<typeof contract>,
  now: Date,
): Promise<number> {
  if (day < berlinDay(now)) throw badInput({ day: [refused.pastDate] });
  if (isTooFar(day, now)) throw badInput({ day: [refused.dateTooFar] });
  await sql`lock table closing_days in share row exclusive mode`.execute(tx); // or two at once would pass the limit
  const { rows: before } = await sql<{ count: number; text: string | null }>`
    select count(*)::int as count, max(text) filter (where day = ${day}::date) as text from closing_days`.execute(tx);
  const [{ count, text: other } = { count: 0, text: null }] = before;
  if (other !== null) throw badInput({ day: [refusedDelivery.closingDayExists(showDate(day), other)] });
  if (count >= maxClosingDays) throw refuse(refusedDelivery.tooManyClosingDays(maxClosingDays));
  const { id } = await tx
    .insertInto("closing_days")
    .values({ day, text, user_id: actor.userId })
    .returning("id")
    .executeTakeFirstOrThrow();
  await record(tx, actor, { kind: AuditKind.closingDayAdded, meta: { about: text, to: day } });
  return id;
}

/** @throws a 404 where there is no such day */
export async function deleteClosingDay(tx: Transaction, actor: Actor, id: number): Promise<void> {
  const gone = tx.deleteFrom("closing_days").where("id", "=", id).returning(["day", "text"]);
  const closingDay = await gone.executeTakeFirst();
  if (!closingDay) throw notFound();
  const { day, text } = closingDay;
  await record(tx, actor, { kind: AuditKind.closingDayRemoved, meta: { about: text, to: day } });
}
