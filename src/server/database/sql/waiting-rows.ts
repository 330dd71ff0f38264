import { sql } from "kysely";
import type { WaitingKind, WaitingThings } from "#rules/waiting-lines.ts";
import type { Sql } from "#server/database/database.ts";

/** Row that a statement finds of a kind; without a thing there is no oldest one. */
export interface WaitingRow {
  readonly kind: WaitingKind;
  readonly count: number;
  readonly since: string | null;
  readonly id: number | null;
  readonly name: string | null;
}

/** One line of a kind: how many rows `from` has, and of the oldest one by `since` its `id` and its name. */
export const waitingRow = (
  kind: WaitingKind,
  from: Sql,
  { since, id, name = sql`null::text` }: Record<"since" | "id", Sql> & { name?: Sql },
) => sql`
  select ${sql.lit(kind)}::text as kind, count(*)::int as count, min(${since})::timestamptz as since,
    ((array_agg(${id} order by ${since}, ${id}))[1])::bigint as id, (array_agg(${name} order by ${since}, ${id}))[1] as name
  from ${from}`;

/** Rows as what waits: nothing of a kind that has nothing. `nameOf` says how the oldest one is called. */
export const waitingThings = (
  rows: readonly WaitingRow[],
  nameOf: (kind: WaitingKind, id: number, name: string | null) => string,
): WaitingThings[] =>
  rows.flatMap(({ kind, count, since, id, name }) =>
    count > 0 && since !== null && id !== null
      ? [{ kind, count, since, first: { id, name: nameOf(kind, id, name) } }]
      : [],
  );
