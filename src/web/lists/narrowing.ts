import { apiName, type List, mayOrder, type Narrowing, type OrderOf } from "#contract/list.ts";
import type { SearchOf } from "./list-search.ts";

type AnySearch = Readonly<Record<string, unknown>>;

/** Says whether an address narrows its list. */
export const isFiltered = (list: List, search: AnySearch) =>
  Object.keys(list.filters).some((name) => search[name] !== undefined);

/** The order that an address asks for; none where it is for staff and the reader is not. */
export function orderIn<L extends List>(list: L, search: SearchOf<L>, isStaff: boolean): OrderOf<L> | undefined {
  const { orderBy } = search;
  return orderBy !== undefined && mayOrder(list, orderBy, isStaff) ? orderBy : undefined;
}

/** Filters and order of an address as the list's call takes them; which piece of the list is the caller's to add. */
export function narrowing<L extends List>(list: L, search: SearchOf<L>, isStaff: boolean) {
  const filters = Object.keys(list.filters).map((name) => [apiName(list, name), (search as AnySearch)[name]]);
  return { ...(Object.fromEntries(filters) as Narrowing<L>), order_by: orderIn(list, search, isStaff) };
}
