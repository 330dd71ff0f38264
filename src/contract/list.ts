import { type Filter, isAbove, type ValueOf } from "#rules/lists/filters.ts";
import { columnOf, type OrderBy } from "#rules/lists/orders.ts";

/**
 * A list, declared once in `lists/`: the schema of its call's query, what its address may say, its filter bar and the names
 * of its orders are made from it. It is loaded with the first page, so it stands apart from the schemas.
 */
export interface List {
  /** The columns that people can order by, with their labels; `staff` where only they may ask for it. */
  readonly orders: Readonly<Record<string, string | { readonly label: string; readonly access: "staff" }>>;
  /** By their names in the address, in their order above the list; `api` is what the call names it otherwise. */
  readonly filters: Readonly<Record<string, Filter & { readonly api?: string }>>;
  /** Filters that name the ends of a range, the lower one first. */
  readonly ranges?: readonly (readonly [from: string, to: string])[];
  /** It has no pages: every entry is shown. */
  readonly whole?: true;
}

/** The orders of a list. */
export type OrderOf<L extends List> = OrderBy<keyof L["orders"] & string>;

type ApiName<F, Name> = F extends { readonly api: infer Api extends string } ? Api : Name;

/** The filters of a list as its call names them, with their values. */
export type Narrowing<L extends List> = {
  [Name in keyof L["filters"] as ApiName<L["filters"][Name], Name>]?: ValueOf<L["filters"][Name]> | undefined;
};

/** Returns the name that the call gives to the filter of that name. */
export const apiName = (list: List, name: string) => list.filters[name]?.api ?? name;

/** Says whether these values of filters, by their names in the address, name a range that nothing can be in. */
export function isUpsideDown(
  [from, to]: readonly [string, string],
  values: Readonly<Record<string, unknown>>,
): boolean {
  return isAbove(values[from], values[to]);
}

/** The label of a column that people can order by; undefined for any other. */
export function orderLabel(list: List, column: string): string | undefined {
  const order = list.orders[column];
  return typeof order === "object" ? order.label : order;
}

/** Says whether a user may ask for an order. */
export function mayOrder(list: List, orderBy: string, isStaff: boolean): boolean {
  return isStaff || typeof list.orders[columnOf(orderBy)] !== "object";
}
