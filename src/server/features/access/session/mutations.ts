import { sql } from "kysely";
import type { Body } from "#contract/route.ts";
import type { login as Login } from "#contract/calls/access/session.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { initialPasswordHours } from "#rules/access/users.ts";
import { addressKey } from "#rules/access/login-limits.ts";
import type { Reason } from "#rules/texts/refusals.ts";
import { companyOnly } from "#rules/texts/access-refusals.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { CompanySignIn } from "#server/http/identity-provider.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import type { Database, Reader, Transaction } from "#server/database/database.ts";
import { useCode } from "#server/features/access/second-factor/mutations.ts";
import { rememberSignIn } from "#server/database/known-devices.ts";
import { notifyUser } from "#server/database/messages/notify-by-mail.ts";
import { endOldest } from "#server/database/tokens/tokens.ts";
import type { Scope } from "#server/database/scope.ts";
import { badInput, forbidden, notFound, refuse } from "#server/http/errors.ts";
import { carryOutTry } from "#server/http/passwords/password-tries.ts";
import { readOldPassword } from "#server/http/passwords/old-passwords.ts";
import { hashPassword, passwordFits } from "#server/http/passwords/passwords.ts";
import { openSession, tokenHash } from "#server/http/session.ts";

/** Where a call comes from. */
interface Origin {
  readonly address: string;
  readonly agent: string;
  /** Ends when nobody waits for the answer any more. */
  readonly gone: AbortSignal;
}

/**
 * Signs a user in. An unknown name and a wrong password take the same time and read the same; of a second factor, or of an initial
 * password that has ended, hears only who knows the password.
 */
export function login(
  db: Database,
  { username, password, code }: Body<typeof Login>,
  {
    config,
    signInDevice,
    ...from
  }: Origin & { readonly config: PasswordRules; readonly signInDevice: () => Promise<string> },
  now: Date,
) {
  const address = addressKey(from.address);
  const line = `address ${address}`;
  const trying = { key: `address ${address}`, signIn: { name: username, address }, line, gone: from.gone };
  return carryOutTry(db, trying, async () => {
    const user = await activeUser(db.read, username);
    const fits = await passwordFits(user?.password_hash, password, line, await oldRounds(db.read));
    if (!user || !fits) throw refuse(refused.login);
    if (config.companySignIn && isCompanyOnly(config, user, username))
      throw refuse(companyOnly(config.companySignIn.name));
    if (user.password_ended) throw refuse(refused.passwordEnded);
    if (user.second_factor && !code) throw badInput({ code: [refused.secondFactor] });
    if (user.second_factor) await useCode(db, { userId: user.id, address: from.address }, code ?? "", now);
    const device = await signInDevice();
    const renewed = readOldPassword(user.password_hash) ? await hashPassword(password, line) : user.password_hash;
    return db.write(async (tx) => {
      await noteLogin(tx, user, renewed);
      const isNew = await rememberSignIn(tx, user.id, { address, device });
      await record(tx, { userId: user.id, address: from.address }, { kind: AuditKind.signedIn });
      const token = await openSession(tx, user.id, { ...from, isNew });
      const at = now.toISOString();
      if (isNew) await notifyUser(tx, user.id, { mail: "newDevice", at }, at);
      await endOldest(tx, user.id);
      return { token, user: user.id };
    });
  });
}

/** Rules that say whom passwords let in. */
interface PasswordRules {
  readonly companySignIn: CompanySignIn | undefined;
  readonly adminEmail: string | undefined;
}

/**
 * Says whether passwords do not let this user in. The first admin's always does, or a company whose sign-in is unavailable would lock everybody out.
 */
const isCompanyOnly = (
  { companySignIn, adminEmail }: PasswordRules,
  { is_staff: isStaff }: { is_staff: boolean },
  email: string,
) => email !== adminEmail && (companySignIn?.required === "all" || (companySignIn?.required === "staff" && isStaff));

/** The most rounds that a password of the system before still takes; 0 where there is none any more. */
async function oldRounds(db: Reader): Promise<number> {
  const { rows } = await sql<{ rounds: number }>`
    select coalesce(max(split_part(password_hash, '$', 2)::int), 0) as rounds from users where password_hash like 'pbkdf2%'`.execute(
    db,
  );
  return rows[0]?.rounds ?? 0;
}

function activeUser(db: Reader, email: string) {
  return db
    .selectFrom("users")
    .leftJoin("second_factors", (join) =>
      join.onRef("user_id", "=", "users.id").on("second_factors.confirmed", "is not", null),
    )
    .select([
      "id",
      "is_staff",
      "password_hash",
      sql<boolean>`user_id is not null`.as("second_factor"),
      sql<boolean>`init_password and password_since < now() - make_interval(hours => ${initialPasswordHours})`.as(
        "password_ended",
      ),
    ])
    .where("email", "=", email)
    .where("active", "=", true)
    .where("service", "=", false)
    .executeTakeFirst();
}

/** Whoever is signed in and says their own password again. */
export interface Confirming extends Origin {
  readonly scope: Scope;
}

/** Beside which field which refusal of the own password stands. */
const ownPassword = ["own_password", refused.wrongOwnPassword] as const;

/**
 * Checks the own password of somebody who is signed in, who then reads `why` beside `field`: that of a confirmation where nothing else is said. Ten wrong ones
 * within a minute shut this user out of it, whatever the address: a stolen session is no way to guess it, and no way to keep colleagues out. Answers the person.
 */
export async function confirmPassword(
  db: Database,
  { scope, gone }: Pick<Confirming, "scope" | "gone">,
  password: string,
  [field, why]: readonly [string, Reason] = ownPassword,
) {
  const person = await personOf(db.read, scope.userId);
  if (!person) throw forbidden("signed_out");
  const line = `user ${scope.userId}`;
  await carryOutTry(db, { key: line, line, gone }, async () => {
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
/** `renewed` is what is kept from now on of the password that fitted. */
async function noteLogin(
  tx: Transaction,
  { id, password_hash }: { id: number; password_hash: string },
  renewed: string,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("users")
    .set({ last_login: sql`now()`, password_hash: renewed })
    .where("id", "=", id)
    .where("active", "=", true)
    .where("password_hash", "=", password_hash)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw refuse(refused.login);
}

export async function logout(tx: Transaction, actor: Actor, token: string): Promise<void> {
  await record(tx, actor, { kind: AuditKind.signedOut });
  await tx.deleteFrom("tokens").where("hash", "=", tokenHash(token)).execute();
}

/** Ends a session of a user; that it is another's stands on record. @throws 404 where it is none of theirs */
export async function endSession(
  tx: Transaction,
  actor: Actor,
  { userId, id }: { readonly userId: number; readonly id: number },
): Promise<void> {
  const session = tx.deleteFrom("tokens").where("user_id", "=", userId).where("id", "=", id);
  if ((await session.executeTakeFirst()).numDeletedRows === 0n) throw notFound();
  const object = userId === actor.userId ? undefined : (["user", userId] as const);
  await record(tx, actor, { kind: AuditKind.sessionsEnded, object, meta: { amount: 1 } });
}

/** Somebody says that they have opened all their sessions: from one that nobody asks about, or whoever has come in would say so. */
export async function knowSessions(tx: Transaction, userId: number, token: string): Promise<void> {
  const own = tx.selectFrom("tokens").select("is_new").where("hash", "=", tokenHash(token));
  if ((await own.executeTakeFirst())?.is_new !== false) throw refuse(refused.newDevice);
  await tx.updateTable("tokens").set({ is_new: false }).where("user_id", "=", userId).execute();
}

/** Ends the sessions of whoever asks, but the one of the token. */
export async function endOtherSessions(tx: Transaction, actor: Actor, token: string): Promise<void> {
  const amount = await endSessions(tx, actor.userId, token);
  if (amount > 0) await record(tx, actor, { kind: AuditKind.sessionsEnded, meta: { amount } });
}

/** Ends all sessions of a user, but the one of the token that is excepted; answers how many. */
export async function endSessions(tx: Transaction, userId: number | null, except?: string): Promise<number> {
  const sessions = tx.deleteFrom("tokens").where("user_id", "=", userId);
  const ending = except === undefined ? sessions : sessions.where("hash", "!=", tokenHash(except));
  return Number((await ending.executeTakeFirst()).numDeletedRows);
}
