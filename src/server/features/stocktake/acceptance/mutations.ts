import { sql } from "kysely";
import type { acceptResults as Accept } from "#contract/calls/stocktake/stocktakes.ts";
import type { Body } from "#contract/route.ts";
import { showBoxCode, parseBoxCode } from "#rules/stock/box-code.ts";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { CaseKind } from "#rules/stocktake/case-state.ts";
import { CountState, showStocktake, StocktakeState, stocktakeStateText } from "#rules/stocktake/stocktake-state.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import * as refusedByServer from "#rules/texts/server-refusals.ts";
import { changeBoxes } from "#server/database/boxes/box-changes.ts";
import type { Sql, Transaction } from "#server/database/database.ts";
import { lockStocktake, settleStocktake } from "#server/database/stocktakes/lock-stocktake.ts";
import { openCases } from "#server/database/stocktakes/open-cases.ts";
import { isOpenResult, resultsOf } from "#server/database/stocktakes/count-results.ts";
import { settleRows } from "#server/database/stocktakes/settle-rows.ts";
import { closeLine } from "#server/features/deliveries/lines/mutations.ts";
import { stateWithoutPlace, storeBox } from "#server/features/stock/positions/mutations.ts";
import { badInput, brokenConstraint, notFound, refuse } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

interface Accepting extends Body<typeof Accept> {
  readonly id: number;
  /** After how many days a case is a second person's, and whoever leads. */
  readonly days: readonly [second: number, lead: number];
}

/** Outcome of an acceptance: everything that was accepted, and everything that was not. */
export interface AcceptanceResult {
  readonly accepted: number;
  readonly second_look: number;
  readonly left: { readonly row: number; readonly code: string; readonly message: string }[];
}

/**
 * Accepts results of a stocktake, all in one transaction; what is accepted already is passed over. What cannot be done stays open, and is reported.
 * @throws a 404 where there is no such stocktake; a 400 where a row is still counted, or was counted by who accepts and a second person is wanted
 */
export async function acceptResults(tx: Transaction, userId: number, accepting: Accepting): Promise<AcceptanceResult> {
  const { id, row } = accepting;
  const stocktake = await lockStocktake(tx, id);
  if (!stocktake) throw notFound();
  if (stocktake.state > StocktakeState.checked)
    throw refuse(refused.stocktakeState(stocktakeStateText[stocktake.state]));
  if (accepting.classes.every((each) => each === "moved")) throw badInput({ classes: [refused.nothingToAccept] });
  await refuseRows(tx, userId, { id, row, second: stocktake.second_person });
  await layOut(tx, accepting);
  const second_look = await askForSecondLooks(tx, userId, accepting);
  await reportMissing(tx, userId);
  const blockedRows = await leaveBlocked(tx);
  await move(tx, userId, id);
  await confirm(tx, userId, id);
  const acceptedCount = await keep(tx, userId, accepting);
  await settleRows(tx, userId, id, row);
  await settleStocktake(tx, id);
  await sql`drop table accepting`.execute(tx);
  return { accepted: acceptedCount, second_look, left: blockedRows };
}

interface Rows {
  readonly id: number;
  readonly row: number | undefined;
  readonly second: boolean;
}

interface RefusedRow {
  state: CountState;
  area: string;
  number: number;
  own: boolean;
}

async function refuseRows(tx: Transaction, userId: number, { id, row, second }: Rows): Promise<void> {
  const { rows } = await sql<RefusedRow>`
    select ${selectList<RefusedRow>({
      ...fromTable("r", "state", "area", "number"),
      own: sql`r.counter = ${userId}::bigint or exists (select from stocktake_scans c
        where (c.stocktake_id, c.row_id, c.run, c.by) = (r.stocktake_id, r.row_id, r.run, ${userId}::bigint))`,
    })}
    from stocktake_rows r
    where r.stocktake_id = ${id}::int and ${row === undefined ? sql`r.state = 2` : sql`r.row_id = ${row}::bigint`}
    order by r.row_id for update`.execute(tx);
  if (row !== undefined && !rows[0]) throw badInput({ row: [refused.rowNotInStocktake] });
  if (row !== undefined && (rows[0]?.state ?? 0) < CountState.counted) throw badInput({ row: [refused.notEnded] });
  const own = second ? rows.find((each) => each.own && each.state === CountState.counted) : undefined;
  if (own) throw refuse(refused.secondPersonOf(`${own.area}, Reihe ${own.number}`));
}

/** Prepares everything to be accepted as the table `accepting` of this transaction, from boxes that nobody else changes meanwhile. */
async function layOut(tx: Transaction, { id, row, classes, codes }: Accepting): Promise<void> {
  const codeList = codes?.map((code) => parseBoxCode(code) ?? code.trim());
  const which = sql`${isOpenResult} and class = any(${classes}::text[])${codeList ? sql` and code = any(${codeList}::text[])` : sql``}`;
  await sql`
    with ${resultsOf(id, row)}
    select b.id from boxes b where b.id in (select box_id from results where ${which}) order by b.id for update`.execute(
    tx,
  );
  await sql`
    create temporary table accepting on commit drop as with ${resultsOf(id, row)}
    select row_id, code, class, box_id, state, box_row, part, height, at, second_look is not null as looked from results where ${which}`.execute(
    tx,
  );
  await sql`create unique index on accepting (row_id, code)`.execute(tx);
  await sql`create index on accepting (row_id, part, height)`.execute(tx);
  await sql`analyze accepting`.execute(tx);
}

/** Nobody reports a box missing before somebody has looked for it twice; answers for how many that is asked now. */
async function askForSecondLooks(tx: Transaction, userId: number, { id, looked_again }: Accepting): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into stocktake_looks (stocktake_id, row_id, run, code, asked_by)
    select r.stocktake_id, r.row_id, r.run, a.code, ${userId}::bigint
    from accepting a join stocktake_rows r on r.stocktake_id = ${id}::int and r.row_id = a.row_id where a.class = 'missing' and not a.looked
    order by a.row_id, a.code`.execute(tx);
  await sql`delete from accepting where class = 'missing' and not (looked and ${looked_again}::boolean)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

const boxesOf = (which: Sql) => sql`(select box_id from accepting where ${which})`;

/** Marks boxes as missing that two people have looked for in vain. Such a box loses its place and its mark, and whoever ordered it is notified. */
async function reportMissing(tx: Transaction, userId: number): Promise<void> {
  const text = "Bei der Inventur nicht gefunden";
  await changeBoxes(tx, sql`id in ${boxesOf(sql`class = 'missing'`)} and state = ${BoxState.marked}::smallint`, {
    userId,
    kind: HistoryKind.markReset,
    set: sql`state = marked_from, marked_from = null, marked = null`,
  });
  const orderedBoxes = await sql<{ box_id: number }>`
    select box_id from accepting where class = 'missing' and state = ${BoxState.ordered}::smallint order by box_id`.execute(
    tx,
  );
  for (const { box_id } of orderedBoxes.rows) await closeLine(tx, userId, "box", box_id, { missing: text });
  await changeBoxes(tx, sql`id in ${boxesOf(sql`class = 'missing'`)}`, {
    userId,
    kind: HistoryKind.inconsistent,
    set: stateWithoutPlace(BoxState.inconsistent),
    text,
  });
}

const isMover = sql`class in ('other_place', 'other_row', 'away', 'ordered')`;

interface MarkedBox {
  row: number;
  code: string;
  message: string;
}

const markedBox = selectList<MarkedBox>({
  row: "row_id",
  code: "code",
  message: sql`${refused.boxState(boxStateText[BoxState.marked]).message}::text`,
});

interface BlockedBox {
  row: number;
  code: string;
  by: string;
}

const blockedBox = selectList<BlockedBox>({ row: "a.row_id", code: "a.code", by: "t.code" });

/** Boxes that cannot go where they were found leave `accepting`, and with them those that wait for their places. */
async function leaveBlocked(tx: Transaction): Promise<AcceptanceResult["left"]> {
  const markedBoxes = await sql<MarkedBox>`
    delete from accepting where ${isMover} and state = ${BoxState.marked}::smallint and box_row is null
    returning ${markedBox}`.execute(tx);
  const remainingRows = [...markedBoxes.rows];
  for (;;) {
    const { rows } = await sql<BlockedBox>`
      delete from accepting a using boxes t
      where a.${isMover} and (t.row_id, t.part, t.height) = (a.row_id, a.part::smallint, a.height::smallint)
        and t.id not in (select box_id from accepting m where m.${isMover})
      returning ${blockedBox}`.execute(tx);
    if (rows.length === 0) return remainingRows;
    remainingRows.push(
      ...rows.map(({ by, ...each }) => ({ ...each, message: refused.placeTaken(showBoxCode(by)).message })),
    );
  }
}

interface MovedBox {
  box_id: number;
  code: string;
  row_id: number;
  part: number;
  height: number;
}

const movedBox = selectList<MovedBox>({
  ...fromTable("a", "box_id", "code", "row_id"),
  part: sql`a.part::int`,
  height: sql`a.height::int`,
});

/** Puts boxes where they were found. What was out of the archive comes back by a return, and what was picked goes back for its delivery. */
async function move(tx: Transaction, userId: number, id: number): Promise<void> {
  const isSingle = sql`(a.state = ${BoxState.notInStock}::smallint or a.state = ${BoxState.ordered}::smallint and a.box_row is null)`;
  try {
    await stepAside(tx);
    await sql`
      with moved as (
        update boxes b set history_count = history_count + 1, state = case when b.row_id is null then ${BoxState.inStock}::smallint else b.state end,
          place_area = r.area_id, row_id = r.id, part = a.part, height = a.height, placed = now(), last_verified = greatest(b.last_verified, a.at)
        from accepting a join rows r on r.id = a.row_id where a.${isMover} and not ${isSingle} and b.id = a.box_id
        returning b.id, b.history_count, r.number, b.place_area, b.part, b.height)
      insert into history (box_id, seq, kind, user_id, meta)
      select m.id, m.history_count, ${HistoryKind.moved}::smallint, ${userId}::bigint,
        jsonb_build_object('area', x.name, 'row', m.number, 'part', m.part, 'height', m.height, 'stocktake', ${id}::int)
      from moved m join areas x on x.id = m.place_area order by m.id`.execute(tx);
    const { rows } = await sql<MovedBox>`
      select ${movedBox} from accepting a where a.${isMover} and ${isSingle} order by a.box_id`.execute(tx);
    for (const { code, row_id, part, height } of rows)
      await storeBox(tx, userId, { code, rowId: row_id, part, height, move: true, anyway: true });
    await sql`
      update boxes b set last_verified = greatest(b.last_verified, a.at) from accepting a where a.${isMover} and ${isSingle} and b.id = a.box_id`.execute(
      tx,
    );
  } catch (error) {
    if (brokenConstraint(error) === "boxes_place") throw refuse(refusedByServer.busy); // somebody has put a box there in this moment
    throw error;
  }
}

/** Boxes that stand in each other's way go where no box is for a moment of this transaction: no two ever stand on one place. */
async function stepAside(tx: Transaction): Promise<void> {
  await sql`
    with standing as materialized (
      select b.id, b.row_id, row_number() over (order by b.id) as nth from boxes b join accepting m on m.box_id = b.id and m.${isMover}
      where exists (select from accepting o where o.${isMover} and (o.row_id, o.part, o.height) = (b.row_id, b.part, b.height))),
    free as materialized (
      select p as part, h as height, row_number() over () as nth from generate_series(9999, 9900, -1) p, generate_series(999, 1, -1) h
      where not exists (select from boxes b where b.row_id in (select row_id from standing) and (b.part, b.height) = (p, h))
      limit (select count(*) from standing))
    update boxes b set part = free.part, height = free.height from standing join free using (nth) where b.id = standing.id`.execute(
    tx,
  );
}

/** Records that a box which stands where it should has been seen there. */
async function confirm(tx: Transaction, userId: number, id: number): Promise<void> {
  await sql`
    with seen as (
      update boxes b set history_count = history_count + 1, last_verified = greatest(b.last_verified, a.at)
      from accepting a where a.class = 'right' and b.id = a.box_id
      returning b.id, b.history_count, a.row_id, a.part, a.height)
    insert into history (box_id, seq, kind, user_id, meta)
    select s.id, s.history_count, ${HistoryKind.verified}::smallint, ${userId}::bigint,
      jsonb_build_object('area', r.area, 'row', r.number, 'part', s.part, 'height', s.height, 'stocktake', ${id}::int)
    from seen s join stocktake_rows r on r.stocktake_id = ${id}::int and r.row_id = s.row_id order by s.id`.execute(tx);
}

/** Kind of case that each class leads to; the other classes lead to none. */
const caseKinds = sql`(values ('missing', ${CaseKind.missing}::int), ('destroyed', ${CaseKind.destroyedFound}::int), ('unknown', ${CaseKind.unknown}::int), ('twice', ${CaseKind.twice}::int)) as k(class, kind)`;

/** Opens the cases and keeps what was accepted; answers how many that are. */
async function keep(tx: Transaction, userId: number, { id, days }: Accepting): Promise<number> {
  const which = sql`
    select a.code, a.box_id, k.kind, ${`Inventur ${showStocktake(id)}, `}::text || r.area || ', Reihe ' || r.number
      || coalesce(', Teil ' || a.part || ', Höhe ' || a.height, '') as text
    from accepting a join ${caseKinds} using (class) join stocktake_rows r on r.stocktake_id = ${id}::int and r.row_id = a.row_id`;
  await openCases(tx, { which, userId, days, stocktake: id });
  const { numAffectedRows } = await sql`
    insert into stocktake_accepted (stocktake_id, row_id, code, class, case_id, by)
    select ${id}::int, a.row_id, a.code, a.class, case when k.kind is not null then (select c.id from cases c where c.code = a.code and c.state <> 4) end, ${userId}::bigint
    from accepting a left join ${caseKinds} using (class) order by a.row_id, a.code`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
