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
