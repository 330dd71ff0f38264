import { type RawBuilder, sql } from "kysely";
import type { listResults, listStocktakes } from "#contract/calls/stocktake/stocktakes.ts";
import { resultList, stocktakeList } from "#contract/lists/stocktakes.ts";
import type { FiltersOf, OrdersOf, Query } from "#contract/route.ts";
import type {
  CountedRow,
  Staffer,
  Stocktake,
  StocktakeDetail,
  StocktakeResult,
  StocktakeRow,
} from "#contract/schemas/stocktake/stocktakes.ts";
import type { BoxState } from "#rules/stock/box-state.ts";
import type { ColumnOf } from "#rules/lists/orders.ts";
import { pageSize, toPage } from "#rules/lists/paging.ts";
import { compareInRow, showPlace } from "#rules/stock/positions.ts";
import { showCase } from "#rules/stocktake/case-state.ts";
import { type ResultClass, resultClasses } from "#rules/stocktake/results.ts";
import { CountState, showStocktake, stocktakeProblems } from "#rules/stocktake/stocktake-state.ts";
import { maxSheetRows } from "#rules/lists/sheet-limit.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { showUserName } from "#rules/access/users.ts";
import { allOf, type Conditions, conditionsOf } from "#server/database/sql/conditions.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { contains } from "#server/database/sql/like-text.ts";
import type { Scope } from "#server/database/scope.ts";
import { isOpenResult, resultsOf } from "#server/database/stocktakes/count-results.ts";
import { personAs } from "#server/database/stocktakes/people.ts";
import type { StocktakeReportData } from "#server/documents/stocktake-report.ts";
import { refuseMoreThan } from "#server/exports/answer-sheet.ts";
import { notFound } from "#server/http/errors.ts";
import { orderOf } from "#server/http/list-order.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

type ListedHead = Omit<Stocktake, "number"> & { readonly discard_reason: string | null };
type HeadRow = ListedHead & { readonly accepted: number };

const headFields = {
  ...fromTable("s", "id", "name", "state", "blind", "second_person", "created", "closed", "discard_reason"),
  ...fromTable("n", "rows_count", "rows_ended", "rows_checked"),
  created_by: personAs("s.created_by"),
};
const listedHead = selectList<ListedHead>(headFields);
const headRow = selectList<HeadRow>({
  ...headFields,
  accepted: sql`(select count(*) from stocktake_accepted where stocktake_id = s.id)::int`,
});
const itsRows = sql`
  stocktakes s cross join lateral (
    select count(*)::int as rows_count, (count(*) filter (where state >= 2))::int as rows_ended,
      (count(*) filter (where state = 3))::int as rows_checked from stocktake_rows where stocktake_id = s.id) n`;

const toStocktake = <T extends { readonly id: number }>(row: T) => ({ ...row, number: showStocktake(row.id) });

const conditions: Conditions<FiltersOf<typeof listStocktakes>> = {
  state: (state) => sql`s.state = ${state}::smallint`,
};

/** Stocktakes, the newest first. */
export async function listOfStocktakes(db: Reader, scope: Scope, query: Query<typeof listStocktakes>) {
  const { order_by = "-number", limit = pageSize, offset = 0 } = query;
  const { descending } = orderOf(stocktakeList, scope, order_by);
  const where = allOf(conditionsOf(conditions, query));
  const [found, total] = await Promise.all([
    sql<ListedHead>`
      select ${listedHead} from ${itsRows} where ${where}
      order by s.id ${descending ? sql`desc` : sql`asc`} limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count from stocktakes s where ${where}`.execute(db),
  ]);
  return toPage(found.rows.map(toStocktake), total.rows[0]?.count ?? 0, { limit, offset });
}

type Counts = Record<ResultClass, number>;
const noCounts = Object.fromEntries(resultClasses.map((each) => [each, 0])) as Counts;

interface RowRow {
  readonly id: number;
  readonly number: number;
  readonly area_id: number;
  readonly area: string;
  readonly state: CountState;
  readonly run: number;
  readonly counter: Staffer | null;
  readonly begun: string | null;
  readonly ended: string | null;
  readonly checked: string | null;
  readonly checked_by: Staffer | null;
  readonly scanned: number;
  readonly expected: number;
  readonly counts: Partial<Counts> | null;
  readonly open: number | null;
  /** True where the caller did the counting. */
  readonly own: boolean;
}

const rowColumns = (userId: number) =>
  selectList<RowRow>({
    ...fromTable("r", "number", "area_id", "area", "state", "run", "begun", "ended", "checked"),
    ...fromTable("k", "counts", "open"),
    id: "r.row_id",
    counter: personAs("r.counter"),
    checked_by: personAs("r.checked_by"),
    scanned: sql`(select count(distinct (part, height)) from stocktake_scans c
      where (c.stocktake_id, c.row_id, c.run) = (r.stocktake_id, r.row_id, r.run))::int`,
    expected: sql`(select count(*) from stocktake_expected e
      where (e.stocktake_id, e.row_id, e.run) = (r.stocktake_id, r.row_id, r.run))::int`,
    own: sql`coalesce(r.counter = ${userId}::bigint, false) or exists (select from stocktake_scans c
      where (c.stocktake_id, c.row_id, c.run, c.by) = (r.stocktake_id, r.row_id, r.run, ${userId}::bigint))`,
  });

const countsSql = sql`
  tallied as (
    select row_id, jsonb_object_agg(class, n) as counts, sum(open)::int as open from (
      select row_id, class, count(*)::int as n, count(*) filter (where ${isOpenResult}) as open from results where class is not null group by 1, 2) t
    group by 1)`;

const rowsOf = (db: Reader, { userId }: Scope, id: number, row?: number) =>
  sql<RowRow>`
    with ${resultsOf(id, row)}, ${countsSql}
    select ${rowColumns(userId)} from stocktake_rows r left join tallied k on k.row_id = r.row_id
    where r.stocktake_id = ${id}::int ${row === undefined ? sql`` : sql`and r.row_id = ${row}::bigint`}
    order by r.area collate german, r.number, r.row_id`
    .execute(db)
    .then(({ rows }) => rows);

type Blind = Pick<Stocktake, "blind" | "second_person">;

function rowOf(
  { area_id, area, own, counts, open, expected, ...row }: RowRow,
  { blind, second_person }: Blind,
): StocktakeRow {
  const hasEnded = row.state >= CountState.counted;
  return {
    ...row,
    area: { id: area_id, name: area },
    expected: blind && !hasEnded ? null : expected,
    counts: hasEnded ? { ...noCounts, ...counts } : null,
    open: hasEnded ? (open ?? 0) : null,
    accept: acceptProblem(row.state, second_person && own),
  };
}

function acceptProblem(state: CountState, ownCount: boolean): string | null {
  if (state < CountState.counted) return refused.notEnded.message;
  return ownCount ? refused.secondPerson.message : null;
}

async function headOf(db: Reader, id: number): Promise<HeadRow> {
  const { rows } = await sql<HeadRow>`
    select ${headRow} from ${itsRows} where s.id = ${id}::int`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** A stocktake with its rows; a 404 where there is none. */
export async function stocktakeById(db: Reader, scope: Scope, id: number): Promise<StocktakeDetail> {
  const [found, rowRows] = await Promise.all([headOf(db, id), rowsOf(db, scope, id)]);
  const rows = rowRows.map((row) => rowOf(row, found));
  const counts = rows.reduce((sum, row) => addCounts(sum, row.counts), noCounts);
  const actions = {
    edit: stocktakeProblems.edit(found),
    discard: stocktakeProblems.discard(found),
    close: stocktakeProblems.close(found),
  };
  return { ...toStocktake(found), rows, counts, open: rows.reduce((sum, { open }) => sum + (open ?? 0), 0), actions };
}

const addCounts = (one: Counts, other: Counts | null): Counts =>
  other === null ? one : (Object.fromEntries(resultClasses.map((each) => [each, one[each] + other[each]])) as Counts);

type PlaceRow = CountedRow["places"][number];

const placeRow = selectList<PlaceRow>(fromTable("s", "part", "height", "code", "hand", "at"));

/** A row of a stocktake as it is counted; a 404 where the stocktake has none. */
export async function countedRow(db: Reader, scope: Scope, id: number, rowId: number): Promise<CountedRow> {
  const [found, [row], drawn, scans] = await Promise.all([
    headOf(db, id),
    rowsOf(db, scope, id, rowId),
    db.selectFrom("rows").select(["reverse", "parts", "heights"]).where("id", "=", rowId).executeTakeFirst(),
    sql<PlaceRow>`
      select distinct on (s.part, s.height) ${placeRow}
      from stocktake_rows r
      join stocktake_scans s using (stocktake_id, row_id, run)
      where r.stocktake_id = ${id}::int and r.row_id = ${rowId}::bigint
      order by s.part, s.height, s.nth desc`.execute(db),
  ]);
  if (!row) throw notFound();
  const { reverse = false, parts = 1, heights = 1 } = drawn ?? {}; // a row without boxes may be deleted meanwhile
  const ofRow = rowOf(row, found);
  const target = ofRow.expected === null ? null : await targetOf(db, id, rowId);
  return {
    ...ofRow,
    stocktake: { id, number: showStocktake(id), blind: found.blind },
    reverse,
    parts,
    heights,
    places: scans.rows,
    target: target?.sort((a, b) => compareInRow(a, b, reverse)) ?? null,
  };
}

type ExpectedBox = Pick<PlaceRow, "part" | "height"> & { code: string };

const expectedBox = selectList<ExpectedBox>(fromTable("e", "part", "height", "code"));

async function targetOf(db: Reader, id: number, rowId: number) {
  const { rows } = await sql<ExpectedBox>`
    select ${expectedBox} from stocktake_rows r join stocktake_expected e using (stocktake_id, row_id, run)
    where r.stocktake_id = ${id}::int and r.row_id = ${rowId}::bigint`.execute(db);
  return rows;
}

interface FoundRow {
  readonly count: number;
  readonly row_id: number;
  readonly number: number;
  readonly area_id: number;
  readonly area: string;
  readonly code: string;
  readonly class: ResultClass;
  readonly box_id: number | null;
  readonly state: BoxState;
  readonly owner_id: number;
  readonly owner_code: number;
  readonly owner_name: string;
  readonly now_area: string | null;
  readonly now_row: number | null;
  readonly now_part: number | null;
  readonly now_height: number | null;
  readonly expected_part: number | null;
  readonly expected_height: number | null;
  readonly found: { part: number; height: number }[] | null;
  readonly looked: boolean;
  readonly hand: boolean | null;
  readonly second_look: string | null;
  readonly accepted_at: string | null;
  readonly accepted_by: Staffer | null;
  readonly case_id: number | null;
}

const resultConditions: Conditions<FiltersOf<typeof listResults>> = {
  class: (of) => sql`f.class = ${of}`,
  row: (id) => sql`f.row_id = ${id}::bigint`,
  state: (state) =>
    ({
      open: isOpenResult,
      accepted: sql`f.accepted_at is not null`,
      look: sql`(f.class = 'missing' and f.accepted_at is null and f.second_look is not null)`,
    })[state],
  code: (text) => contains(sql`f.code`, text.replaceAll(/[.\s]/g, "")),
};

const resultOrders = {
  place: (direction: Sql) =>
    sql`r.area collate german ${direction}, r.number ${direction}, coalesce(f.expected_part, f.part) ${direction}, coalesce(f.expected_height, f.height) ${direction}`,
  code: (direction: Sql) => sql`f.code ${direction}`,
} satisfies Record<ColumnOf<OrdersOf<typeof listResults>>, unknown>;

const foundRow = selectList<FoundRow>({
  ...fromTable("n", "count", "row_id", "number", "area_id", "area", "code", "class", "box_id", "state"),
  ...fromTable("n", "expected_part", "expected_height", "found", "looked", "hand", "second_look"),
  ...fromTable("n", "accepted_at", "accepted_by", "case_id"),
  owner_id: "c.id",
  owner_code: "c.code",
  owner_name: "c.name",
  now_area: "x.name",
  now_row: "w.number",
  now_part: "b.part",
  now_height: "b.height",
});

/** Some of the results of a stocktake, `f` of rows `r`, with their boxes. */
async function findResults(
  db: Reader,
  id: number,
  {
    where,
    page,
    row,
    order = "place",
    descending = false,
  }: {
    readonly where: RawBuilder<unknown>;
    readonly page?: RawBuilder<unknown>;
    readonly row?: number | undefined;
    readonly order?: keyof typeof resultOrders;
    readonly descending?: boolean;
  },
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    with ${resultsOf(id, row)}
    select ${foundRow}
    from (
      select (count(*) over ())::int as count, row_number() over (order by ${resultOrders[order](descending ? sql`desc` : sql`asc`)}, f.row_id, f.code) as nth,
        r.row_id, r.number, r.area_id, r.area, f.code, f.class, f.box_id, f.state, f.expected_part, f.expected_height, f.found, f.looked, f.hand,
        f.second_look, f.accepted_at, ${personAs("f.accepted_by")} as accepted_by, f.case_id
      from results f join counted r on r.row_id = f.row_id where f.class is not null and ${where}
      order by nth ${page ?? sql``}) n
    left join boxes b on b.id = n.box_id left join customers c on c.id = b.customer_id
    left join rows w on w.id = b.row_id left join areas x on x.id = w.area_id order by nth`.execute(db);
  return rows;
}

function resultOf(found: FoundRow): StocktakeResult {
  const { now_area, now_row, now_part, now_height } = found;
  const isPlaced = now_area !== null && now_row !== null && now_part !== null && now_height !== null;
  const place = isPlaced ? showPlace({ area: now_area, row: now_row, part: now_part, height: now_height }) : null;
  const { expected_part: part, expected_height: height, accepted_at: at, accepted_by: by } = found;
  return {
    row: { id: found.row_id, number: found.number, area: { id: found.area_id, name: found.area } },
    code: found.code,
    class: found.class,
    box:
      found.box_id === null
        ? null
        : {
            id: found.box_id,
            state: found.state,
            owner: { id: found.owner_id, code: found.owner_code, name: found.owner_name },
            place,
          },
    expected: part === null || height === null ? null : { part, height },
    found: found.found ?? [],
    looked: found.looked,
    hand: found.hand ?? false,
    second_look: found.second_look,
    accepted: at === null || by === null ? null : { at, by },
    case: found.case_id === null ? null : { id: found.case_id, number: showCase(found.case_id) },
  };
}

/** Results of the rows that have ended, box by box. @throws 404 where there is no such stocktake */
export async function listOfResults(db: Reader, scope: Scope, id: number, query: Query<typeof listResults>) {
  const { order_by = "place", limit = pageSize, offset = 0 } = query;
  const { column, descending } = orderOf(resultList, scope, order_by);
  await headOf(db, id);
  const where = allOf(conditionsOf(resultConditions, query));
  const result = await findResults(db, id, {
    where,
    row: query.row,
    order: column,
    descending,
    page: sql`limit ${limit} offset ${offset}`,
  });
  return toPage(result.map(resultOf), result[0]?.count ?? 0, { limit, offset });
}

const nameOf = (person: Staffer | null) => (person ? showUserName(person) : "");

function fateOf({ class: of, second_look, accepted, case: opened }: StocktakeResult): string {
  if (of === "moved") return "bleibt";
  if (accepted === null) return second_look === null ? "offen" : "offen, nachzusehen";
  const by = `übernommen von ${nameOf(accepted.by)}`;
  return opened === null ? by : `${by}, Klärfall ${opened.number}`;
}

/** Returns the data of a stocktake's report; a 404 where there is no such stocktake. */
export async function reportOf(db: Reader, scope: Scope, id: number): Promise<StocktakeReportData> {
  const { name, state, blind, second_person, created, closed, rows } = await stocktakeById(db, scope, id);
  const differences = await findResults(db, id, { where: sql`f.class <> 'right'` });
  return {
    id,
    name,
    state,
    blind,
    second_person,
    created,
    closed,
    rows: rows.map(({ area, number, counter, ended, checked_by, checked, expected, counts }) => {
      const all = counts && Object.values(counts).reduce((sum, each) => sum + each, 0);
      const resultCounts = counts && {
        expected: expected ?? 0,
        right: counts.right,
        others: (all ?? 0) - counts.right,
      };
      return {
        area: area.name,
        number,
        counter: nameOf(counter),
        ended,
        checker: nameOf(checked_by),
        checked,
        counts: resultCounts,
      };
    }),
    results: differences.map((each) => {
      const { row, code, class: of, expected, found: spots, hand, ...rest } = resultOf(each);
      const fate = fateOf({ ...rest, row, code, class: of, expected, found: spots, hand });
      return { area: row.area.name, number: row.number, code, class: of, expected, found: spots, hand, fate };
    }),
  };
}

/** All results that the filters let through, found at once. @throws a 400 where they are more than a spreadsheet may have */
export async function allResults(db: Reader, scope: Scope, id: number, query: Query<typeof listResults>) {
  const { count, results } = await listOfResults(db, scope, id, { ...query, limit: maxSheetRows + 1, offset: 0 });
  refuseMoreThan(count);
  return results;
}
