import {
  areasInOrder,
  type BoxFilter,
  type BoxOrder,
  type BoxPage,
  type BoxStatement,
  type Builder,
  customersAre,
  customersInOrder,
  direction,
  isLoose,
  loose,
  piece,
  stateIs,
  where,
} from "./box-filter.ts";
import type { Scope } from "./scope.ts";

/** How found boxes `f` are sorted: the columns that it takes, and the rest of the statement. */
export const sorting: Record<BoxOrder, { columns: string; sorted: (page: BoxPage) => string }> = {
  code: { columns: "b.id, b.code", sorted: (page) => `order by f.code ${direction(page)}` },
  customer: {
    columns: "b.id, b.customer_id, b.number",
    sorted: (page) =>
      `join (${customersInOrder(page)}) c on c.id = f.customer_id order by c.rank, f.number ${direction(page)}`,
  },
  area: {
    columns: "b.id, b.place_area, b.code",
    sorted: (page) =>
      `left join (${areasInOrder(page)}) a on a.id = f.place_area order by a.rank, f.code ${direction(page)}`,
  },
};

/** What is searched for is found whole, once, to be counted and sorted: a page of it alone would be no cheaper. */
export const isFoundFirst = ({ filter, order }: BoxPage) =>
  filter.searches.length > 0 || (order === "area" && filter.customerId === undefined && isLoose(filter));

/**
 * Of more customers than these an index of texts is asked once for all: it takes as long for one of them as for all together
 * where a text is long, and a third of that where a word is frequent.
 */
const askedEach = 3;

/** The customers in question for an index of texts, which is not asked by customer where they are many. */
function askedBy(scope: Scope, { customerId }: BoxFilter): (column: string) => string {
  const isMany = customerId === undefined && scope.customerIds.length > askedEach;
  return (column) => (isMany ? `(${column} + 0)` : column);
}

/** Found once: by searches, or number by number in every customer's index. */
export function foundBoxes(scope: Scope, page: BoxPage, b: Builder): BoxStatement {
  const { filter, order } = page;
  const { columns, sorted } = sorting[order];
  const theirs = (column: string) => customersAre(scope, filter, column, b);
  const narrowed = [...stateIs(filter, b), ...loose(filter, b)];
  const asked = askedBy(scope, filter);
  const searches = filter.searches.map((search) => search(b, (column) => theirs(asked(column))));
  const found =
    searches.length > 0
      ? `select ${columns} from boxes b where ${where([theirs("b.customer_id"), ...narrowed, ...searches])}`
      : `select x.* from customers c cross join lateral (
          select ${columns} from boxes b where ${where(["b.customer_id = c.id", ...narrowed])} order by b.number
        ) x where ${theirs("c.id")}`;
  return {
    before: `with found as materialized (${found})`,
    ids: `select f.id from found f ${sorted(page)} ${piece(page, b)}`,
    count: "select count(*) from found",
  };
}
