import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, inject } from "vitest";
import { type Connection, Database } from "#server/database/database.ts";
import { countDatabase } from "#test/support/cost/backends.ts";
import "./global-setup.ts";

export interface TestDatabase {
  readonly db: Database;
  readonly connection: Exclude<Connection, string>;
}

/** More writers than a server has: what meets at the same moment must be kept apart by the database, not by waiting. */
export const manyWriters = { reading: 4, writing: 8 };

/** A migrated database of the test file's own, dropped after it; to be called outside of tests, like a hook. */
export async function testDatabase(options: { readonly mails?: boolean } = {}): Promise<TestDatabase> {
  const { template } = inject("postgres");
  const connection = await newDatabase(`template ${template} strategy file_copy`);
  const db = new Database(connection, { sizes: manyWriters, ...options });
  afterAll(() => db.close());
  return { db, connection };
}

/** A database without any table, as the first start finds it. */
export function emptyDatabase(): Promise<Exclude<Connection, string>> {
  return newDatabase("");
}

/** A copy of a database to which nobody is connected now, as a snapshot of its machine has it. */
export const copyOf = ({ database }: Exclude<Connection, string>) =>
  newDatabase(`template ${database} strategy file_copy`);

async function newDatabase(from: string): Promise<Exclude<Connection, string>> {
  const { owner } = inject("postgres");
  const name = `test_${randomBytes(6).toString("hex")}`;
  countDatabase(name);
  if (from === "") await asSuperuser(`create database ${name} owner ${owner.user}`);
  else {
    // it belongs to the superuser, as the embedded one does
    await asSuperuser(
      `create database ${name} ${from}`,
      `grant connect, create, temporary on database ${name} to ${owner.user}`,
    );
  }
  // hooks run last in, first out: whoever opens a connection after this closes it before
  afterAll(() => asSuperuser(`drop database ${name} with (force)`));
  return { ...owner, database: name };
}

async function asSuperuser(...statements: string[]): Promise<void> {
  const client = new pg.Client(inject("postgres").superuser);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
