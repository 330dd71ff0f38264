import { sql } from "kysely";
import type { Operation } from "#contract/schemas/scanning/scans.ts";
import { parseBoxCode } from "#rules/stock/box-code.ts";
import { CountState, StocktakeState, stocktakeStateText } from "#rules/stocktake/stocktake-state.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { showDayAndTime } from "#rules/times.ts";
import { showUserName } from "#rules/access/users.ts";
import type { Transaction } from "#server/database/database.ts";
import { lockStocktake, settleStocktake } from "#server/database/stocktakes/lock-stocktake.ts";
import { settleRows } from "#server/database/stocktakes/settle-rows.ts";
import { createStocktake } from "#server/features/stocktake/stocktakes/mutations.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

interface CountOf {
  readonly stocktake: number;
  readonly row: number;
}

interface LockedCount {
  readonly state: CountState;
  readonly run: number;
  readonly counter: number | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly begun: string | null;
  readonly ended: string | null;
}

const lockedCount = selectList<LockedCount>({
  ...fromTable("r", "state", "run", "counter", "begun", "ended"),
  ...fromTable("u", "first_name", "last_name"),
});

async function lockCount(tx: Transaction, { stocktake, row }: CountOf): Promise<LockedCount | undefined> {
  // who counts is looked up in what the lock was waited for, not in what stood there before
  const { rows } = await sql<LockedCount>`
    with locked as materialized (
      select state, run, counter, begun, ended from stocktake_rows where stocktake_id = ${stocktake}::int and row_id = ${row}::bigint for update)
    select ${lockedCount} from locked r left join users u on u.id = r.counter`.execute(tx);
  return rows[0];
}

const counterName = ({ first_name, last_name }: Pick<LockedCount, "first_name" | "last_name">) =>
  showUserName({ first_name: first_name ?? "", last_name: last_name ?? "" });
const countedBy = (count: Pick<LockedCount, "first_name" | "last_name" | "begun">) =>
  refuse(refused.countedBy(counterName(count), showDayAndTime(count.begun ?? "")));
const countedAlready = (count: LockedCount) =>
  refuse(refused.countedAlready(counterName(count), showDayAndTime(count.ended ?? "")));

/** When a scan happened, as the transaction received it; now where it says nothing. */
const eventTime = sql<string>`coalesce(nullif(current_setting('magazin.happened', true), '')::timestamptz, clock_timestamp())`;

interface Beginning {
  /** Goes on for somebody else who counts the row. */
  readonly take_over?: boolean | undefined;
  /** Counts anew what was counted already. */
  readonly again?: boolean | undefined;
}

/**
 * Begins to count a row, or goes on. @throws a 404 where the stocktake has no such row; a 400 where somebody else counts it, in whatever stocktake,
 * or it is counted already
 */
export async function beginRow(tx: Transaction, userId: number, of: CountOf, beginning: Beginning): Promise<void> {
  const stocktake = await lockStocktake(tx, of.stocktake);
  const count = await lockCount(tx, of);
  if (!stocktake || !count) throw notFound();
  if (stocktake.state > StocktakeState.counted)
    throw refuse(refused.stocktakeState(stocktakeStateText[stocktake.state]));
  if (count.state === CountState.counting) {
    if (count.counter === userId) return;
    if (!beginning.take_over) throw countedBy(count);
    await setCounter(tx, of, userId);
    return;
  }
  if (count.state !== CountState.open) {
    if (!beginning.again) throw countedAlready(count);
    if (count.state === CountState.checked || (await isAccepted(tx, of))) throw refuse(refused.checkedAlready);
  }
  await start(tx, userId, of);
}

async function isAccepted(tx: Transaction, { stocktake, row }: CountOf): Promise<boolean> {
  const scanRow = await tx
    .selectFrom("stocktake_accepted")
    .select("code")
    .where("stocktake_id", "=", stocktake)
    .where("row_id", "=", row)
    .executeTakeFirst();
  return scanRow !== undefined;
}

const setCounter = (tx: Transaction, { stocktake, row }: CountOf, counter: number) =>
  tx
    .updateTable("stocktake_rows")
    .set({ counter })
    .where("stocktake_id", "=", stocktake)
    .where("row_id", "=", row)
    .execute();

type CountingPerson = Pick<LockedCount, "first_name" | "last_name" | "begun">;

const countingPerson = selectList<CountingPerson>({ ...fromTable("u", "first_name", "last_name"), begun: "r.begun" });

/** Keeps what stands in the row by now; whoever is about to put a box there waits for it. */
async function start(tx: Transaction, userId: number, { stocktake, row }: CountOf): Promise<void> {
  const there = await tx.selectFrom("rows").select("id").where("id", "=", row).forUpdate().executeTakeFirst();
  if (!there) throw badInput({ row: [refused.unknownRow] });
  const elsewhere = await sql<CountingPerson>`
    select ${countingPerson} from stocktake_rows r join users u on u.id = r.counter
    where r.row_id = ${row}::bigint and r.state = ${CountState.counting}::smallint`.execute(tx);
  if (elsewhere.rows[0]) throw countedBy(elsewhere.rows[0]);
  await sql`
    with begun as (
      update stocktake_rows set state = ${CountState.counting}::smallint, run = run + 1, counter = ${userId}::bigint, begun = ${eventTime}, ended = null
      where stocktake_id = ${stocktake}::int and row_id = ${row}::bigint returning run)
    insert into stocktake_expected (stocktake_id, row_id, run, box_id, code, part, height, seq)
    select ${stocktake}::int, ${row}::bigint, begun.run, b.id, b.code, b.part, b.height, b.history_count
    from boxes b cross join begun where b.row_id = ${row}::bigint`.execute(tx);
  await settleStocktake(tx, stocktake);
}

/** Ends the count of a row; one that has ended stays as it is. @throws as `beginRow`, and a 400 where nobody has begun it */
export async function endRow(tx: Transaction, userId: number, of: CountOf): Promise<void> {
  const stocktake = await lockStocktake(tx, of.stocktake);
  const count = await lockCount(tx, of);
  if (!stocktake || !count) throw notFound();
  if (count.state >= CountState.counted) return;
  if (count.state === CountState.open) throw refuse(refused.notBegun);
  if (count.counter !== userId) throw countedBy(count);
  await sql`
    update stocktake_rows set state = ${CountState.counted}::smallint, ended = greatest(begun, ${eventTime})
    where stocktake_id = ${of.stocktake}::int and row_id = ${of.row}::bigint`.execute(tx);
  await settleRows(tx, userId, of.stocktake, of.row); // nothing came of an empty row that is empty
  await settleStocktake(tx, of.stocktake);
}

type Count = Extract<Operation, { kind: "count" }>;

/**
 * Keeps what a phone has counted of a row, as it was read. @throws a 400 where somebody else counts the row, or it is counted already and the places are none
 * of which somebody should have a second look
 */
export async function countPlaces(
  tx: Transaction,
  userId: number,
  { id, session, row, places, mode, close = false }: Count,
  secondPerson: boolean,
): Promise<void> {
  const stocktake = await stocktakeOf(tx, userId, { session, row, blind: mode === "blind", secondPerson });
  const of = { stocktake, row };
  let count = await lockCount(tx, of);
  if (!count) throw badInput({ row: [refused.rowNotInStocktake] });
  if (count.state === CountState.open) {
    await beginRow(tx, userId, of, {});
    count = (await lockCount(tx, of)) ?? count;
  }
  if (count.state === CountState.counting && count.counter !== userId) throw countedBy(count);
  const read = places.map(({ code, ...place }) => ({ ...place, code: code === null ? null : codeOf(code) }));
  if (count.state >= CountState.counted && !(await areLooks(tx, of, count.run, read))) throw countedAlready(count);
  await sql`
    insert into stocktake_scans (stocktake_id, row_id, run, part, height, code, hand, at, by, scan)
    select ${stocktake}::int, ${row}::bigint, ${count.run}::int, p.part, p.height, p.code, p.hand, ${eventTime}, ${userId}::bigint, ${id}::uuid
    from jsonb_to_recordset(${JSON.stringify(read.map((place, nth) => ({ ...place, nth })))}::jsonb)
      as p(part smallint, height smallint, code text, hand boolean, nth int) order by p.nth`.execute(tx);
  if (close) await endRow(tx, userId, of);
}

/** A box's code as the archive keeps it; anything else as it was read. */
const codeOf = (read: string) => parseBoxCode(read) ?? read.trim();

interface Session {
  readonly session: number | undefined;
  readonly row: number;
  readonly blind: boolean;
  readonly secondPerson: boolean;
}

/** The stocktake that is meant: the one in which the caller counts the row, or a new one, where it says none. */
async function stocktakeOf(tx: Transaction, userId: number, { session, row, blind, secondPerson }: Session) {
  if (session !== undefined) {
    const countSession = await tx.selectFrom("stocktakes").select("id").where("id", "=", session).executeTakeFirst();
    if (!countSession) throw badInput({ session: [refused.unknownStocktake] });
    return session;
  }
  const counting = await tx
    .selectFrom("stocktake_rows")
    .select("stocktake_id")
    .where("row_id", "=", row)
    .where("state", "=", CountState.counting)
    .where("counter", "=", userId)
    .executeTakeFirst();
  if (counting) return counting.stocktake_id;
  const existingRow = await tx.selectFrom("rows").select("id").where("id", "=", row).executeTakeFirst();
  if (!existingRow) throw badInput({ row: [refused.unknownRow] });
  return createStocktake(tx, userId, { name: "", blind, rows: [row], secondPerson });
}

interface Read {
  readonly part: number;
  readonly height: number;
  readonly code: string | null;
}

/** Says whether all places are those of boxes that are looked for a second time. */
async function areLooks(tx: Transaction, { stocktake, row }: CountOf, run: number, places: readonly Read[]) {
  if (places.length === 0) return true;
  const { rows } = await sql<{ fits: boolean }>`
    with looked as (
      select e.code, e.part, e.height from stocktake_looks l join stocktake_expected e using (stocktake_id, row_id, run, code)
      where l.stocktake_id = ${stocktake}::int and l.row_id = ${row}::bigint and l.run = ${run}::int
        and not exists (select from stocktake_accepted a where (a.stocktake_id, a.row_id, a.code) = (l.stocktake_id, l.row_id, l.code)))
    select bool_and(case when p.code is null then exists (select from looked where (looked.part, looked.height) = (p.part, p.height))
      else exists (select from looked where looked.code = p.code) and not exists (
        select from stocktake_accepted a join stocktake_expected e using (stocktake_id, row_id, code)
        where a.stocktake_id = ${stocktake}::int and a.row_id = ${row}::bigint and (e.run, e.part, e.height) = (${run}::int, p.part, p.height) and a.code <> p.code) end) as fits
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p(part smallint, height smallint, code text)`.execute(
    tx,
  );
  return rows[0]?.fits ?? false;
}
