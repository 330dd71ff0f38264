import { randomUUID } from "node:crypto";
import { randomInt } from "node:crypto";
import { sql } from "kysely";
import type { Body } from "#contract/route.ts";
import type { createServiceAccount as CreateServiceAccount } from "#contract/calls/access/tokens.ts";
import type { changePassword as ChangePassword, editUser as EditUser } from "#contract/calls/access/users.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { normalPassword, type Owner } from "#rules/access/passwords.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import * as accessRefused from "#rules/texts/access-refusals.ts";
import { type Gender, isEmail, minPasswordLength, normalEmail } from "#rules/access/users.ts";
import { type Actor, atTheMachine, record } from "#server/database/audit/audit.ts";
import type { Database, Reader, Transaction } from "#server/database/database.ts";
import { recordUserChanges, userAsItIs } from "#server/features/access/audit/mutations.ts";
import { removeFactor } from "#server/features/access/second-factor/mutations.ts";
import { confirmPassword, type Confirming, endSessions } from "#server/features/access/session/mutations.ts";
import { endPasswordLinks } from "#server/database/messages/password-links.ts";
import { notifyNewAddress, notifyUser } from "#server/database/messages/notify-by-mail.ts";
import { endTokensOf } from "#server/database/tokens/api-tokens.ts";
import { pickSent } from "#server/database/sent-fields.ts";
import type { Call } from "#server/http/answers.ts";
import { badInput, brokenConstraint, notFound, refuse } from "#server/http/errors.ts";
import { hashPassword, newPassword, noPassword, type PasswordHash } from "#server/http/passwords/passwords.ts";
import { refuseWeak } from "#server/http/passwords/weak-passwords.ts";
import { refuseOverwriting } from "#server/http/overwriting.ts";
import { genderText } from "#rules/access/users.ts";

/** A new password of somebody who knows the old one. */
interface CheckedPassword {
  readonly hash: PasswordHash;
  /** The old one's hash. */
  readonly before: string;
}

/** Checks the old password and hashes the new one, before the transaction. */
export async function checkedPassword(
  db: Database,
  by: Confirming,
  { old_password, new_password }: Body<typeof ChangePassword>,
  at: Pick<Owner, "productTitle" | "providerName">,
): Promise<CheckedPassword> {
  const { userId } = by.scope;
  const person = await confirmPassword(db, by, old_password, ["old_password", refused.wrongPassword]);
  if (old_password === new_password) throw badInput({ new_password: [refused.samePassword] });
  refuseWeak(new_password, { ...person, ...at }, "new_password");
  return { hash: await hashPassword(new_password, `user ${userId}`), before: person.password_hash };
}

/** Sets the own password where the one that was checked is still there; every session but the one of `token` ends. */
export async function changePassword(
  tx: Transaction,
  actor: Actor & { readonly userId: number },
  { hash, before }: CheckedPassword,
  token: string,
): Promise<void> {
  const changed = await setPassword(tx, actor.userId, { hash, initial: false }, before);
  if (!changed) throw badInput({ old_password: [refused.wrongPassword] });
  await record(tx, actor, { kind: AuditKind.passwordChanged });
  await endSessions(tx, actor.userId, token);
}

interface KeptPassword {
  readonly hash: PasswordHash;
  /** Generated for them: to be replaced by one of their own. */
  readonly initial: boolean;
}

/** Sets a password, where `before` is given only in its place, and ends the links for another one; answers whether it is set. */
async function setPassword(tx: Transaction, userId: number, { hash, initial }: KeptPassword, before?: string) {
  const change = { password_hash: hash, init_password: initial, password_since: sql<string>`now()` };
  const user = tx.updateTable("users").set(change).where("id", "=", userId);
  const update = before === undefined ? user : user.where("password_hash", "=", before);
  const isSet = (await update.executeTakeFirst()).numUpdatedRows === 1n;
  if (isSet) await endPasswordLinks(tx, userId);
  return isSet;
}

interface NewUser {
  readonly email: string;
  readonly last_name: string;
  readonly first_name?: string | undefined;
  readonly gender?: Gender | null | undefined;
  readonly is_staff?: boolean | undefined;
  readonly manages_users?: boolean | undefined;
  readonly phone1?: string | undefined;
  readonly phone2?: string | undefined;
  /** True where a link to set a password goes to the user by mail, too. */
  readonly invite?: boolean | undefined;
  /** No person: programs call in its name. */
  readonly service?: boolean | undefined;
}

/**
 * Makes a user with a password that was hashed before; answers the id. Staff manage users unless it is taken from them (decision 154).
 * @throws a 400 for an address that somebody has, or that is none.
 */
export async function createUser(
  tx: Transaction,
  actor: Actor,
  user: NewUser,
  { hash, initial }: KeptPassword,
): Promise<number> {
  const { first_name, last_name, gender, is_staff = false, phone1, phone2, service } = user;
  const email = normalEmail(user.email);
  if (!isEmail(email)) throw badInput({ email: [invalid.email] });
  refuseManagerOfNobody(user.manages_users, is_staff);
  const manages_users = user.manages_users ?? (is_staff && !service);
  const newUser = await tx
    .insertInto("users")
    .values({
      ...pickSent({ first_name, gender, is_staff, manages_users, phone1, phone2, service }),
      email,
      last_name,
      init_password: initial,
      password_hash: hash,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning(["id", "is_staff"])
    .executeTakeFirst();
  if (!newUser) throw badInput({ email: [refused.emailTaken] });
  await record(tx, actor, {
    kind: AuditKind.userCreated,
    object: ["user", newUser.id],
    meta: { to: newUser.is_staff },
  });
  if (user.invite) await notifyUser(tx, newUser.id, { mail: "invitation" }, newUser.id);
  return newUser.id;
}

/** Makes a service account; its address is one that no mail reaches, for people know it by its name. Answers the id. */
export async function createServiceAccount(
  tx: Transaction,
  actor: Actor,
  { last_name, is_staff, manages_users }: Body<typeof CreateServiceAccount>,
): Promise<number> {
  const email = `dienst-${randomInt(2 ** 47).toString(36)}@example.invalid`;
  const account = { email, last_name, is_staff, manages_users, service: true };
  return createUser(tx, actor, account, { hash: noPassword, initial: false });
}

const showOfUser = { gender: (gender: string) => genderText[gender as Gender] ?? "" };

/**
 * Changes a user; a deactivated one is signed out. An own password in it was confirmed before.
 * @throws a 400 for what somebody else has changed since the caller saw it (`before`), where nobody on the staff, or nobody who manages users, would be left, or the address is taken.
 */
export async function editUser(
  tx: Transaction,
  { actor, mayGive }: Pick<Call<typeof EditUser>, "actor" | "mayGive">,
  id: number,
  body: Body<typeof EditUser>,
): Promise<void> {
  const { own_password: _confirmed, before: seen, ...sent } = body;
  // before the user: all who take rights lock the staff in one order
  if ([sent.active, sent.is_staff, sent.manages_users].includes(false)) await refuseLast(tx, id, sent);
  const before = await userAsItIs(tx, id);
  refuseOverwriting(before, sent, seen, showOfUser);
  const joins = sent.is_staff === true && !before.is_staff && !before.service;
  const changes = joins ? { manages_users: true, ...sent } : sent;
  const given = ["is_staff", "manages_users", "active", "email"] as const;
  if (given.some((field) => changes[field] !== undefined && changes[field] !== before[field])) mayGive();
  refuseManagerOfNobody(changes.manages_users, changes.is_staff ?? before.is_staff);
  if (before.service && changes.email !== undefined && changes.email !== before.email)
    throw badInput({ email: [accessRefused.serviceAccount] });
  await recordUserChanges(tx, actor, before, changes);
  const set = pickSent(changes);
  try {
    const users = tx.updateTable("users").where("id", "=", id);
    const update = Object.keys(set).length > 0 ? users.set(set) : users.set((user) => ({ active: user.ref("active") }));
    const { numUpdatedRows } = await update.executeTakeFirst();
    if (numUpdatedRows === 0n) throw notFound();
  } catch (error) {
    if (brokenConstraint(error) === "users_email_key") throw badInput({ email: [refused.emailTaken] });
    throw error;
  }
  if (changes.active === false) await endSessions(tx, id);
  if (changes.email !== undefined) await endPasswordLinks(tx, id); // they went to the old address
  if (changes.email !== undefined && changes.email !== before.email) await notifyNewAddress(tx, id, before.email);
  const isAnother = changes.is_staff !== undefined && changes.is_staff !== before.is_staff;
  if (changes.active === false || isAnother) await endTokensOf(tx, id); // a token was made for what its user was
}

function refuseManagerOfNobody(manages: boolean | undefined, isStaff: boolean): void {
  if (manages && !isStaff) throw badInput({ manages_users: [refused.managerOfNobody] });
}

/** Two who take each other's rights at the same moment take turns: every staff user is locked. @throws 400 for the last one */
export async function refuseLast(
  tx: Transaction,
  id: number,
  changes: Pick<Body<typeof EditUser>, "active" | "is_staff">,
): Promise<void> {
  const staff = await tx
    .selectFrom("users")
    .select(["id", "manages_users"])
    .where("is_staff", "=", true)
    .where("active", "=", true)
    .where("service", "=", false)
    .orderBy("id")
    .forUpdate()
    .execute();
  const isLast = (those: typeof staff) => those.length === 1 && those[0]?.id === id;
  if (isLast(staff) && (changes.active === false || changes.is_staff === false)) throw refuse(refused.lastStaff);
  if (isLast(staff.filter((each) => each.manages_users))) throw badInput({ manages_users: [refused.lastManager] });
}

/** Removes the second factor of a user who lost the device, and ends all their sessions and tokens. */
export async function resetFactor(tx: Transaction, actor: Actor, id: number): Promise<void> {
  const user = await tx.selectFrom("users").select("id").where("id", "=", id).forUpdate().executeTakeFirst();
  if (!user) throw notFound();
  await removeFactor(tx, actor, id);
  await endSessions(tx, id);
  await endTokensOf(tx, id);
}

/** Gives a user a new initial password, hashed before, and ends all their sessions; `invite` sends them a link to set one of their own, too. */
export async function resetPassword(
  tx: Transaction,
  actor: Actor,
  id: number,
  hash: PasswordHash,
  invite = false,
): Promise<void> {
  const user = await tx.selectFrom("users").select("service").where("id", "=", id).executeTakeFirst();
  if (user?.service) throw refuse(accessRefused.serviceAccount);
  if (!(await setPassword(tx, id, { hash, initial: true }))) throw notFound();
  await record(tx, actor, { kind: AuditKind.passwordReset, object: ["user", id] });
  await endSessions(tx, id);
  await endTokensOf(tx, id);
  if (invite) await notifyUser(tx, id, { mail: "invitation" }, randomUUID());
}

/** Sets the password of whoever had a link for that; every session and every token ends: somebody else may have had them. */
export async function setLinkedPassword(
  tx: Transaction,
  actor: Actor & { readonly userId: number },
  hash: PasswordHash,
): Promise<void> {
  await setPassword(tx, actor.userId, { hash, initial: false });
  const object = ["user", actor.userId] as const; // whoever typed the address had access to it (decision 152)
  await record(tx, actor, { kind: AuditKind.passwordChanged, object, meta: { link: true } });
  await endSessions(tx, actor.userId);
  await endTokensOf(tx, actor.userId);
}

/** The id of the user with this address; undefined where nobody has it. */
export async function userIdOf(tx: Transaction, address: string): Promise<number | undefined> {
  const user = await tx.selectFrom("users").select("id").where("email", "=", normalEmail(address)).executeTakeFirst();
  return user?.id;
}

interface AdminSettings {
  readonly productTitle: string;
  readonly providerName: string;
  readonly adminEmail: string | undefined;
  readonly adminPassword: string | undefined;
}

/**
 * Makes the first staff user where there is no user yet (product 10): as configured, or `admin@example.com` with a
 * generated password. Answers null where there are users.
 */
export async function ensureAdmin(
  db: Database,
  { adminEmail, adminPassword, productTitle, providerName }: AdminSettings,
): Promise<{ email: string; password: string | null } | null> {
  if (await anybody(db.read)) return null;
  const email = adminEmail ?? "admin@example.com";
  const user = { email, first_name: "", last_name: "Administrator", is_staff: true, manages_users: true };
  const { plain, hash } = await givenOrNew(adminPassword, { ...user, productTitle, providerName });
  return db.write(async (tx) => {
    await sql`lock table users in share row exclusive mode`.execute(tx); // two servers may start together
    if (await anybody(tx)) return null;
    await createUser(tx, atTheMachine, user, { hash, initial: plain !== null });
    return { email, password: plain };
  });
}

const anybody = (db: Reader | Transaction) => db.selectFrom("users").select("id").limit(1).executeTakeFirst();

/** A password that is given for good, or a new one, which is shown in plain. */
export async function givenOrNew(
  given: string | undefined,
  owner: Owner,
): Promise<{ plain: string | null; hash: PasswordHash }> {
  if (given === undefined) return newPassword();
  if (normalPassword(given).length < minPasswordLength) throw badInput({ password: [invalid.password] });
  refuseWeak(given, owner, "password");
  return { plain: null, hash: await hashPassword(given) };
}
