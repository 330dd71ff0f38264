import { sql } from "kysely";
import type { Body } from "#contract/route.ts";
import type { changePassword as ChangePassword, editUser as EditUser } from "#contract/calls/users.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { refused } from "#rules/texts/refusal-texts.ts";
import { type Gender, isEmail, minPasswordLength, normalEmail } from "#rules/users.ts";
import type { Database, Reader, Transaction } from "#server/database/database.ts";
import { pickSent } from "#server/database/sent-fields.ts";
import { badInput, brokenConstraint, forbidden, notFound, refuse } from "#server/http/errors.ts";
import { hashPassword, newPassword, type PasswordHash, passwordFits } from "#server/http/passwords.ts";
import { tokenHash } from "#server/http/session.ts";

/**
 * Changes the password of a user who knows the old one; every session but the one of `token` ends. Checked before the transaction,
 * which then holds only while the checked one is still the password.
 */
export async function changePassword(
  db: Database,
  userId: number,
  { old_password, new_password }: Body<typeof ChangePassword>,
  token: string,
): Promise<void> {
  const line = `user ${userId}`;
  const user = await passwordOf(db.read, userId);
  if (!user) throw forbidden("signed_out");
  const wrong = badInput({ old_password: [refused.wrongPassword] });
  if (!(await passwordFits(user.password_hash, old_password, line))) throw wrong;
  if (old_password === new_password) throw badInput({ new_password: [refused.samePassword] });
  const hash = await hashPassword(new_password, line);
  await db.write(async (tx) => {
    const changed = await setPassword(tx, userId, { hash, initial: false }, user.password_hash);
    if (!changed) throw wrong;
    await tx.deleteFrom("tokens").where("user_id", "=", userId).where("hash", "!=", tokenHash(token)).execute();
  });
}

function passwordOf(db: Reader, userId: number) {
  return db.selectFrom("users").select("password_hash").where("id", "=", userId).executeTakeFirst();
}

interface KeptPassword {
  readonly hash: PasswordHash;
  /** Generated for them: to be replaced by one of their own. */
  readonly initial: boolean;
}

/** Sets a password, where `before` is given only in its place; answers whether it is set. */
async function setPassword(tx: Transaction, userId: number, { hash, initial }: KeptPassword, before?: string) {
  const change = { password_hash: hash, init_password: initial, password_since: sql<string>`now()` };
  const user = tx.updateTable("users").set(change).where("id", "=", userId);
  const update = before === undefined ? user : user.where("password_hash", "=", before);
  return (await update.executeTakeFirst()).numUpdatedRows === 1n;
}

interface NewUser {
  readonly email: string;
  readonly last_name: string;
  readonly first_name?: string | undefined;
  readonly gender?: Gender | null | undefined;
  readonly is_staff?: boolean | undefined;
  readonly phone1?: string | undefined;
  readonly phone2?: string | undefined;
}

/**
 * Makes a user with a password that was hashed before; answers the id.
 * @throws a 400 for an address that somebody has, or that is none.
 */
export async function createUser(tx: Transaction, user: NewUser, { hash, initial }: KeptPassword): Promise<number> {
  const { first_name, last_name, gender, is_staff, phone1, phone2 } = user;
  const email = normalEmail(user.email);
  if (!isEmail(email)) throw badInput({ email: [invalid.email] });
  const made = await tx
    .insertInto("users")
    .values({
      ...pickSent({ first_name, gender, is_staff, phone1, phone2 }),
      email,
      last_name,
      init_password: initial,
      password_hash: hash,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made) throw badInput({ email: [refused.emailTaken] });
  return made.id;
}

/**
 * Changes a user; a deactivated one is signed out.
 * @throws a 400 where nobody on the staff would be left, or the address is taken.
 */
export async function editUser(tx: Transaction, id: number, changes: Body<typeof EditUser>): Promise<void> {
  if (changes.active === false || changes.is_staff === false) await refuseLastStaff(tx, id);
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
}

/** Two who take each other's rights at the same moment take turns: every staff user is locked. */
async function refuseLastStaff(tx: Transaction, id: number): Promise<void> {
  const staff = await tx
    .selectFrom("users")
    .select("id")
    .where("is_staff", "=", true)
    .where("active", "=", true)
    .orderBy("id")
    .forUpdate()
    .execute();
  if (staff.length === 1 && staff[0]?.id === id) throw refuse(refused.lastStaff);
}

/** Gives a user a new initial password, hashed before, and ends all their sessions. */
export async function resetPassword(tx: Transaction, id: number, hash: PasswordHash): Promise<void> {
  if (!(await setPassword(tx, id, { hash, initial: true }))) throw notFound();
  await endSessions(tx, id);
}

async function endSessions(tx: Transaction, userId: number): Promise<void> {
  await tx.deleteFrom("tokens").where("user_id", "=", userId).execute();
}

/** The id of the user with this address; undefined where nobody has it. */
export async function userIdOf(tx: Transaction, address: string): Promise<number | undefined> {
  const user = await tx.selectFrom("users").select("id").where("email", "=", normalEmail(address)).executeTakeFirst();
  return user?.id;
}

interface AdminSettings {
  readonly adminEmail: string | undefined;
  readonly adminPassword: string | undefined;
}

/**
 * Makes the first staff user where there is no user yet (product 10): as configured, or `admin@example.com` with a
 * generated password. Answers null where there are users.
 */
export async function ensureAdmin(
  db: Database,
  { adminEmail, adminPassword }: AdminSettings,
): Promise<{ email: string; password: string | null } | null> {
  if (await anybody(db.read)) return null;
  const email = adminEmail ?? "admin@example.com";
  const { plain, hash } = await givenOrNew(adminPassword);
  return db.write(async (tx) => {
    await sql`lock table users in share row exclusive mode`.execute(tx); // two servers may start together
    if (await anybody(tx)) return null;
    const user = { email, last_name: "Administrator", is_staff: true };
    await createUser(tx, user, { hash, initial: plain !== null });
    return { email, password: plain };
  });
}

const anybody = (db: Reader | Transaction) => db.selectFrom("users").select("id").limit(1).executeTakeFirst();

/** A password that is given for good, or a new one, which is told in plain. */
export async function givenOrNew(given: string | undefined): Promise<{ plain: string | null; hash: PasswordHash }> {
  if (given === undefined) return newPassword();
  if (given.length < minPasswordLength) throw badInput({ password: [invalid.password] });
  return { plain: null, hash: await hashPassword(given) };
}
