import { sql } from "kysely";
import type { Body } from "#contract/route.ts";
import type { login as Login } from "#contract/calls/session.ts";
import { addressKey } from "#rules/login-limits.ts";
import type { Reason } from "#rules/texts/refusals.ts";
import { refused } from "#rules/texts/refusal-texts.ts";
import type { Database, Reader, Transaction } from "#server/database/database.ts";
import { rememberAddress } from "#server/database/login-failures.ts";
import type { Scope } from "#server/database/scope.ts";
import { badInput, forbidden, refuse } from "#server/http/errors.ts";
import { carryOutTry } from "#server/http/password-tries.ts";
import { passwordFits } from "#server/http/passwords.ts";
import { openSession, tokenHash } from "#server/http/session.ts";

/** Where a call comes from. */
interface Origin {
  readonly address: string;
  /** Ends when nobody waits for the answer any more. */
  readonly gone: AbortSignal;
}

/** Signs a user in. An unknown name and a wrong password take the same time and read the same. */
export function login(db: Database, { username, password }: Body<typeof Login>, from: Origin) {
  const address = addressKey(from.address);
  const line = `address ${address}`;
  return carryOutTry(db, { name: username, address, line, gone: from.gone }, async () => {
    const user = await activeUser(db.read, username);
    const fits = await passwordFits(user?.password_hash, password, line);
    if (!user || !fits) throw refuse(refused.login);
    return db.write(async (tx) => {
      await noteLogin(tx, user);
      await rememberAddress(tx, user.id, address);
      return { token: await openSession(tx, user.id), user: user.id };
    });
  });
}

function activeUser(db: Reader, email: string) {
  return db
    .selectFrom("users")
    .select(["id", "password_hash"])
    .where("email", "=", email)
    .where("active", "=", true)
    .executeTakeFirst();
}

/** Whoever is signed in and says their own password again. */
export interface Confirming extends Origin {
  readonly scope: Scope;
}

/**
 * Checks the own password of somebody who is signed in, who then reads `why` beside `field`. It counts as a login does (product 8):
 * a stolen session is no way to guess it. Answers the person.
 */
export async function confirmPassword(
  db: Database,
  { scope, address, gone }: Confirming,
  password: string,
  field: string,
  why: Reason,
) {
  const person = await personOf(db.read, scope.userId);
  if (!person) throw forbidden("signed_out");
  const line = `user ${scope.userId}`;
  const trying = { name: person.email, address: addressKey(address), line, gone };
  await carryOutTry(db, trying, async () => {
    if (!(await passwordFits(person.password_hash, password, line))) throw badInput({ [field]: [why] });
  });
  return person;
}

function personOf(db: Reader, userId: number) {
  return db
    .selectFrom("users")
    .select(["email", "first_name", "last_name", "password_hash"])
    .where("id", "=", userId)
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
