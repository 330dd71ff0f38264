import { sql } from "kysely";
import type { Hindrance } from "#rules/destruction/destruction.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { changeBoxes, momentOf } from "#server/database/boxes/box-changes.ts";
import type { Transaction } from "#server/database/database.ts";
import { digestOf, type MarkedBox, markedBoxesSql } from "#server/database/destruction/marked-boxes.ts";
import { destroyedOn } from "#server/features/stock/boxes/mutations.ts";
import { badInput } from "#server/http/errors.ts";

/** Result of one collective destruction: the boxes, the moment by which they are found again, and how many stay marked, by reason. */
export interface Destruction extends Readonly<Record<Hindrance, number>> {
  readonly boxes: readonly number[];
  /** In microseconds; null where nothing was destroyed. */
  readonly moment: string | null;
}

interface Destroying {
  /** Only what was marked up to this instant (ISO 8601). */
  readonly until?: string | undefined;
  /** Why also those go that must still be kept. */
  readonly reason?: string | undefined;
  /** The digest of the list that was looked at. */
  readonly list?: string | undefined;
}

/**
 * Destroys the marked boxes, today in Berlin (`YYYY-MM-DD`). What needs an approval or is held stays marked, and without a reason also what
 * must still be kept.
 * @throws a 400 where it is another list than the one that was looked at
 */
export async function destroyMarked(
  tx: Transaction,
  userId: number,
  today: string,
  { until, reason, list: expected }: Destroying = {},
): Promise<Destruction> {
  const requestSql = sql`asked (today, until) as (values (${today}::date, ${until ?? null}::timestamptz))`;
  const list = markedBoxesSql(sql`(select until from asked)`, sql`(select today from asked)`);
  await sql`with ${requestSql}, m as (${list}) select from boxes where id in (select id from m) order by id for update`.execute(
    tx,
  );
  const { rows: marked } = await sql<MarkedBox>`with ${requestSql} ${list}`.execute(tx);
  if (expected !== undefined && expected !== digestOf(marked)) throw badInput({ list: [refused.markedChanged] });
  const idsOf = (wanted: Hindrance | null) =>
    marked.filter(({ hindrance }) => hindrance === wanted).map(({ id }) => id);
  const destroy = (ids: readonly number[], text: string | null) =>
    changeBoxes(tx, sql`id = any(${ids}::bigint[])`, {
      userId,
      kind: HistoryKind.destroyed,
      set: destroyedOn(today, true),
      text,
    });
  const [free, kept] = [idsOf(null), idsOf("kept")];
  const boxes = [...(await destroy(free, null)), ...(reason === undefined ? [] : await destroy(kept, reason))];
  const { rows } = await sql<{ moment: string | null }>`
    select ${momentOf(sql`destruction`)}::text as moment from boxes where id = ${boxes[0] ?? 0}::bigint`.execute(tx);
  return {
    boxes,
    moment: rows[0]?.moment ?? null,
    unapproved: idsOf("unapproved").length,
    held: idsOf("held").length,
    kept: reason === undefined ? kept.length : 0,
  };
}
