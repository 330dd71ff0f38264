import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { type EmbeddedConnection, type EmbeddedPostgres, startEmbedded } from "#server/postgres/embedded.ts";
import { readPidFile } from "#server/postgres/pid-file.ts";
import { migrate } from "#server/database/migrate.ts";
import { sealHistory } from "#server/database/seal-history.ts";

/** Data that a test file needs to make a database of its own. */
export interface TestPostgres {
  /** The superuser, who makes and drops databases. */
  readonly superuser: EmbeddedConnection;
  /** The role that owns them, as the server uses it. */
  readonly owner: EmbeddedConnection;
  /** The migrated database that every one is copied from. */
  readonly template: string;
  /** The process of PostgreSQL whose children serve the files' databases. */
  readonly postmaster: number | undefined;
}

declare module "vitest" {
  export interface ProvidedContext {
    postgres: TestPostgres;
  }
}

const template = "migrated";
/** Nothing of a test run has to survive a power failure. */
export const hasty = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", wal_compression: "off" };

/** One PostgreSQL for the whole run, with one migrated database to copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "magazin-run-"));
  const postgres = await startEmbedded({ dataDir, settings: hasty });
  const stop = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await makeTemplate(postgres);
  } catch (error) {
    await stop();
    throw error;
  }
  const postmaster = readPidFile(join(dataDir, "postgres"))?.pid;
  project.provide("postgres", { superuser: postgres.superuser, owner: postgres.connection, template, postmaster });
  return stop;
}

async function makeTemplate({ superuser, connection }: EmbeddedPostgres): Promise<void> {
  const client = new pg.Client(superuser);
  await client.connect();
  try {
    await client.query(`create database ${template} owner ${connection.user}`);
    await migrate({ ...connection, database: template });
    await sealHistory({ ...superuser, database: template });
  } finally {
    await client.end();
  }
}
