import { sql } from "kysely";
import type { Sql } from "#server/database/connections/statement.ts";
import {
  areasInOrder,
  type BoxFilter,
  type BoxSelection,
  customerOrder,
  customersAre,
  direction,
  isLoose,
  statementName,
  piece,
  rowsOfCustomers,
  stateIs,
  type BoxStatement,
  where,
} from "./box-selection.ts";
import { boxesOfWalk, isWalked } from "./box-walk.ts";
import { foundBoxes, isFoundFirst, sorting } from "./box-searches.ts";
import type { Reader } from "#server/database/database.ts";
import { joinById, type Scope } from "#server/database/scope.ts";

/** Skipping entries of an index costs less than summing the counters up to here. */
const shallow = 1000;

/** Way in which boxes are read. `ids` is an array in their order. `mine` are the customers that the caller sees, as an array, or null for all. */
export interface BoxReading<Row extends object, Box> {
  readonly sql: (ids: Sql, scope: Scope) => Sql;
  readonly of: (row: Row) => Box;
}

/**
 * A page of boxes in order, and how many the whole list has: one statement. The page is found as ids first, without work that
 * grows with the stock: short ways into the list walk an index, deep ones find the customer or area by its counters first
 * and skip only inside it.
 */
export async function pageOfBoxes<Row extends object, Box>(
  db: Reader,
  scope: Scope,
  page: BoxSelection,
  reading: BoxReading<Row, Box>,
): Promise<{ readonly boxes: Box[]; readonly count: number }> {
  if (!isWalked(scope, page))
    return readPage(db, scope, isFoundFirst(page) ? foundBoxes(scope, page) : indexedBoxes(scope, page), reading);
  const walked = await readPage(db, scope, boxesOfWalk(scope, page), reading);
  // as many as that are put in no order of how well they fit, fewer are
  return page.order === "rank" && walked.count <= (page.most ?? 0)
    ? readPage(db, scope, foundBoxes(scope, page), reading)
    : walked;
}

async function readPage<Row extends object, Box>(
  db: Reader,
  scope: Scope,
  { before, ids, count }: BoxStatement,
  reading: BoxReading<Row, Box>,
) {
  const boxes = reading.sql(sql`array(${ids})`, scope);
  const statement = sql<
    Row & { count: number; place: number | null }
  >`${before} select n.count, r.* from (select (${count})::int as count) n left join (${boxes}) r on true order by r.place`;
  const rows = await db.list(statementName, statement);
  // without a box on the page there is one row, with the count alone
  return { boxes: rows.flatMap((row) => (row.place === null ? [] : [reading.of(row)])), count: rows[0]?.count ?? 0 };
}

const indexedBoxes = (scope: Scope, page: BoxSelection): BoxStatement => ({
  before: sql``,
  ids: textOfPage(scope, page),
  count: textOfCount(scope, page.filter),
});

function textOfPage(scope: Scope, page: BoxSelection): Sql {
  const { filter, order, offset, limit } = page;
  const whole = filter.customerId === undefined && !isLoose(filter);
  const all = whole && filter.customerIds === undefined && scope.isStaff;
  if (page.after !== undefined && all && stateIs(filter).length === 0) return byCode(page);
  if (page.after !== undefined) return byCodeAfter(scope, page, page.after);
  if (order === "area") return all ? byAreaGroups(page) : byArea(scope, page);
  const isDeep = page.limit !== null && page.offset > shallow && !isLoose(filter);
  if (filter.customerId !== undefined) return isDeep ? byCustomerGroups(scope, page) : byNumber(scope, page);
  if (!whole || limit === null) return byCustomerProbes(scope, page);
  if (all && order === "code" && offset <= shallow && stateIs(filter).length === 0) return byCode(page);
  return byCustomerGroups(scope, page);
}

/** Everything by code, near the start or behind a code: straight along the index of codes. */
function byCode(page: BoxSelection): Sql {
  return sql`select id from boxes b where code > ${page.after ?? ""}::text collate "C" order by code ${direction(page)} ${piece(page)}`;
}

/** Returns SQL for the boxes behind a code. The index of the customer's numbers is entered there, and those of later customers at their beginning. */
function byCodeAfter(scope: Scope, page: BoxSelection, after: string): Sql {
  const [customer, number] = [Number(after.slice(0, 4)), Number(after.slice(4))];
  const customers = rowsOfCustomers(scope, page.filter, "customers", sql`id, code`, sql`c`);
  const conditions = [...stateIs(page.filter), ...page.filter.loose];
  return sql`
    select x.id from ${customers} cross join lateral (
      select b.id, b.number from boxes b
      where b.customer_id = c.id and b.number > case c.code when ${customer}::int then ${number}::int else 0 end and ${where(conditions)}
      order by b.number ${piece(page)}
    ) x where c.code >= ${customer}::int order by c.code, x.number ${piece(page)}`;
}

/** One customer's boxes: along the customer's numbers; code and customer name order them alike. */
function byNumber(scope: Scope, page: BoxSelection): Sql {
  const conditions = [
    customersAre(scope, page.filter, sql`b.customer_id`),
    ...stateIs(page.filter),
    ...page.filter.loose,
  ];
  return sql`select id from boxes b where ${where(conditions)} order by number ${direction(page)} ${piece(page)}`;
}

/** Several customers under a filter that no counter knows: each customer's index is asked in turn. */
function byCustomerProbes(scope: Scope, page: BoxSelection): Sql {
  const customers = rowsOfCustomers(scope, page.filter, "customers", sql`id, code, name`, sql`c`);
  const conditions = [...stateIs(page.filter), ...page.filter.loose];
  return sql`
    select x.id from ${customers} cross join lateral (
      select b.id, b.number from boxes b where b.customer_id = c.id and ${where(conditions)} order by b.number ${direction(page)}
    ) x order by ${customerOrder(page)}, x.number ${direction(page)} ${piece(page)}`;
}

/** Several customers, a filter that the counters know: the counters find the customers of the page. */
function byCustomerGroups(scope: Scope, page: BoxSelection): Sql {
  const limit = sql`${page.limit}::bigint`;
  const offset = sql`${page.offset}::bigint`;
  const counts = rowsOfCustomers(scope, page.filter, "customer_counts", sql`customer_id, state, boxes`, sql`k`);
  return sql`
    with groups as materialized (
      select customer_id, sum(boxes)::bigint n from ${counts} where ${where(stateIs(page.filter, sql`state`))} group by 1 having sum(boxes) > 0),
    placed as (
      select g.customer_id, n, sum(n) over (order by ${customerOrder(page)}) - n as start
      from groups g cross join lateral ${joinById("customers", sql`code, name`, sql`g.customer_id`)} c),
    wanted as (select * from placed where start < ${offset} + ${limit} and start + n > ${offset})
    select x.id from wanted w cross join lateral (
      ${pieceOfGroup(page, sql`b.number`, [sql`b.customer_id = w.customer_id`, ...stateIs(page.filter)])}
    ) x order by w.start, x.at ${direction(page)} limit ${limit}`;
}

/** The boxes of a page that are of a group `w` of `n` boxes, which begin at `start` of the list: along its index from the nearer end. */
function pieceOfGroup(page: BoxSelection, at: Sql, conditions: readonly Sql[]): Sql {
  const limit = sql`${page.limit ?? Number.MAX_SAFE_INTEGER}::bigint`;
  const skipped = sql`greatest(0, ${sql`${page.offset}::bigint`} - w.start)`;
  const isNear = sql`${skipped} * 2 <= w.n`;
  const [onward, back] = [direction(page), direction({ descending: !page.descending })];
  return sql`
    (select b.id, ${at} as at from boxes b where ${where([isNear, ...conditions])} order by ${at} ${onward} offset ${skipped} limit ${limit})
    union all
    (select b.id, ${at} from boxes b where ${where([sql`not ${isNear}`, ...conditions])} order by ${at} ${back}
      offset greatest(0, w.n - ${skipped} - ${limit}) limit least(${limit}, w.n - ${skipped}))`;
}

function byAreaGroups(page: BoxSelection): Sql {
  const limit = sql`${page.limit ?? Number.MAX_SAFE_INTEGER}::bigint`;
  const offset = sql`${page.offset}::bigint`;
  return sql`
    with groups as materialized (
      select area_id, sum(boxes)::bigint n from area_counts where ${where(stateIs(page.filter, sql`state`))} group by 1 having sum(boxes) > 0),
    placed as (
      select g.area_id, n, sum(n) over (order by a.rank) - n as start
      from groups g left join (${areasInOrder(page)}) a on a.id = g.area_id),
    wanted as (select * from placed where start < ${offset} + ${limit} and start + n > ${offset})
    select x.id from wanted w cross join lateral (
      ${pieceOfGroup(page, sql`b.code`, [sql`b.place_area = w.area_id`, ...stateIs(page.filter)])}
    ) x order by w.start, x.at ${direction(page)} limit ${limit}`;
}

/** One customer's boxes by area: what the filter lets through is sorted. */
function byArea(scope: Scope, page: BoxSelection): Sql {
  const boxes = rowsOfCustomers(scope, page.filter, "boxes", sql`id, place_area, code, number, state`, sql`b`);
  const conditions = [...stateIs(page.filter), ...page.filter.loose];
  const { columns, sorted } = sorting.area;
  return sql`
    select f.id from (select ${columns} from ${boxes} where ${where(conditions)}) f ${sorted(page, () => sql`customers c`)} ${piece(page)}`;
}

/** Returns SQL for the number of boxes that the filter lets through: from the counters, or from an index where a counter does not know. */
function textOfCount(scope: Scope, filter: BoxFilter): Sql {
  if (!isLoose(filter)) {
    const counts = rowsOfCustomers(scope, filter, "customer_counts", sql`state, boxes`, sql`k`);
    return sql`select coalesce(sum(boxes), 0) from ${counts} where ${where(stateIs(filter, sql`state`))}`;
  }
  if (filter.customerId !== undefined) {
    const conditions = [customersAre(scope, filter, sql`b.customer_id`), ...stateIs(filter), ...filter.loose];
    return sql`select count(*) from boxes b where ${where(conditions)}`;
  }
  const customers = rowsOfCustomers(scope, filter, "customers", sql`id`, sql`c`);
  const conditions = [sql`b.customer_id = c.id`, ...stateIs(filter), ...filter.loose];
  return sql`
    select coalesce(sum(n), 0) from ${customers}
    cross join lateral (select count(*) n from boxes b where ${where(conditions)}) x`;
}
