import { sql } from "kysely";
import type { nameLastNumber as contract } from "#contract/calls/billing/numbers.ts";
import type { Body } from "#contract/route.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { showCount } from "#rules/amounts.ts";
import {
  parseSeriesNumber,
  seriesText,
  showSeriesNumber,
  usualLoss,
  type YearSeries,
} from "#rules/billing/number-series.ts";
import * as refused from "#rules/texts/billing-refusals.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import type { Transaction } from "#server/database/database.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** The number that somebody named, where it is more than the last that is known. @throws a 400 for what is no number of the series, and for too many at once */
function lostUntil(
  asked: YearSeries & { readonly known: number },
  { number, confirmed = false }: Body<typeof contract>,
) {
  if (number === null) return null;
  const last = parseSeriesNumber(asked, number);
  const show = (each: number) => showSeriesNumber(asked, each);
  if (last === null) throw badInput({ number: [refused.otherSeries(show(Math.max(asked.known, 1)))] });
  const lost = last - asked.known;
  if (lost > usualLoss && !confirmed)
    throw badInput({ number: [refused.manyNumbers(showCount(lost), show(asked.known))] });
  return lost > 0 ? last : null;
}

/** The series goes on after a number; destructions count from what is noted beside. */
async function skipTo(tx: Transaction, { series, year }: YearSeries, last: number): Promise<void> {
  if (series === "debit_file")
    await sql`select setval(pg_get_serial_sequence('debit_files', 'id'), ${last}::bigint)`.execute(tx);
  if (series === "invoice" || series === "cancellation")
    await sql`
      insert into invoice_series (kind, year, last) values (${series === "invoice" ? 380 : 381}::smallint, ${year}::int, ${last}::int)
      on conflict (kind, year) do update set last = excluded.last`.execute(tx);
}

type LockedSeries = YearSeries & { known: number; taken: string; answered: string | null };

const lockedSeries = selectList<LockedSeries>(
  fromTable("restored_numbers", "series", "year", "known", "taken", "answered"),
);

/**
 * Notes the last number of a series that was sent before a restore, once, and lets the series go on after it. Where it is no more than the last that is known
 * the series goes on as it is. @throws 404; a 400 where it was named before, for a number of another kind or year, and for an unlikely one that is not confirmed
 */
export async function nameLastNumber(
  tx: Transaction,
  actor: Actor,
  { id, ...body }: Body<typeof contract> & { readonly id: number },
): Promise<void> {
  const { rows } = await sql<LockedSeries>`
    select ${lockedSeries} from restored_numbers where id = ${id}::int for update`.execute(tx);
  const [asked] = rows;
  if (!asked) throw notFound();
  if (asked.answered !== null) throw refuse(refused.numberNamed);
  const named = lostUntil(asked, body);
  await sql`
    update restored_numbers set named = ${named}::int, user_id = ${actor.userId}::bigint, answered = now() where id = ${id}::int`.execute(
    tx,
  );
  if (named !== null) await skipTo(tx, asked, named);
  const next = showSeriesNumber(asked, (named ?? asked.known) + 1);
  const last = named === null ? "keine weitere" : showSeriesNumber(asked, named);
  await record(tx, actor, {
    kind: AuditKind.numberNamed,
    meta: { about: `${seriesText[asked.series]}: ${last}, weiter mit ${next}` },
  });
}
