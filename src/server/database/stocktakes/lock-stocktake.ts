import { sql } from "kysely";
import { CountState, StocktakeState } from "#rules/stocktake/stocktake-state.ts";
import type { Transaction } from "#server/database/database.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** A stocktake as it is while nobody else changes it. */
export interface LockedStocktake {
  readonly id: number;
  readonly state: StocktakeState;
  readonly blind: boolean;
  readonly second_person: boolean;
  readonly rows_count: number;
  readonly rows_checked: number;
  /** Number of results that are accepted. */
  readonly accepted: number;
}

const lockedStocktake = selectList<LockedStocktake>({
  ...fromTable("s", "id", "state", "blind", "second_person"),
  rows_count: sql`(select count(*) from stocktake_rows where stocktake_id = s.id)::int`,
  rows_checked: sql`(select count(*) from stocktake_rows where stocktake_id = s.id and state = 3)::int`,
  accepted: sql`(select count(*) from stocktake_accepted where stocktake_id = s.id)::int`,
});

/** Locks a stocktake, before its rows; undefined where there is none. */
export async function lockStocktake(tx: Transaction, id: number): Promise<LockedStocktake | undefined> {
  await sql`select from stocktakes where id = ${id}::int for update`.execute(tx);
  const { rows } = await sql<LockedStocktake>`
    select ${lockedStocktake}
    from stocktakes s where s.id = ${id}::int`.execute(tx);
  return rows[0];
}

/** Says of a locked stocktake what its rows say: it is counted when all have ended, and checked when everything is accepted. */
export async function settleStocktake(tx: Transaction, id: number): Promise<void> {
  await sql`
    update stocktakes s set state = n.state from (
      select case when bool_and(state = ${CountState.checked}::smallint) then ${StocktakeState.checked}::int
        when bool_and(state >= ${CountState.counted}::smallint) then ${StocktakeState.counted}::int
        when bool_and(run = 0) then ${StocktakeState.open}::int else ${StocktakeState.counting}::int end::smallint as state
      from stocktake_rows where stocktake_id = ${id}::int) n
    where s.id = ${id}::int and s.state <> n.state`.execute(tx);
}
