import type { List } from "#contract/list.ts";
import type { Route } from "#contract/route.ts";
import { computeOffset, pageSize } from "#rules/lists/paging.ts";
import type { CallArguments } from "#web/api/call.ts";
import { queryFor } from "#web/api/queries.ts";
import type { Loader } from "#web/loader.ts";
import { type SearchOf, searchOf } from "./list-search.ts";
import { narrowing } from "./narrowing.ts";

/** The call of a list. */
export type ListCall = Route & { readonly method: "GET" };

/** Inputs by which a list is read. */
export interface ListAsked<L extends List, R extends ListCall> {
  readonly list: L;
  readonly call: R;
  /** Values in the call's path. */
  readonly path?: object | undefined;
  /** The fields that are asked for; without it all of them. */
  readonly selection?: string | undefined;
  /** Conditions that narrow the list besides its filters. */
  readonly also?: object | undefined;
}

/** The piece of a list that an address names, as a query: the screen asks by it, and its loader. */
export function pieceOf<L extends List>(asked: ListAsked<L, ListCall>, search: SearchOf<L>, isStaff: boolean) {
  const { list, call, path, selection, also } = asked;
  const piece = list.whole ? {} : { limit: pageSize, offset: computeOffset(search.page ?? 1) };
  const query = { ...narrowing(list, search, isStaff), ...piece, ...also, query: selection };
  return queryFor<ListCall>(call, ...([{ path, query }] as unknown as CallArguments<ListCall>));
}

/** Asks for the piece of a list that an address names. */
export const loaderOf =
  <L extends List>(asked: ListAsked<L, ListCall>): Loader =>
  ({ search, isStaff }) => [pieceOf(asked, searchOf(asked.list)(search), isStaff)];
