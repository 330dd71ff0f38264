import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { BoxState } from "#rules/stock/box-state.ts";
import { CaseKind } from "#rules/stocktake/case-state.ts";
import { resultClasses } from "#rules/stocktake/results.ts";
import type { Database, Transaction } from "#server/database/database.ts";
import { acceptResults } from "#server/features/stocktake/acceptance/mutations.ts";
import { assignCase, createCase, noteCase } from "#server/features/stocktake/cases/mutations.ts";
import { beginRow, countPlaces, endRow } from "#server/features/stocktake/counting/mutations.ts";
import { closeStocktake, createStocktake } from "#server/features/stocktake/stocktakes/mutations.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

interface Place {
  readonly code: string;
  readonly part: number;
  readonly height: number;
}

const days = [1, 3] as const;
const rowsCounted = 3;

/** A stocktake that is closed, with what it found, one that is running, and two cases that somebody looks after; nothing in an archive of a few boxes. */
export async function seedStocktakes(db: Database): Promise<void> {
  const { rows } = await sql<{ row_id: number }>`
    select b.row_id from boxes b join rows r on r.id = b.row_id join areas a on a.id = r.area_id
    where b.state = ${BoxState.inStock}::smallint group by a.name, r.number, b.row_id having count(*) >= 8
    order by a.name collate german, r.number limit ${rowsCounted + 2}`.execute(db.read);
  const staff = await db.read
    .selectFrom("users")
    .select("id")
    .where("is_staff", "=", true)
    .where("active", "=", true)
    .orderBy("id")
    .limit(3)
    .execute();
  const [counter, checker = counter] = staff.map(({ id }) => id);
  if (rows.length < rowsCounted + 2 || counter === undefined || checker === undefined) return;
  const ids = rows.map(({ row_id }) => row_id);
  await db.write((tx) => countedBefore(tx, counter, checker, ids.slice(0, rowsCounted)));
  await db.write((tx) => countingNow(tx, counter, ids.slice(rowsCounted)));
  await db.write((tx) => closeDisputedCase(tx, counter, checker));
}

const placeColumns = selectList<Place>(fromTable("boxes", "code", "part", "height"));

/** Counts a row as it stands; `read` says what is read otherwise. */
async function count(
  tx: Transaction,
  counter: number,
  stocktake: number,
  row: number,
  read: (places: Place[]) => Place[],
) {
  await beginRow(tx, counter, { stocktake, row }, {});
  const { rows } = await sql<Place>`
    select ${placeColumns} from boxes where row_id = ${row}::bigint order by part, height`.execute(tx);
  const places = read(rows).map((place) => ({ ...place, hand: false }));
  await countPlaces(tx, counter, { id: randomUUID(), kind: "count", session: stocktake, row, places }, false);
}

/** One box is missing, two stand in each other's place, the rest is right. */
async function countedBefore(
  tx: Transaction,
  counter: number,
  checker: number,
  rows: readonly number[],
): Promise<void> {
  const stocktake = await createStocktake(tx, counter, {
    name: "Herbstinventur",
    blind: true,
    rows: [...rows],
    secondPerson: false,
  });
  for (const [nth, row] of rows.entries()) {
    await count(tx, counter, stocktake, row, (places) => {
      const [first, second, ...others] = places;
      if (nth === 0) return places.slice(1);
      if (nth > 1 || !first || !second) return places;
      return [{ ...first, code: second.code }, { ...second, code: first.code }, ...others];
    });
    await endRow(tx, counter, { stocktake, row });
  }
  const accepting = { id: stocktake, classes: [...resultClasses], days };
  for (const looked_again of [false, true]) await acceptResults(tx, checker, { ...accepting, looked_again });
  await closeStocktake(tx, checker, stocktake);
  const missing = await tx.selectFrom("cases").select("id").where("stocktake_id", "=", stocktake).executeTakeFirst();
  if (!missing) return;
  await assignCase(tx, checker, missing.id, { assignee: counter });
  await noteCase(tx, counter, missing.id, "In der Nachbarreihe und im Wareneingang gesucht, bisher nichts.");
}

/** Half of the first row is counted. */
async function countingNow(tx: Transaction, counter: number, rows: readonly number[]): Promise<void> {
  const stocktake = await createStocktake(tx, counter, {
    name: "Stichprobe",
    blind: false,
    rows: [...rows],
    secondPerson: false,
  });
  await count(tx, counter, stocktake, rows[0] ?? 0, (places) => places.slice(0, Math.ceil(places.length / 2)));
}

/** A customer says that a box came back without all that was in it. */
async function closeDisputedCase(tx: Transaction, counter: number, checker: number): Promise<void> {
  const box = await tx
    .selectFrom("boxes")
    .select("code")
    .where("state", "=", BoxState.notInStock)
    .orderBy("code")
    .limit(1)
    .executeTakeFirst();
  if (!box) return;
  const text = "Kunde: Die Box sei am Montag zurückgegeben worden.";
  await createCase(tx, counter, { kind: CaseKind.disputed, code: box.code, text, assignee: checker, days });
}
