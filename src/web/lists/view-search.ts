import type { List } from "#contract/list.ts";
import { parseAddress, stringifySearch } from "#web/search.ts";
import { type SearchOf, searchOf } from "./list-search.ts";

/** Returns the part of a list's address that is saved: its filters and its order, not the page. */
export function savedSearch<L extends List>(list: L, search: SearchOf<L>): string {
  const { page: _, ...rest } = searchOf(list)(parseAddress(stringifySearch(search)));
  return stringifySearch(rest).replace("?", "");
}

/** The address of a saved view, and what of it there is no more. */
export function openSearch<L extends List>(list: L, saved: string): { search: SearchOf<L>; gone: string[] } {
  const raw = parseAddress(saved);
  const search = searchOf(list)(raw);
  const searchValues = search as Readonly<Record<string, unknown>>;
  const unknownNames = Object.keys(raw).filter((name) => searchValues[name] === undefined);
  return {
    search,
    gone: unknownNames.map((name) => list.filters[name]?.label ?? (name === "orderBy" ? "Sortierung" : name)),
  };
}
