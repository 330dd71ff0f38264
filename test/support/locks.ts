import { sql } from "kysely";
import { vi } from "vitest";
import type { Database, Transaction } from "#server/database/database.ts";

/** Holds what a statement locks until the answered function is called. */
export async function locked(
  db: Database,
  statement: (tx: Transaction) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const transaction = db.write(async (tx) => {
    await statement(tx);
    held.resolve();
    await release.promise;
  });
  await Promise.race([held.promise, transaction]);
  return async () => {
    release.resolve();
    await transaction;
  };
}

/** Holds a customer, as somebody does who changes it. */
export const lockedCustomer = (db: Database, id: number) =>
  locked(db, (tx) => tx.selectFrom("customers").select("id").where("id", "=", id).forUpdate().execute());

/** When no transaction runs that began before the last change, in none of the databases of the server that other tests use: until then some is not reported. */
export const waitForOldTransactions = ({ read }: Database) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`
        select from object_changes where xid >= pg_snapshot_xmin(pg_current_snapshot()) limit 1`.execute(read);
      if (rows.length > 0) throw new Error("An older transaction is still running.");
    },
    { timeout: 30_000, interval: 20 },
  );
