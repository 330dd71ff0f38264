import { sql } from "kysely";
import type { Sql } from "#server/database/connections/statement.ts";
import { firstUnlessCut } from "#server/database/search/box-rank.ts";
import {
  areasInOrder,
  type BoxFilter,
  type BoxOrder,
  type BoxSelection,
  type BoxStatement,
  columnsOfBox,
  customersAre,
  customersInOrder,
  customersOf,
  direction,
  isLoose,
  piece,
  rowsOfCustomers,
  stateIs,
  where,
} from "./box-selection.ts";
import { joinById, type Scope } from "#server/database/scope.ts";

/** SQL that says whether more was found than is counted. */
const isCut = (most = Number.MAX_SAFE_INTEGER) =>
  sql`cross join (select count(*) > ${most}::bigint as cut from found) n`;

/** Orders of found boxes `f`: the columns that each takes, and the rest of the statement, with the place where the customers `c` stand. */
export const sorting: Record<BoxOrder, { columns: Sql; sorted: (page: BoxSelection, customers: () => Sql) => Sql }> = {
  code: { columns: sql`b.id, b.code`, sorted: (page) => sql`order by f.code ${direction(page)}` },
  customer: {
    columns: sql`b.id, b.customer_id, b.number`,
    sorted: (page, customers) =>
      sql`join (${customersInOrder(page, customers())}) c on c.id = f.customer_id order by c.rank, f.number ${direction(page)}`,
  },
  area: {
    columns: sql`b.id, b.place_area, b.code`,
    sorted: (page) =>
      sql`left join (${areasInOrder(page)}) a on a.id = f.place_area order by a.rank, f.code ${direction(page)}`,
  },
  rank: {
    columns: sql`b.id, b.code, b.state, h.rank`,
    sorted: ({ most }) => sql`${isCut(most)} order by ${firstUnlessCut}`,
  },
};

/** Says whether the boxes are found as a whole, once, to be counted and sorted: a page of them alone would be no cheaper. */
export const isFoundFirst = ({ filter, order }: BoxSelection) =>
  filter.hits !== undefined ||
  filter.searches.length > 0 ||
  (order === "area" && filter.customerId === undefined && isLoose(filter));

/** Found once: by what was typed, by searches, or number by number in every customer's index. */
export function foundBoxes(scope: Scope, page: BoxSelection): BoxStatement {
  const { sorted } = sorting[page.order];
  const { searches, hits } = page.filter;
  const ids = hits
    ? byHits(scope, page, hits.all)
    : searches.length > 0
      ? bySearches(scope, page)
      : byNumbers(scope, page);
  const customers = () => rowsOfCustomers(scope, page.filter, "customers", sql`id, code, name`, sql`c`);
  return {
    before: sql`with found as materialized (${ids})`,
    ids: sql`select f.id from found f ${sorted(page, customers)} ${piece(cutPiece(page))}`,
    count: sql`select count(*) from found`,
  };
}

/** As much of a page as is within what a text may find. */
const cutPiece = (page: BoxSelection): BoxSelection => {
  const { most, limit, offset } = page;
  return most === undefined || limit === null ? page : { ...page, limit: Math.max(0, Math.min(limit, most - offset)) };
};

const narrowing = ({ filter }: BoxSelection) => [...stateIs(filter), ...filter.loose];

/** Returns SQL for the hits of a search, which has looked among the customers in question alone. */
function byHits(scope: Scope, page: BoxSelection, hits: Sql): Sql {
  const { filter } = page;
  const { columns } = sorting[page.order];
  const customers = customersOf(scope, filter);
  const box = joinById("boxes", columnsOfBox, sql`h.id`);
  const others = filter.searches.length === 0 ? [] : [sql`h.id in (${idsOfSearches(filter, customers)})`];
  return sql`
    select ${columns} from (${hits}) h ${customers === null ? sql`join boxes b on b.id = h.id` : sql`cross join lateral ${box} b`}
    where ${where([customersAre(scope, filter, sql`b.customer_id`), ...narrowing(page), ...others])}`;
}

/**
 * Returns SQL for the boxes that an index finds, among everybody's or customer by customer. The boxes of others would make the first way take longer.
 */
function bySearches(scope: Scope, page: BoxSelection): Sql {
  const { filter } = page;
  const { columns } = sorting[page.order];
  const customers = customersOf(scope, filter);
  const searches = filter.searches.map(({ among }) => among);
  if (customers === null) return sql`select ${columns} from boxes b where ${where([...narrowing(page), ...searches])}`;
  return sql`
    select ${columns} from (${idsOfSearches(filter, customers)}) h
    cross join lateral ${joinById("boxes", columnsOfBox, sql`h.id`)} b
    where ${where([customersAre(scope, filter, sql`b.customer_id`), ...narrowing(page)])}`;
}

/** The ids of the boxes that all searches find. */
function idsOfSearches({ searches }: BoxFilter, customers: readonly number[] | null): Sql {
  if (customers === null) return sql`select b.id from boxes b where ${where(searches.map(({ among }) => among))}`;
  const own = searches.map(({ of }) => sql`(${of(sql`mine.customer`)})`);
  return sql`
    select distinct h.id from unnest(${customers}::bigint[]) mine(customer)
    cross join lateral (${sql.join(own, sql` intersect `)}) h(id)`;
}

function byNumbers(scope: Scope, page: BoxSelection): Sql {
  const { columns } = sorting[page.order];
  return sql`select x.* from ${rowsOfCustomers(scope, page.filter, "customers", sql`id`, sql`c`)} cross join lateral (
    select ${columns} from boxes b where ${where([sql`b.customer_id = c.id`, ...narrowing(page)])} order by b.number) x`;
}
