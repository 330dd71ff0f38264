import { sql } from "kysely";
import type { Sql } from "#server/database/connections/statement.ts";
import { bestFirst } from "#server/database/search/box-rank.ts";
import { joinById, type Scope } from "#server/database/scope.ts";
import {
  type BoxFilter,
  type BoxSelection,
  type BoxStatement,
  columnsOfBox,
  customersOf,
  customerOrder,
  direction,
  rowsOfCustomers,
  stateIs,
  where,
} from "./box-selection.ts";

/**
 * Says whether a list is found customer by customer, up to what is counted. That is so by code or customer, where it is the shorter way or the only
 * one (decision 91).
 */
export function isWalked(scope: Scope, { filter, order, most }: BoxSelection): boolean {
  const { hits, searches } = filter;
  if (most === undefined || order === "area") return false;
  if (hits !== undefined) return hits.parts !== null && searches.length === 0;
  return (
    order !== "rank" &&
    searches.length > 0 &&
    (customersOf(scope, filter) !== null || searches.every((each) => each.isFrequent))
  );
}

/**
 * Returns SQL for the boxes that a text finds, customer by customer in the list's order, until more is found than is counted. `offset 0` keeps a
 * result from being looked for twice. All boxes of the last customer are found, so that the first of them stand where the whole list has them. Only
 * the boxes of the page are looked up. By `rank` those found by code come first.
 */
export function boxesOfWalk(scope: Scope, page: BoxSelection): BoxStatement {
  const { filter, most = 0 } = page;
  const limit = sql`${Math.max(0, Math.min(page.limit ?? most, most - page.offset))}::bigint`;
  const offset = sql`${page.offset}::bigint`;
  const customers = rowsOfCustomers(scope, filter, "customers", sql`id, code, name`, sql`c`);
  const isRanked = page.order === "rank";
  const coded = filter.hits?.parts?.coded ?? null;
  const first = isRanked && coded !== null ? sql`array(select id from coded)` : sql`'{}'::bigint[]`;
  return {
    before: sql`
      with recursive ${coded === null ? sql`` : sql`coded as materialized (${codedBoxes(filter, coded)}),`}
      owners as materialized (select array_agg(c.id order by ${customerOrder(page)}) as ids from ${customers}),
      walk(place, boxes, found) as (
        select 0, b.boxes, cardinality(b.boxes) from (select ${first} as boxes) b
        union all
        select w.place + 1, b.boxes, w.found + cardinality(b.boxes)
        from walk w cross join owners o cross join lateral (select array(${idsOf(filter, sql`o.ids[w.place + 1]`, isRanked)}) as boxes offset 0) b
        where w.found <= ${most}::bigint and w.place < cardinality(o.ids)),
      wanted as (
        select place, boxes, found - cardinality(boxes) as start from walk
        where found > ${offset} and found - cardinality(boxes) < ${offset} + ${limit})`,
    ids: sql`
      select x.id from wanted w cross join lateral (
        select b.id, case w.place when 0 then h.at else b.number end as at from unnest(w.boxes) with ordinality h(id, at)
        cross join lateral ${joinById("boxes", sql`id, number`, sql`h.id`)} b
        order by case w.place when 0 then h.at end, b.number ${direction(page)} offset greatest(0, ${offset} - w.start) limit ${limit}
      ) x order by w.start, case w.place when 0 then x.at end, x.at ${direction(page)} limit ${limit}`,
    count: sql`select max(found) from walk`,
  };
}

const narrowing = (filter: BoxFilter) => [...stateIs(filter), ...filter.loose];

/** Returns SQL for the boxes found by code or number, the best first. */
const codedBoxes = (filter: BoxFilter, coded: Sql) => sql`
  select f.id, f.customer_id from (
    select b.id, b.customer_id, b.code, b.state, h.rank from (${coded}) h cross join lateral ${joinById("boxes", columnsOfBox, sql`h.id`)} b
    where ${where(narrowing(filter))}) f
  order by ${bestFirst}`;

/** The ids of the boxes of a customer that all searches find. */
function idsOf(filter: BoxFilter, customer: Sql, isRanked: boolean): Sql {
  const { parts } = filter.hits ?? { parts: null };
  const coded = parts?.coded ?? null;
  const conditions = narrowing(filter);
  const ways = parts ? [parts.of(customer)] : filter.searches.map(({ of }) => of(customer));
  const found = sql`select distinct h.id from (${sql.join(
    ways.map((way) => sql`(${way})`),
    sql` intersect `,
  )}) h(id)`;
  const those =
    conditions.length === 0
      ? found
      : sql`select b.id from (${found}) h cross join lateral ${joinById("boxes", columnsOfBox, sql`h.id`)} b where ${where(conditions)}`;
  if (coded === null) return those;
  const own = sql`select k.id from coded k where k.customer_id = ${customer}`;
  return isRanked ? sql`${those} except ${own}` : sql`${those} union ${own}`;
}
