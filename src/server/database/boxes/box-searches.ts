import { sql } from "kysely";
import type { Sql } from "#server/database/connections/statement.ts";
import { bestFirst } from "#server/database/search/box-rank.ts";
import {
  areasInOrder,
  type BoxOrder,
  type BoxSearch,
  type BoxSelection,
  type BoxStatement,
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

/** How found boxes `f` are sorted: the columns that it takes, and the rest of the statement, with where the customers `c` stand. */
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
    columns: sql`b.id, b.code, b.state`,
    sorted: () => sql`join hits k on k.id = f.id order by ${bestFirst}`,
  },
};

/** What is searched for is found whole, once, to be counted and sorted: a page of it alone would be no cheaper. */
export const isFoundFirst = ({ filter, order }: BoxSelection) =>
  filter.hits !== undefined ||
  filter.searches.length > 0 ||
  (order === "area" && filter.customerId === undefined && isLoose(filter));

/** Found once: by what was typed, by searches, or number by number in every customer's index. */
export function foundBoxes(scope: Scope, page: BoxSelection): BoxStatement {
  const { sorted } = sorting[page.order];
  const { searches, hits } = page.filter;
  const ids = searches.length > 0 ? bySearches(scope, page) : hits ? byHits(scope, page) : byNumbers(scope, page);
  const customers = () => rowsOfCustomers(scope, page.filter, "customers", sql`id, code, name`, sql`c`);
  return {
    before: sql`with ${hits ? sql`hits as materialized (${hits}), ` : sql``}found as materialized (${ids})`,
    ids: sql`select f.id from found f ${sorted(page, customers)} ${piece(page)}`,
    count: sql`select count(*) from found`,
  };
}

const narrowing = ({ filter }: BoxSelection) => [...stateIs(filter), ...filter.loose];
const columnsOfBox = sql`id, customer_id, number, code, state, place_area`;

/** What was typed has looked among the customers in question alone. */
function byHits(scope: Scope, page: BoxSelection): Sql {
  const { columns } = sorting[page.order];
  const boxes =
    customersOf(scope, page.filter) === null
      ? sql`join boxes b on b.id = h.id`
      : sql`cross join lateral ${joinById("boxes", columnsOfBox, sql`h.id`)} b`;
  return sql`
    select ${columns} from hits h ${boxes}
    where ${where([customersAre(scope, page.filter, sql`b.customer_id`), ...narrowing(page)])}`;
}

const hitsOf: BoxSearch = {
  among: sql`b.id in (select id from hits)`,
  of: (customer) => sql`select k.id from hits k where k.customer_id = ${customer}`,
};

/** What an index finds among everybody's boxes, or customer by customer: it would take longer for what others have. */
function bySearches(scope: Scope, page: BoxSelection): Sql {
  const { filter } = page;
  const { columns } = sorting[page.order];
  const customers = customersOf(scope, filter);
  const all = [...filter.searches, ...(filter.hits ? [hitsOf] : [])];
  const searches = all.map(({ among, of }) => (customers === null ? among : of(sql`mine.customer`)));
  if (customers === null) return sql`select ${columns} from boxes b where ${where([...narrowing(page), ...searches])}`;
  return sql`
    select ${columns} from (
      select distinct h.id from unnest(${customers}::bigint[]) mine(customer)
      cross join lateral (${sql.join(
        searches.map((search) => sql`(${search})`),
        sql` intersect `,
      )}) h(id)) h
    cross join lateral ${joinById("boxes", columnsOfBox, sql`h.id`)} b
    where ${where([customersAre(scope, filter, sql`b.customer_id`), ...narrowing(page)])}`;
}

function byNumbers(scope: Scope, page: BoxSelection): Sql {
  const { columns } = sorting[page.order];
  return sql`select x.* from ${rowsOfCustomers(scope, page.filter, "customers", sql`id`, sql`c`)} cross join lateral (
    select ${columns} from boxes b where ${where([sql`b.customer_id = c.id`, ...narrowing(page)])} order by b.number) x`;
}
