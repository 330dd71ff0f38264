import { archiveAuthor } from "#rules/stock/history.ts";
import type { Scope } from "./scope.ts";

/** Somebody who did something, as read: null where nobody is known. */
export interface AuthorRow {
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** True where the author may see the customer's things, too. */
  readonly colleague: boolean;
}

/** The same where somebody is. */
export type KnownAuthor = AuthorRow & { readonly last_name: string };

export interface Author {
  readonly first_name: string;
  readonly last_name: string;
}

const archive: Author = { first_name: archiveAuthor, last_name: "" };

/**
 * Returns the author of an action, as the caller reads it. Customer users read names only of those who may see the thing too. Everybody else is the
 * archive, permanently, also when staff become somebody else's customer user (product 4).
 */
export function shownAuthor(scope: Scope, author: KnownAuthor): Author;
export function shownAuthor(scope: Scope, author: AuthorRow): Author | null;
export function shownAuthor({ isStaff }: Scope, { first_name, last_name, colleague }: AuthorRow): Author | null {
  if (last_name === null) return null;
  return isStaff || colleague ? { first_name: first_name ?? "", last_name } : archive;
}
