import { sql } from "kysely";
import type { Body } from "#contract/route.ts";
import type { login as Login } from "#contract/calls/session.ts";
import { refused } from "#rules/texts/refusal-texts.ts";
import type { Database, Transaction } from "#server/database/database.ts";
import { refuse, tooMany } from "#server/http/errors.ts";
import { passwordFits } from "#server/http/passwords.ts";
import { openSession, tokenHash } from "#server/http/session.ts";
import { turns } from "#server/http/turns.ts";

const maxFailures = 10; // a minute, for a name and for an address (product 8)

/**
 * Counts a try as failed before it is known, so that not one more than ten pass however many come at once; a login that
 * succeeds takes its try back. Answers when the try was made: no other one with a key of this has the same moment.
 * @throws 429 when the name or the address has failed ten times within a minute.
 */
async function countTry(tx: Transaction, keys: readonly string[]): Promise<string> {
  for (const key of keys) await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  await sql`delete from login_failures where at < now() - interval '1 minute'`.execute(tx);
  const failures = await tx
    .selectFrom("login_failures")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("key", "in", keys)
    .groupBy("key")
    .execute();
  if (failures.some(({ count }) => count >= maxFailures)) throw tooMany();
  const { rows } = await sql<{ at: string }>`
    insert into login_failures (key, at) select unnest(${keys}::text[]), statement_timestamp()
    returning at::text`.execute(tx);
  return rows[0]?.at ?? "";
}

async function takeBack(tx: Transaction, keys: readonly string[], at: string): Promise<void> {
  await sql`delete from login_failures where key = any(${keys}::text[]) and at = ${at}::timestamptz`.execute(tx);
}

/** Two who are signing in are all that can be counted as failed without having failed. */
const loginTurn = turns(2);

/**
 * Signs a user in. An unknown name and a wrong password take the same time and read the same.
 * Not one transaction: a failed try must stay on record although the login is refused.
 */
export function login(db: Database, { username, password }: Body<typeof Login>, address: string) {
  return loginTurn(address, async () => {
    const keys = [`address ${address}`, `name ${username}`]; // sorted: two with both keys must not wait for each other
    const { at, user } = await db.write(async (tx) => ({
      at: await countTry(tx, keys),
      user: await activeUser(tx, username),
    }));
    const fits = await passwordFits(user?.password_hash, password, address);
    if (!user || !fits) throw refuse(refused.login);
    return db.write(async (tx) => {
      await noteLogin(tx, user);
      await takeBack(tx, keys, at);
      return { token: await openSession(tx, user.id), user: user.id };
    });
  });
}

function activeUser(tx: Transaction, email: string) {
  return tx
    .selectFrom("users")
    .select(["id", "password_hash"])
    .where("email", "=", email)
    .where("active", "=", true)
    .executeTakeFirst();
}

/** @throws as if the password were wrong where meanwhile it is another one, or the user is deactivated. */
async function noteLogin(tx: Transaction, { id, password_hash }: { id: number; password_hash: string }): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("users")
    .set({ last_login: sql`now()` })
    .where("id", "=", id)
    .where("active", "=", true)
    .where("password_hash", "=", password_hash)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw refuse(refused.login);
}

export async function logout(tx: Transaction, token: string): Promise<void> {
  await tx.deleteFrom("tokens").where("hash", "=", tokenHash(token)).execute();
}
