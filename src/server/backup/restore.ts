import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { dropIndexes } from "#server/database/bulk-load.ts";
import { clientConfig, type Connection } from "#server/database/database.ts";
import { migrate, schemas } from "#server/database/migrate.ts";
import type { Manifest } from "./manifest.ts";
import { BrokenBackup, readBackup } from "./read.ts";

/** Why a database is not restored into: it holds something. */
export class NotEmpty extends Error {}

interface Restoring {
  /** The proven backup's manifest: its bytes were read to their end before. */
  readonly manifest: Manifest;
  readonly open: () => AsyncIterable<Buffer>;
  readonly keepPackage: (name: string, content: Readable) => Promise<void>;
  readonly onStep?: (what: string) => void;
}

/**
 * Brings a proven backup into an empty database: the schema that it had, its rows in one transaction, then the migrations since.
 * @throws NotEmpty where the database has tables; BrokenBackup where the schema is newer than this program, or the file is not the
 * one any more that was proven. The database is as empty as before then, but for the tables.
 */
export async function restoreDatabase(connection: Connection, restoring: Restoring): Promise<void> {
  const { head, tables, sequences } = restoring.manifest;
  if (!schemas.includes(head.schema))
    throw new BrokenBackup(
      `The backup was made by Magazin ${head.program} with the schema ${head.schema}, which this program does not know: use that version or a newer one.`,
    );
  const client = new pg.Client(clientConfig(connection));
  client.on("error", () => undefined); // the statement that meets the lost connection says so
  await client.connect();
  try {
    const { rows } = await client.query("select from pg_tables where schemaname = 'public' limit 1");
    if (rows.length > 0) throw new NotEmpty("The database is not empty.");
    await migrate(connection, head.schema);
    await client.query("begin");
    await load(client, restoring);
    for (const { table, column, next } of sequences)
      if (next > 1)
        await client.query("select setval(pg_get_serial_sequence($1, $2), $3::bigint)", [table, column, next - 1]);
    await client.query("commit");
    await migrate(connection);
    restoring.onStep?.("statistics and visibility");
    await client.query(`vacuum (analyze) ${tables.map(({ name }) => name).join(", ")}`);
  } finally {
    await client.end(); // an open transaction ends with its connection
  }
}

/** Loads every table past its triggers: what they count and guard is in the backup as they left it. */
async function load(client: pg.Client, { manifest, open, keepPackage, onStep }: Restoring): Promise<void> {
  const names = manifest.tables.map(({ name }) => name);
  await client.query("set local maintenance_work_mem = '512MB'");
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(", ")}`); // what the migrations put there is in the backup too
  const again = await dropIndexes(client, names);
  const read = await readBackup(open(), {
    table: async (name, text) => {
      const columns = manifest.tables.find((table) => table.name === name)?.columns.join(", ");
      onStep?.(`table ${name}`);
      await pipeline(text, client.query(copyFrom(`copy ${name} (${columns}) from stdin`)));
    },
    package: keepPackage,
  });
  if (read.before !== manifest.before) throw new BrokenBackup("The backup changed while it was restored.");
  for (const { what, sql } of again) {
    onStep?.(what);
    await client.query(sql);
  }
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
}
