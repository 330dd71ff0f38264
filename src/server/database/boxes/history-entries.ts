import { sql } from "kysely";
import type { HistoryMeta } from "#rules/stock/history.ts";
import { type AuthorRow, shownAuthor } from "#server/database/authors.ts";
import { isoInstant } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { json } from "#server/database/sql/json.ts";

/** An entry as it is read: `history` beside its author's names; instants as ISO 8601. */
export interface HistoryRow extends AuthorRow {
  readonly id: number;
  readonly state: number;
  readonly created: string;
  readonly happened: string | null;
  readonly happened_unknown: boolean;
  readonly blanked: string | null;
  readonly meta: HistoryMeta | null;
  readonly text: string | null;
}

/** An entry with instants as the connection reads them outside of JSON. */
export const historyRow = json<HistoryRow>({
  id: "seq",
  state: "kind",
  created: sql`created::text`,
  happened: sql`happened::text`,
  happened_unknown: sql`device is not null and happened is null`,
  blanked: sql`blanked::text`,
  meta: "meta",
  text: "text",
  first_name: "first_name",
  last_name: "last_name",
  colleague: "colleague",
});

/** Condition that the author of the entry `h` may see its box `b`, too. */
export const isColleague = sql`exists (select from customer_users c where c.user_id = h.user_id and c.customer_id = b.customer_id)`;

/** An entry as the caller reads it. */
export function shownEntry(
  scope: Scope,
  { first_name, last_name, colleague, created, happened, blanked, ...entry }: HistoryRow,
) {
  const user = shownAuthor(scope, { first_name, last_name, colleague });
  const instants = { happened: happened && isoInstant(happened), blanked: blanked && isoInstant(blanked) };
  return { ...entry, ...instants, created: isoInstant(created), user };
}
