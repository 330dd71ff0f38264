import { sql } from "kysely";
import type { HistoryEntry } from "#contract/schemas/stock/boxes.ts";
import { archiveAuthor } from "#rules/stock/history.ts";
import { isoInstant } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { json } from "#server/database/sql/json.ts";

/** An entry as it is read: `history` beside its author's names. */
export interface HistoryRow extends Omit<HistoryEntry, "user"> {
  first_name: string | null;
  last_name: string | null;
  colleague: boolean;
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
export function historyOf(
  scope: Scope,
  { first_name, last_name, colleague, created, happened, blanked, ...entry }: HistoryRow,
): HistoryEntry {
  const user =
    last_name === null ? null : scope.isStaff || colleague ? { first_name: first_name ?? "", last_name } : archive;
  const instants = { happened: happened && isoInstant(happened), blanked: blanked && isoInstant(blanked) };
  return { ...entry, ...instants, created: isoInstant(created), user };
}
