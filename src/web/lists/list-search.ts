import { isUpsideDown, type List, type OrderOf } from "#contract/list.ts";
import { filterValue, type ValueOf } from "#rules/lists/filters.ts";
import { pageIn, type RawSearch, textIn } from "#web/search.ts";

/** Contents of a list's address: the page, the order and the filters. */
export type SearchOf<L extends List> = { page?: number | undefined; orderBy?: OrderOf<L> | undefined } & {
  -readonly [Name in keyof L["filters"]]?: ValueOf<L["filters"][Name]> | undefined;
};

/** Reads the address of a list, which may come from anywhere: what is no valid value is dropped, the rest counts. */
export const searchOf =
  <L extends List>(list: L) =>
  (raw: RawSearch) => {
    const orders = Object.keys(list.orders).flatMap((column) => [column, `-${column}`]);
    const filters = Object.entries(list.filters).map(([name, filter]) => [
      name,
      filterValue(filter, textIn(raw, name)),
    ]);
    const filterValues = Object.fromEntries(filters) as Record<string, unknown>;
    for (const range of list.ranges ?? []) if (isUpsideDown(range, filterValues)) filterValues[range[1]] = undefined;
    return {
      page: list.whole ? undefined : pageIn(raw),
      orderBy: orders.find((order) => order === textIn(raw, "orderBy")),
      ...filterValues,
    } as SearchOf<L>;
  };
