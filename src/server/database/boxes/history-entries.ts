import { sql } from "kysely";
import type { HistoryMeta } from "#rules/stock/history.ts";
import { type AuthorRow, shownAuthor } from "#server/database/authors.ts";
import { isoInstant, type Sql } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { json } from "#server/database/sql/json.ts";

/** An entry as it is read: one of `entriesOf` beside its author's names; instants as ISO 8601. */
export interface HistoryRow extends AuthorRow {
  readonly id: number;
  readonly state: number;
  readonly created: string;
  readonly happened: string | null;
  readonly happened_unknown: boolean;
  readonly blanked: string | null;
  readonly meta: HistoryMeta | null;
  readonly text: string | null;
  readonly taken: boolean;
}

/** An entry with instants as the connection reads them outside of JSON. */
export const historyRow = json<HistoryRow>({
  id: "id",
  state: "kind",
  created: sql`created::text`,
  happened: sql`happened::text`,
  happened_unknown: sql`device is not null and happened is null`,
  blanked: sql`blanked::text`,
  meta: "meta",
  text: "text",
  taken: "taken",
  first_name: "first_name",
  last_name: sql`coalesce(last_name, nullif(name, ''))`,
  colleague: "colleague",
});

/**
 * What is told of a box: by the system from which it was taken over, under the ids that it had there, and by us, whose numbers are counted on
 * behind the last of those. `entryOrder` is the order of such entries `h` in which it happened.
 */
export const entriesOf = (box: Sql) => sql`(
  select box_id, id, kind, user_id, name, meta, text, created, null::timestamptz as happened, null::uuid as device, blanked, true as taken
  from taken_entries where box_id = ${box}
  union all
  select box_id, seq + coalesce((select last_entry from takeovers), 0), kind, user_id, '', meta, text, created, happened, device, blanked, false
  from history where box_id = ${box})`;
export const entryOrder = sql`not h.taken, case when h.taken then h.created end, h.id`;

/** Condition that the author of the entry `h` may see its box `b`, too. */
export const isColleague = sql`exists (select from customer_users c where c.user_id = h.user_id and c.customer_id = b.customer_id)`;

/** An entry as the caller reads it. */
export function shownEntry(
  scope: Scope,
  { first_name, last_name, colleague, created, happened, blanked, taken, ...entry }: HistoryRow,
) {
  const user = shownAuthor(scope, { first_name, last_name, colleague });
  const instants = { happened: happened && isoInstant(happened), blanked: blanked && isoInstant(blanked) };
  return { ...entry, ...instants, created: isoInstant(created), user, ...(taken && { taken_over: true as const }) };
}
