import { readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PG_MIGRATE_LOCK_ID, runner } from "node-pg-migrate";
import type pg from "pg";
import { connect } from "./connect.ts";
import type { Connection } from "./database.ts";
import { dropDepartmentViews, makeDepartmentViews } from "#server/database/departments/narrow-views.ts";
import { programVersion } from "./program-version.ts";

const folder = path.join(import.meta.dirname, "migrations");
/** The names of all migrations that this program knows, in their order; older ones lie in folders of their own. */
export const migrationNames: readonly string[] = readdirSync(folder, { encoding: "utf8", recursive: true })
  .filter((name) => name.endsWith(".sql"))
  .map((name) => path.parse(name).name)
  .sort();
const latestName = migrationNames.at(-1) ?? "";

/** A newer program made the schema. */
export class NewerSchema extends Error {}

/**
 * ms that a migration waits for a table. Whoever asks for that table meanwhile waits behind it: shorter than a serving server waits
 * (`servingLimits`, three times), longer than PostgreSQL takes to send an autovacuum away.
 */
const turn = 2_000;
const pause = 1_000; // ms, for those who waited behind it
const longestUse = 3_600_000; // ms; a backup of many million boxes is over by then

/** lock_timeout, and a deadlock with people who work. */
const mayComeLater = new Set(["55P03", "40P01"]);

interface Migrating {
  /** The last migration that is wanted; without it, the newest. */
  readonly upTo?: string;
  /** Done before anything changes, where there is something to run. */
  readonly onBegin?: () => Promise<void>;
  /** Runs each time that somebody uses a table and the migration tries again. */
  readonly onWait?: () => void;
}

/**
 * Brings the database to the newest schema, or an empty one to the schema `upTo`, and notes which program did so; answers the names
 * of the migrations that ran. Two servers that start together are safe: the second waits for the first. So are servers of the version
 * before, which serve meanwhile: nobody waits for long behind a migration that waits for a table which a backup reads.
 * @throws when a migration fails; nothing of that migration stays. NewerSchema before any change.
 */
export async function migrate(connection: Connection, { upTo, onBegin, onWait }: Migrating = {}): Promise<string[]> {
  const client = await connect(connection);
  try {
    await refuseNewer(client);
    await client.query(`select pg_advisory_lock(${PG_MIGRATE_LOCK_ID})`); // until the connection ends
    const before = new Set((await refuseNewer(client)).map(({ name }) => name)); // which may have come meanwhile
    if (onBegin && migrationNames.some((name) => !before.has(name))) await onBegin();
    await client.query(`set lock_timeout = ${turn}`);
    const work = async () => {
      if (migrationNames.some((name) => !before.has(name))) await dropDepartmentViews(client);
      await runAll(client, upTo);
      if (upTo === undefined) await makeDepartmentViews(client);
    };
    await whenNobodyUses(client, work, onWait);
    const names = (await refuseNewer(client)).map(({ name }) => name).filter((name) => !before.has(name));
    if (names.length > 0) await note(client, names);
    return names;
  } finally {
    await client.end();
  }
}

const runAll = (dbClient: pg.Client, upTo: string | undefined) =>
  runner({
    dbClient,
    dir: `${folder.replaceAll(/[?*()[\]]/g, "[$&]")}/**/*.sql`,
    useGlob: true,
    direction: "up",
    ...(upTo === undefined ? {} : { count: migrationNames.indexOf(upTo) + 1 }),
    migrationsTable: "migrations",
    noLock: true, // this connection has it
    singleTransaction: false,
    log: () => {},
  });

/** Does it again as long as somebody uses a table that it wants for itself. */
async function whenNobodyUses(client: pg.Client, work: () => Promise<unknown>, onWait = () => {}): Promise<void> {
  for (let waitTime = 0; ; waitTime += turn + pause) {
    try {
      await work();
      return;
    } catch (error) {
      if (!mayComeLater.has((error as { code?: string }).code ?? "") || waitTime > longestUse) throw error;
      await client.query("rollback");
      onWait();
      await sleep(pause);
    }
  }
}

/**
 * Expects the schema that this program wants, and changes nothing.
 * @throws with a sentence that names both when it is another one.
 */
export async function expectNewestSchema(connection: Connection): Promise<void> {
  const client = await connect(connection);
  try {
    const ran = await refuseNewer(client);
    if (migrationNames.every((name) => ran.some((each) => each.name === name))) return;
    const at = ran.at(-1)?.name;
    throw new Error(
      `The database is ${at ? `at schema ${at}` : "empty"}, and Magazin ${programVersion} wants ${latestName}: ` +
        "start the server, or run `npm run magazin -- migrate`.",
    );
  } finally {
    await client.end();
  }
}

interface Ran {
  readonly name: string;
  /** The version of the program that ran it; null before versions were noted. */
  readonly program: string | null;
}

/** The migrations that ran. @throws where this program does not know one of them: it must not touch what it does not know. */
async function refuseNewer(client: pg.Client): Promise<Ran[]> {
  const { rows: tables } = await client.query(
    "select from pg_tables where schemaname = current_schema and tablename = 'migrations'",
  );
  if (tables.length === 0) return [];
  const { rows } = await client.query<Ran>(
    "select name, to_jsonb(migrations) ->> 'program' as program from migrations order by name",
  );
  const newest = rows.findLast(({ name }) => !migrationNames.includes(name));
  if (!newest) return rows;
  const maker = newest.program === null ? "a newer Magazin" : `Magazin ${newest.program}`;
  throw new NewerSchema(
    `The database is at schema ${newest.name}, made by ${maker}, and this is Magazin ${programVersion}, which knows ` +
      `schema ${latestName} at most. Start the newer one; nothing was changed.`,
  );
}

/** The table is the runner's own, so that no migration can make its column. */
async function note(client: pg.Client, names: readonly string[]): Promise<void> {
  await client.query("alter table migrations add column if not exists program text");
  await client.query("update migrations set program = $1 where name = any($2)", [programVersion, names]);
}
