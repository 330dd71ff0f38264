import { sql } from "kysely";
import { archiveAuthor, type HistoryMeta } from "#rules/stock/history.ts";
import { isoInstant } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { json } from "#server/database/sql/json.ts";

/** An entry as it is read: `history` beside its author's names; instants as ISO 8601. */
export interface HistoryRow {
  readonly id: number;
  readonly state: number;
  readonly created: string;
  readonly happened: string | null;
  readonly happened_unknown: boolean;
  readonly blanked: string | null;
  readonly meta: HistoryMeta | null;
  readonly text: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly colleague: boolean;
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

/** Whether the author of the entry `h` may see its box `b`, too. */
export const isColleague = sql`exists (select from customer_users c where c.user_id = h.user_id and c.customer_id = b.customer_id)`;

const archive = { first_name: archiveAuthor, last_name: "" };

/**
 * Customer users read names only of those who may see the box too: everybody else is
 * the archive, for good, also when staff become somebody else's customer user (product 4).
 */
export function shownEntry(
  scope: Scope,
  { first_name, last_name, colleague, created, happened, blanked, ...entry }: HistoryRow,
) {
  const user =
    last_name === null ? null : scope.isStaff || colleague ? { first_name: first_name ?? "", last_name } : archive;
  const instants = { happened: happened && isoInstant(happened), blanked: blanked && isoInstant(blanked) };
  return { ...entry, ...instants, created: isoInstant(created), user };
}
