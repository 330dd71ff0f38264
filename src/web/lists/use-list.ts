import { useQuery } from "@tanstack/react-query";
import { type LinkProps, useNavigate, useSearch } from "@tanstack/react-router";
import type { List, OrderOf } from "#contract/list.ts";
import type { Reply } from "#contract/route.ts";
import type { ListCount } from "#rules/lists/paging.ts";
import { useSession } from "#web/api/session.ts";
import type { RawSearch } from "#web/search.ts";
import { type SearchOf, searchOf } from "./list-search.ts";
import { type ListAsked, type ListCall, pieceOf } from "./list-piece.ts";
import { orderIn } from "./narrowing.ts";

/** Entry of the list that a call answers. */
export type ListEntry<R extends ListCall> =
  Reply<R> extends { results: (infer T extends { id: number })[] } ? T : never;

export type { ListCall };

export type ListSource<L extends List, R extends ListCall> = ListAsked<L, R> & {
  /** The list's address. */
  to: (search: SearchOf<L>) => LinkProps;
};

/** The piece of a list that the address of the screen names, and the ways to another one. */
export interface ShownList<L extends List, T> {
  readonly list: L;
  readonly search: SearchOf<L>;
  readonly page: number;
  readonly orderBy: OrderOf<L> | undefined;
  /** Undefined until the first answer. */
  readonly data: (ListCount & { readonly count_pages: number; readonly results: readonly T[] }) | undefined;
  readonly isFetching: boolean;
  readonly error: Error | null;
  readonly refetch: () => unknown;
  /** There are fewer pages. */
  readonly isBeyond: boolean;
  /** Another order or filter: it starts on the first page. Back leads to the order before, and past what was typed as a filter. */
  readonly change: (changes: object) => void;
  readonly toPage: (page: number) => LinkProps;
}

/** Reads the values of the screen's list from the address, beside everything else that stands in it. */
export function useListSearch<L extends List>(list: L): SearchOf<L> {
  const address: RawSearch = useSearch({ strict: false });
  return { ...address, ...searchOf(list)(address) };
}

/** Asks for the piece of a list that the address of the screen names. */
export function useList<L extends List, R extends ListCall>(source: ListSource<L, R>): ShownList<L, ListEntry<R>> {
  const { list, to } = source;
  const search = useListSearch(list);
  const navigate = useNavigate();
  const isStaff = useSession().user?.is_staff ?? false;
  const { page = 1 } = search;
  const { data: found, isPlaceholderData, isFetching, error, refetch } = useQuery(pieceOf(source, search, isStaff));
  const data = found as ShownList<L, ListEntry<R>>["data"];
  const change = (changes: object) => {
    const next = (old: object) => ({ ...old, ...changes, page: undefined });
    void navigate({ ...to(search), search: next, replace: !("orderBy" in changes) });
  };
  return {
    isFetching,
    error,
    refetch,
    list,
    search,
    page,
    orderBy: orderIn(list, search, isStaff),
    data,
    isBeyond: data !== undefined && !isPlaceholderData && page > data.count_pages,
    change,
    toPage: (next) => to({ ...search, page: next === 1 ? undefined : next }),
  };
}
