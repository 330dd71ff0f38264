import pg from "pg";
import { inject } from "vitest";
import type { Connection } from "#server/database/database.ts";

/** Acts as somebody who may do everything with a database, and knows nothing of its rules. */
export async function forge(
  { database }: Exclude<Connection, string>,
  ...statements: readonly string[]
): Promise<void> {
  const client = new pg.Client({ ...inject("postgres").superuser, database });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("set local session_replication_role = replica");
    for (const statement of statements) await client.query(statement);
    await client.query("commit");
  } finally {
    await client.end();
  }
}

const earlier = (column: string, days: number) =>
  `${column} = (${column} at time zone 'Europe/Berlin' - interval '${days} days') at time zone 'Europe/Berlin'`;

const chainAnew = (table: string, id: string, hash: string) => `
  do $$
  declare
    e ${table};
    last bigint;
    previous bytea;
  begin
    for e in select * from ${table} order by ${id}, seq loop
      if e.${id} is distinct from last then previous := null; end if;
      last := e.${id};
      previous := ${hash};
      update ${table} set hash = previous where ${id} = e.${id} and seq = e.seq;
    end loop;
  end $$`;

/**
 * Makes everything that happened so far happen so many days earlier: histories and events with their chains, and the days of boxes and
 * storage periods. There is no seal then.
 */
export function age(connection: Exclude<Connection, string>, days: number): Promise<void> {
  return forge(
    connection,
    "delete from seals",
    "delete from audit_days",
    "update audit_floor set at = '-infinity'",
    "update history_floor set at = '-infinity'",
    `update history set ${earlier("created", days)}, ${earlier("happened", days)}, ${earlier("blanked", days)}`,
    chainAnew(
      "history",
      "box_id",
      `case when e.device is null and e.happened is null then entry_hash(previous, e.box_id, e.seq, e.kind, e.user_id, e.created, e.digest)
        else scanned_entry_hash(previous, e.box_id, e.seq, e.kind, e.user_id, e.created, e.device, e.happened, e.digest) end`,
    ),
    `update destruction_events set ${earlier("created", days)}`,
    chainAnew(
      "destruction_events",
      "batch_id",
      "entry_hash(previous, e.batch_id, e.seq, e.kind, e.user_id, e.created, e.digest)",
    ),
    `update boxes set destroyed = destroyed - ${days}, ${earlier("destruction", days)}, ${earlier("blanked", days)}`,
    `update contents set ${earlier("blanked", days)}`,
    `update box_cost_centres set until_day = until_day - ${days}`,
    `update storage_periods set from_day = from_day - ${days}, to_day = to_day - ${days}`,
  );
}
