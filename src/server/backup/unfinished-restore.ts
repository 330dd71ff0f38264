import type { ClientBase } from "pg";
import { connect } from "#server/database/connect.ts";
import type { Connection } from "#server/database/database.ts";

/** A restore makes this table before anything else, and drops it when the pictures are in their place, too. */
export const unfinishedTable = "unfinished_restore";

/** Work that an interrupted restore had begun. */
interface InterruptedRestore {
  /** The ending of the names of what was set aside; null where the database was empty. */
  readonly ending: string | null;
}

/** The statements that say that a restore has begun. */
export const beginRestore = ({ ending }: InterruptedRestore): string[] => [
  `create table ${unfinishedTable} (ending text)`,
  `insert into ${unfinishedTable} values (${ending === null ? "null" : `'${ending}'`})`,
];

/** The restore that did not end in this database. */
export async function findUnfinished(client: ClientBase): Promise<InterruptedRestore | undefined> {
  const { rows } = await client.query(
    `select from pg_tables where schemaname = 'public' and tablename = '${unfinishedTable}'`,
  );
  if (rows.length === 0) return undefined;
  const { rows: found } = await client.query<InterruptedRestore>(`select ending from ${unfinishedTable}`);
  return found[0];
}

/** @throws Error where a restore was broken off: rows or pictures are missing, and nobody may begin to work. */
export async function refuseUnfinished(connection: Connection): Promise<void> {
  const client = await connect(connection);
  try {
    const interruption = await findUnfinished(client);
    if (!interruption) return;
    const there = interruption.ending === null ? "" : " What was there is in a schema of its own, before_….";
    throw new Error(`A restore into this database was broken off, or still runs: run it again.${there}`);
  } finally {
    await client.end();
  }
}
