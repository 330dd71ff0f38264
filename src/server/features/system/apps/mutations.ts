import type { Transaction } from "#server/database/database.ts";

interface AppVersion {
  readonly version: string;
  /** The name of its package on disk. */
  readonly file: string;
  /** Days are YYYY-MM-DD; what is not given stays as it is. */
  readonly date?: string | undefined;
  readonly description?: string | undefined;
}

/** Notes that a version has a package; a version that is new came out `today` where no date is given. Answers whether it is. */
export async function setPackage(tx: Transaction, app: AppVersion, today: string): Promise<{ isNew: boolean }> {
  const { version, file, date, description } = app;
  const changes = {
    file,
    ...(date !== undefined && { released: date }),
    ...(description !== undefined && { description }),
  };
  const newApp = await tx
    .insertInto("apps")
    .values({ released: today, ...changes, version })
    .onConflict((conflict) => conflict.column("version").doNothing())
    .executeTakeFirst();
  if (newApp.numInsertedOrUpdatedRows === 1n) return { isNew: true };
  await tx.updateTable("apps").set(changes).where("version", "=", version).execute();
  return { isNew: false };
}
