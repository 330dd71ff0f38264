import { randomBytes } from "node:crypto";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import pg from "pg";
import { Database } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { type EmbeddedConnection, startEmbedded } from "#server/postgres/embedded.ts";
import { storesIn } from "#server/storage/stores.ts";
import { factories } from "#test/support/factories.ts";
import { stock } from "./stock.ts";

/** Foundation of a server of the browser tests. */
export interface Archive {
  readonly superuser: EmbeddedConnection;
  readonly connection: EmbeddedConnection;
  end(): Promise<void>;
}

const stocked = "stocked";
/** Where the common server of a run says what those beside it copy. */
const fileOf = (port: string) => join(tmpdir(), `magazin-e2e-${port}.json`);

/** The stocked archive of the common server, with a PostgreSQL of its own; a copy of it stays as it is for servers beside it. */
export async function makeArchive(dataDir: string, port: string): Promise<Archive> {
  const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
  const postgres = await startEmbedded({ dataDir, settings });
  const { superuser, connection } = postgres;
  await migrate(connection);
  const db = new Database(connection);
  const stores = storesIn(dataDir);
  const a = factories(db, stores.pictures, stores.packages);
  await stock(a);
  await a.app({ version: "1.1.1", size: 3_000_000 });
  await db.close();
  await asSuperuser(superuser, `create database ${stocked} template ${connection.database}`);
  const files = join(dataDir, stocked);
  for (const name of readdirSync(dataDir))
    if (!name.startsWith("postgres")) cpSync(join(dataDir, name), join(files, name), { recursive: true });
  writeFileSync(fileOf(port), JSON.stringify({ superuser, connection, files }));
  const end = () => {
    rmSync(fileOf(port));
    return postgres.stop();
  };
  return { superuser, connection, end };
}

/** The same as the common server of this port has begun with. */
export async function copyArchive(dataDir: string, port: string): Promise<Archive> {
  const common = JSON.parse(readFileSync(fileOf(port), "utf8")) as Omit<Archive, "end"> & { files: string };
  const database = `beside_${randomBytes(6).toString("hex")}`;
  await asSuperuser(
    common.superuser,
    `create database ${database} template ${stocked} owner ${common.connection.user}`,
  );
  cpSync(common.files, dataDir, { recursive: true });
  const end = () => asSuperuser(common.superuser, `drop database ${database} with (force)`);
  return { superuser: common.superuser, connection: { ...common.connection, database }, end };
}

async function asSuperuser(superuser: EmbeddedConnection, statement: string): Promise<void> {
  const client = new pg.Client(superuser);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
