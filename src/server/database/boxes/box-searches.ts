import { sql } from "kysely";
import type { Sql } from "#server/database/connections/statement.ts";
import {
  areasInOrder,
  type BoxOrder,
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
};

/** What is searched for is found whole, once, to be counted and sorted: a page of it alone would be no cheaper. */
export const isFoundFirst = ({ filter, order }: BoxSelection) =>
  filter.searches.length > 0 || (order === "area" && filter.customerId === undefined && isLoose(filter));

/** Found once: by searches, or number by number in every customer's index. */
export function foundBoxes(scope: Scope, page: BoxSelection): BoxStatement {
  const { sorted } = sorting[page.order];
  const ids = page.filter.searches.length > 0 ? bySearches(scope, page) : byNumbers(scope, page);
  const customers = () => rowsOfCustomers(scope, page.filter, "customers", sql`id, code, name`, sql`c`);
  return {
    before: sql`with found as materialized (${ids})`,
    ids: sql`select f.id from found f ${sorted(page, customers)} ${piece(page)}`,
    count: sql`select count(*) from found`,
  };
}

const narrowing = ({ filter }: BoxSelection) => [...stateIs(filter), ...filter.loose];

/** What an index finds among everybody's boxes, or customer by customer: it would take longer for what others have. */
function bySearches(scope: Scope, page: BoxSelection): Sql {
  const { filter } = page;
  const { columns } = sorting[page.order];
  const customers = customersOf(scope, filter);
  const searches = filter.searches.map(({ among, of }) => (customers === null ? among : of(sql`mine.customer`)));
  if (customers === null) return sql`select ${columns} from boxes b where ${where([...narrowing(page), ...searches])}`;
  return sql`
    select ${columns} from (
      select distinct h.id from unnest(${customers}::bigint[]) mine(customer)
      cross join lateral (${sql.join(
        searches.map((search) => sql`(${search})`),
        sql` intersect `,
      )}) h(id)) h
    cross join lateral ${joinById("boxes", sql`id, customer_id, number, code, state, place_area`, sql`h.id`)} b
    where ${where([customersAre(scope, filter, sql`b.customer_id`), ...narrowing(page)])}`;
}

function byNumbers(scope: Scope, page: BoxSelection): Sql {
  const { columns } = sorting[page.order];
  return sql`select x.* from ${rowsOfCustomers(scope, page.filter, "customers", sql`id`, sql`c`)} cross join lateral (
    select ${columns} from boxes b where ${where([sql`b.customer_id = c.id`, ...narrowing(page)])} order by b.number) x`;
}
