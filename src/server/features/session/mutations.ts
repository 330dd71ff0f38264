import { sql } from "kysely";
import type { Body } from "#contract/route.ts";
import type { login as Login } from "#contract/session.ts";
import { errors } from "#rules/texts.ts";
import type { Database, Transaction } from "#server/database/database.ts";
import { refuse, tooMany } from "#server/http/errors.ts";
import { passwordFits } from "#server/http/passwords.ts";
import { openSession, tokenHash } from "#server/http/session.ts";

const maxFailures = 10; // a minute, for a name and for an address (product 8)

/**
 * Counts a try as failed before it is known, so that not one more than ten pass however many come at once; a login that
 * succeeds takes its try back.
 * @throws 429 when the name or the address has failed ten times within a minute.
 */
async function countTry(tx: Transaction, keys: string[]): Promise<void> {
  for (const key of keys) await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  await sql`delete from login_failures where at < now() - interval '1 minute'`.execute(tx);
  const failures = await tx
    .selectFrom("login_failures")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("key", "in", keys)
    .groupBy("key")
    .execute();
  if (failures.some(({ count }) => count >= maxFailures)) throw tooMany();
  await tx
    .insertInto("login_failures")
    .values(keys.map((key) => ({ key })))
    .execute();
}

/** The name has no failures any more, the address one less: its rows are all alike. */
async function takeBack(tx: Transaction, [name, address]: readonly [string, string]): Promise<void> {
  await tx.deleteFrom("login_failures").where("key", "=", name).execute();
  await sql`
    delete from login_failures where ctid in (
      select ctid from login_failures where key = ${address} order by at desc limit 1 for update)`.execute(tx);
}

/**
 * Signs a user in. An unknown name and a wrong password take the same time and read the same.
 * Not one transaction: a failed try must stay on record although the login is refused.
 */
export async function login(db: Database, { username, password }: Body<typeof Login>, address: string) {
  const keys = [`name ${username}`, `address ${address}`] as const;
  const user = await db.read
    .selectFrom("users")
    .select(["id", "password_hash"])
    .where("email", "=", username)
    .where("active", "=", true)
    .executeTakeFirst();
  const inTurn = () => db.write((tx) => countTry(tx, [...keys].sort()));
  const fits = await passwordFits(user?.password_hash, password, inTurn);
  if (!user || !fits) throw refuse(errors.login);
  return db.write(async (tx) => {
    await tx.updateTable("users").set({ last_login: new Date().toISOString() }).where("id", "=", user.id).execute();
    await takeBack(tx, keys);
    return { token: await openSession(tx, user.id), user: user.id };
  });
}

export async function logout(tx: Transaction, token: string): Promise<void> {
  await tx.deleteFrom("tokens").where("hash", "=", tokenHash(token)).execute();
}
