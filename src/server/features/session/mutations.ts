import type { Body } from "#contract/route.ts";
import type { login as Login } from "#contract/session.ts";
import { errors } from "#rules/texts.ts";
import type { Database, Reader, Transaction } from "#server/database/database.ts";
import { refuse, tooMany } from "#server/http/errors.ts";
import { passwordFits } from "#server/http/passwords.ts";
import { openSession, tokenHash } from "#server/http/session.ts";

const maxFailures = 10; // a minute, for a name and for an address (product 8)

async function refuseFlood(db: Reader, keys: string[]): Promise<void> {
  const failures = await db
    .selectFrom("login_failures")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("key", "in", keys)
    .where("at", ">", new Date(Date.now() - 60_000).toISOString())
    .groupBy("key")
    .execute();
  if (failures.some(({ count }) => count >= maxFailures)) throw tooMany();
}

async function recordFailure(tx: Transaction, keys: string[]): Promise<void> {
  await tx
    .deleteFrom("login_failures")
    .where("at", "<", new Date(Date.now() - 60_000).toISOString())
    .execute();
  await tx
    .insertInto("login_failures")
    .values(keys.map((key) => ({ key })))
    .execute();
}

/**
 * Signs a user in. An unknown name and a wrong password take the same time and read the same.
 * Not one transaction: a failure must stay on record although the login is refused.
 */
export async function login(db: Database, { username, password }: Body<typeof Login>, address: string) {
  const keys = [`name ${username}`, `address ${address}`];
  const user = await db.read
    .selectFrom("users")
    .select(["id", "password_hash"])
    .where("email", "=", username)
    .where("active", "=", true)
    .executeTakeFirst();
  const fits = await passwordFits(user?.password_hash, password, () => refuseFlood(db.read, keys));
  if (!user || !fits) {
    await db.write((tx) => recordFailure(tx, keys));
    throw refuse(errors.login);
  }
  return db.write(async (tx) => {
    await tx.updateTable("users").set({ last_login: new Date().toISOString() }).where("id", "=", user.id).execute();
    await tx
      .deleteFrom("login_failures")
      .where("key", "=", keys[0] ?? "")
      .execute();
    return { token: await openSession(tx, user.id), user: user.id };
  });
}

export async function logout(tx: Transaction, token: string): Promise<void> {
  await tx.deleteFrom("tokens").where("hash", "=", tokenHash(token)).execute();
}
