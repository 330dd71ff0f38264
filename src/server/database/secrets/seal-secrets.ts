import type { Database } from "#server/database/database.ts";
import { LostKey, secretContext } from "./secrets.ts";

/**
 * Opens every secret of the tables once, and seals those that are not sealed, or by a key of before; answers how many. A table of before, and a new
 * key, are taken over so by the next start.
 * @throws LostKey with what the operator can do, where one cannot be opened: then nothing has changed
 */
export async function sealSecrets(db: Database): Promise<number> {
  try {
    return await db.write(async (tx) => {
      const { secrets } = db;
      let count = 0;
      const keys = await tx
        .selectFrom("own_certificates")
        .select(["name", "key"])
        .orderBy("name")
        .forUpdate()
        .execute();
      for (const { name, key } of keys) {
        const plain = secrets.open(key, secretContext.key(name));
        if (!secrets.isStale(key)) continue;
        count++;
        const set = { key: secrets.seal(plain, secretContext.key(name)) };
        await tx.updateTable("own_certificates").set(set).where("name", "=", name).execute();
      }
      const factors = tx.selectFrom("second_factors").select(["user_id", "secret"]).orderBy("user_id").forUpdate();
      for (const { user_id: userId, secret } of await factors.execute()) {
        const plain = secrets.open(secret, secretContext.factor(userId));
        if (!secrets.isStale(secret)) continue;
        count++;
        const set = { secret: secrets.seal(plain, secretContext.factor(userId)) };
        await tx.updateTable("second_factors").set(set).where("user_id", "=", userId).execute();
      }
      const webhooks = tx.selectFrom("webhooks").select(["id", "secret", "former_secret"]).orderBy("id").forUpdate();
      for (const { id, ...hook } of await webhooks.execute())
        for (const column of ["secret", "former_secret"] as const) {
          const plain = hook[column] === null ? null : secrets.open(hook[column], secretContext.webhook(id));
          if (plain === null || !secrets.isStale(hook[column] ?? "")) continue;
          count++;
          const set = { [column]: secrets.seal(plain, secretContext.webhook(id)) };
          await tx.updateTable("webhooks").set(set).where("id", "=", id).execute();
        }
      return count;
    });
  } catch (error) {
    if (!(error instanceof LostKey)) throw error;
    throw new LostKey(
      `The database holds secrets that are sealed, and cannot be opened: ${error.message}. Put the key back, or replace what it sealed: docs/operations/keys.md.`,
      { cause: error },
    );
  }
}
