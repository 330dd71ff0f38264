import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { dropIndexes } from "#server/database/sql/bulk-load.ts";
import { connect } from "#server/database/connect.ts";
import type { Connection } from "#server/database/database.ts";
import { migrate, migrationNames } from "#server/database/migrate.ts";
import { unfinishedTable } from "./unfinished-restore.ts";
import type { ManifestHead, Manifest } from "./manifest.ts";
import { BrokenBackup, readBackup } from "./read.ts";

/** Why a database is not restored into: it holds something. */
export class NotEmpty extends Error {}

interface Restoring {
  /** The proven backup's manifest: its bytes were read to their end before. */
  readonly manifest: Manifest;
  readonly bytes: AsyncIterable<Buffer>;
  readonly onStep?: (what: string) => void;
}

/**
 * Brings a proven backup into an empty database: the schema that it had, its rows in one transaction, then the migrations since.
 * A number that is there already is not given again, whatever the backup says is next; those that may have been used since are asked for (decision 165).
 * @throws NotEmpty where the database has tables; BrokenBackup where the schema is newer than this program, or the file is not the
 * one any more that was proven. The database is as empty as before then, but for the tables.
 */
export async function restoreDatabase(connection: Connection, restoring: Restoring): Promise<void> {
  const { head, tables, sequences } = restoring.manifest;
  refuseUnknownSchema(head);
  const client = await connect(connection);
  try {
    if (!(await isEmpty(client))) throw new NotEmpty("The database is not empty.");
    await migrate(connection, { upTo: head.schema });
    await client.query("begin");
    await load(client, restoring);
    for (const { table, column, next } of sequences)
      if (next > 1)
        await client.query("select setval(pg_get_serial_sequence($1, $2), $3::bigint)", [table, column, next - 1]);
    await client.query("commit");
    await migrate(connection);
    await client.query("select setval(sequence, highest) from numbers_given() where given < highest");
    await client.query("select note_restore($1)", [head.taken]);
    restoring.onStep?.("statistics and visibility");
    await client.query(`vacuum (analyze) ${tables.map(({ name }) => name).join(", ")}`);
  } finally {
    await client.end(); // an open transaction ends with its connection
  }
}

/** @throws BrokenBackup where this program is too old for a backup */
export function refuseUnknownSchema({ program, schema }: ManifestHead): void {
  if (migrationNames.includes(schema)) return;
  throw new BrokenBackup(
    `The backup was made by Magazin ${program} with the schema ${schema}, which this program does not know: use that version or a newer one.`,
  );
}

/** Says whether a database has no table, except the one that says that a restore has begun. */
export async function isEmpty(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_tables where schemaname = 'public' and tablename <> '${unfinishedTable}' limit 1`,
  );
  return rows.length === 0;
}

/** Loads every table past its triggers: what they count and guard is in the backup as they left it. */
async function load(client: pg.Client, { manifest, bytes, onStep }: Restoring): Promise<void> {
  const names = manifest.tables.map(({ name }) => name);
  await client.query("set local maintenance_work_mem = '512MB'");
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(", ")}`); // what the migrations put there is in the backup too
  const again = await dropIndexes(client, names);
  const read = await readBackup(bytes, {
    table: async (name, text) => {
      const columns = manifest.tables.find((table) => table.name === name)?.columns.join(", ");
      onStep?.(`table ${name}`);
      await pipeline(text, client.query(copyFrom(`copy ${name} (${columns}) from stdin`)));
    },
  });
  if (read.before !== manifest.before) throw new BrokenBackup("The backup changed while it was restored.");
  for (const { what, sql } of again) {
    onStep?.(what);
    await client.query(sql);
  }
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
}
