import { createHash, randomInt } from "node:crypto";
import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { codeWindow, maxWrongCodes } from "#rules/access/login-limits.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import type { Database, Transaction } from "#server/database/database.ts";
import { secretContext } from "#server/database/secrets/secrets.ts";
import { badInput, refuse, tooManyCodesRefusal } from "#server/http/errors.ts";

const period = 30; // seconds of a step, RFC 6238
const recoveryCodes = 10;
/** Those of Crockford's base 32: none that look alike. Twenty-four of them are 120 bits. */
const signs = "0123456789abcdefghjkmnpqrstvwxyz";
const signsOfCode = 24;

/** Somebody who is known, and from where. */
type FactorState = Actor & { readonly userId: number };

/** The authenticator of a secret, as apps know it. */
export function authenticator(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, algorithm: "SHA1", digits: 6, period, secret: Secret.fromBase32(secret) });
}

/** The step whose code this is, the present one or a neighbour; null where it is none. */
function stepOf(secret: string, code: string, now: Date): number | null {
  const token = code.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = now.getTime();
  const delta = authenticator(secret).validate({ token, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta;
}

export const newSecret = () => new Secret({ size: 20 }).base32;

/** Begins to set up a factor, with a new secret each time, as it is kept. @throws 400 where there is one */
export async function beginFactor(tx: Transaction, userId: number, secret: string): Promise<void> {
  const setup = await tx
    .insertInto("second_factors")
    .values({ user_id: userId, secret, confirmed: null })
    .onConflict((factor) =>
      factor.column("user_id").doUpdateSet({ secret, last_step: 0 }).where("second_factors.confirmed", "is", null),
    )
    .returning("secret")
    .executeTakeFirst();
  if (!setup) throw refuse(refused.factorOn);
}

/** Uses up the first code of a factor that is being set up. @throws 400 for a wrong one, 429 after ten */
export async function useFirstCode(db: Database, actor: FactorState, code: string, now: Date): Promise<void> {
  const { userId } = actor;
  await provenBy(db, userId, async (tx) => {
    const factor = await lockFactor(tx, userId);
    if (!factor) throw refuse(refused.factorNotBegun);
    if (factor.confirmed !== null) throw refuse(refused.factorOn);
    const step = stepOf(db.secrets.open(factor.secret, secretContext.factor(userId)), code, now);
    if (step === null || step <= factor.last_step) return null;
    return tx.updateTable("second_factors").set({ last_step: step }).where("user_id", "=", userId).execute();
  });
}

/**
 * Switches a factor on whose first code was used up; answers the recovery codes, this once.
 * @throws 400 where meanwhile it is on, or was begun anew with a secret that no code was shown of
 */
export async function confirmFactor(tx: Transaction, actor: FactorState): Promise<string[]> {
  const { userId } = actor;
  const proven = tx.updateTable("second_factors").set({ confirmed: sql<string>`now()` }).where("user_id", "=", userId);
  const confirmation = await proven.where("confirmed", "is", null).where("last_step", ">", 0).executeTakeFirst();
  if (confirmation.numUpdatedRows === 0n) throw refuse(refused.factorNotBegun);
  await record(tx, actor, { kind: AuditKind.factorOn });
  return renewRecoveryCodes(tx, userId);
}

/** Uses a code up: six digits of the authenticator, each step once, or a recovery code. @throws 400 for a wrong one, 429 after ten */
export async function useCode(db: Database, actor: FactorState, code: string, now: Date): Promise<void> {
  const { userId } = actor;
  await provenBy(db, userId, async (tx) => {
    const factor = await lockFactor(tx, userId);
    if (!factor || factor.confirmed === null) throw refuse(refused.factorOff);
    const step = stepOf(db.secrets.open(factor.secret, secretContext.factor(userId)), code, now);
    if (step !== null && step > factor.last_step) {
      return tx.updateTable("second_factors").set({ last_step: step }).where("user_id", "=", userId).execute();
    }
    const hash = hashOf(code);
    const recoveryCode = tx.deleteFrom("recovery_codes").where("user_id", "=", userId).where("hash", "=", hash);
    if ((await recoveryCode.executeTakeFirst()).numDeletedRows === 0n) return null;
    await record(tx, actor, { kind: AuditKind.recoveryCodeUsed });
    return true;
  });
}

/** Two who prove themselves with a code of the same factor take turns. */
function lockFactor(tx: Transaction, userId: number) {
  return tx.selectFrom("second_factors").selectAll().where("user_id", "=", userId).forUpdate().executeTakeFirst();
}

/** Returns the answer of `prove`; null means a wrong code, which stays on record. */
async function provenBy<T>(db: Database, userId: number, prove: (tx: Transaction) => Promise<T | null>): Promise<T> {
  const key = `code ${userId}`;
  const outcome = await db.write(async (tx) => {
    const refusedFor = await wrongCodes(tx, key);
    if (refusedFor !== null) return { refusedFor };
    const proven = await prove(tx);
    if (proven === null) await tx.insertInto("login_failures").values({ key, try: null }).execute();
    return { proven };
  });
  if (outcome.refusedFor !== undefined) throw tooManyCodesRefusal(outcome.refusedFor);
  if (outcome.proven === null) throw badInput({ code: [refused.wrongCode] });
  return outcome.proven;
}

/** Seconds until a user may try codes again; null where they may. */
async function wrongCodes(tx: Transaction, key: string): Promise<number | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from at + make_interval(mins => ${codeWindow}) - now())))::int as seconds
    from login_failures where key = ${key} and at > now() - make_interval(mins => ${codeWindow})
    order by at desc offset ${maxWrongCodes - 1} limit 1`.execute(tx);
  return rows[0]?.seconds ?? null;
}

/** New recovery codes for whoever asks; answers them, this once. */
export async function newRecoveryCodes(tx: Transaction, actor: FactorState): Promise<string[]> {
  await record(tx, actor, { kind: AuditKind.recoveryCodesRenewed });
  return renewRecoveryCodes(tx, actor.userId);
}

/** In place of all others. */
async function renewRecoveryCodes(tx: Transaction, userId: number): Promise<string[]> {
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
  const rows = codes.map((code) => ({ user_id: userId, hash: hashOf(code) }));
  await tx.insertInto("recovery_codes").values(rows).execute();
  return codes;
}

function newRecoveryCode(): string {
  const characters = Array.from({ length: signsOfCode }, () => signs[randomInt(signs.length)]).join("");
  return characters.replaceAll(/.{4}(?=.)/g, "$&-");
}

/** Returns what is kept of a recovery code, however it was typed; a code that was drawn at random needs no slow hash. */
function hashOf(code: string): Buffer {
  const read = code.toLowerCase().replaceAll("o", "0").replaceAll(/[il]/g, "1");
  return createHash("sha256")
    .update(read.replaceAll(/[^0-9a-z]/g, ""))
    .digest();
}

/** Removes a user's factor with its recovery codes: the own one, or that of somebody who lost the device. @throws 400 where there is none */
export async function removeFactor(tx: Transaction, actor: Actor, userId: number): Promise<void> {
  const factor = tx.deleteFrom("second_factors").where("user_id", "=", userId).where("confirmed", "is not", null);
  if ((await factor.executeTakeFirst()).numDeletedRows === 0n) throw refuse(refused.factorOff);
  if (actor.userId === userId) await record(tx, actor, { kind: AuditKind.factorOff });
  else await record(tx, actor, { kind: AuditKind.factorRemoved, object: ["user", userId] });
}
