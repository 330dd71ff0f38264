import { type RawBuilder, sql } from "kysely";
import { CaseEvent } from "#rules/stocktake/case-state.ts";
import type { Transaction } from "#server/database/database.ts";

interface Opening {
  /** A selection of `code`, `box_id`, `kind` and `text`. */
  readonly which: RawBuilder<unknown>;
  readonly userId: number;
  /** After how many days they are a second person's, and whoever leads. */
  readonly days: readonly [second: number, lead: number];
  readonly stocktake?: number;
  readonly assignee?: number | undefined;
}

/** Opens cases; of a code that has an open one already none. Answers the ids of the new ones. The boxes must be locked. */
export async function openCases(tx: Transaction, opening: Opening): Promise<number[]> {
  const { which, userId, days, stocktake = null, assignee = null } = opening;
  const { rows } = await sql<{ case_id: number }>`
    with opened as (
      insert into cases (code, box_id, kind, text, stocktake_id, seq, opened_by, assignee, due_1, due_2)
      select distinct on (w.code) w.code, w.box_id, w.kind::smallint, w.text, ${stocktake}::int, coalesce(b.history_count, 0), ${userId}::bigint, ${assignee}::bigint,
        berlin_day(now()) + ${days[0]}::int, berlin_day(now()) + ${days[1]}::int
      from (${which}) w left join boxes b on b.id = w.box_id order by w.code
      on conflict (code) where state <> 4 do nothing returning id, text)
    insert into case_events (case_id, kind, user_id, text) select id, ${CaseEvent.opened}::smallint, ${userId}::bigint, nullif(text, '') from opened order by id
    returning case_id`.execute(tx);
  return rows.map(({ case_id }) => case_id);
}
