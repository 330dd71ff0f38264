import {
  areasInOrder,
  type BoxOrder,
  type BoxSelection,
  type BoxStatement,
  type Builder,
  customersAre,
  customersInOrder,
  customersOf,
  direction,
  isLoose,
  loose,
  piece,
  rowsOfCustomers,
  stateIs,
  where,
} from "./box-filter.ts";
import { joinById, type Scope } from "./scope.ts";

/** How found boxes `f` are sorted: the columns that it takes, and the rest of the statement, with where the customers `c` stand. */
export const sorting: Record<
  BoxOrder,
  { columns: string; sorted: (page: BoxSelection, customers: () => string) => string }
> = {
  code: { columns: "b.id, b.code", sorted: (page) => `order by f.code ${direction(page)}` },
  customer: {
    columns: "b.id, b.customer_id, b.number",
    sorted: (page, customers) =>
      `join (${customersInOrder(page, customers())}) c on c.id = f.customer_id order by c.rank, f.number ${direction(page)}`,
  },
  area: {
    columns: "b.id, b.place_area, b.code",
    sorted: (page) =>
      `left join (${areasInOrder(page)}) a on a.id = f.place_area order by a.rank, f.code ${direction(page)}`,
  },
};

/** What is searched for is found whole, once, to be counted and sorted: a page of it alone would be no cheaper. */
export const isFoundFirst = ({ filter, order }: BoxSelection) =>
  filter.searches.length > 0 || (order === "area" && filter.customerId === undefined && isLoose(filter));

/** Found once: by searches, or number by number in every customer's index. */
export function foundBoxes(scope: Scope, page: BoxSelection, b: Builder): BoxStatement {
  const { sorted } = sorting[page.order];
  const ids = page.filter.searches.length > 0 ? bySearches(scope, page, b) : byNumbers(scope, page, b);
  const customers = () => rowsOfCustomers(scope, page.filter, b, "customers", "id, code, name", "c");
  return {
    before: `with found as materialized (${ids})`,
    ids: `select f.id from found f ${sorted(page, customers)} ${piece(page, b)}`,
    count: "select count(*) from found",
  };
}

const narrowing = ({ filter }: BoxSelection, b: Builder) => [...stateIs(filter, b), ...loose(filter, b)];

/** What an index finds among everybody's boxes, or customer by customer: it would take longer for what others have. */
function bySearches(scope: Scope, page: BoxSelection, b: Builder): string {
  const { filter } = page;
  const { columns } = sorting[page.order];
  const customers = customersOf(scope, filter);
  const searches = filter.searches.map(({ among, of }) => (customers === null ? among(b) : of(b, "mine.customer")));
  if (customers === null) return `select ${columns} from boxes b where ${where([...narrowing(page, b), ...searches])}`;
  return `
    select ${columns} from (
      select distinct h.id from unnest(${b.bind(customers, "bigint[]")}) mine(customer)
      cross join lateral (${searches.map((search) => `(${search})`).join(" intersect ")}) h(id)) h
    cross join lateral ${joinById("boxes", "id, customer_id, number, code, state, place_area", "h.id")} b
    where ${where([customersAre(scope, filter, "b.customer_id", b), ...narrowing(page, b)])}`;
}

function byNumbers(scope: Scope, page: BoxSelection, b: Builder): string {
  const { columns } = sorting[page.order];
  return `select x.* from ${rowsOfCustomers(scope, page.filter, b, "customers", "id", "c")} cross join lateral (
    select ${columns} from boxes b where ${where(["b.customer_id = c.id", ...narrowing(page, b)])} order by b.number) x`;
}
