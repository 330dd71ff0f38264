import { sql } from "kysely";
import type { Body } from "#contract/route.ts";
import type { changePassword as ChangePassword, editUser as EditUser } from "#contract/calls/users.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { refused } from "#rules/texts/refusal-texts.ts";
import { type Gender, isEmail, minPasswordLength, normalEmail } from "#rules/users.ts";
import type { Transaction } from "#server/database/database.ts";
import { pickSent } from "#server/database/sent-fields.ts";
import { badInput, brokenConstraint, forbidden, notFound, refuse } from "#server/http/errors.ts";
import { hashPassword, newPassword, passwordFits } from "#server/http/passwords.ts";
import { tokenHash } from "#server/http/session.ts";

/** Changes the password of a user who knows the old one; every session but the one of `token` ends. */
export async function changePassword(
  tx: Transaction,
  userId: number,
  { old_password, new_password }: Body<typeof ChangePassword>,
  token: string,
): Promise<void> {
  const user = await tx
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (!user) throw forbidden("signed_out");
  if (!(await passwordFits(user.password_hash, old_password)))
    throw badInput({ old_password: [refused.wrongPassword] });
  if (old_password === new_password) throw badInput({ new_password: [refused.samePassword] });
  await setPassword(tx, userId, new_password, false);
  await tx.deleteFrom("tokens").where("user_id", "=", userId).where("hash", "!=", tokenHash(token)).execute();
}

async function setPassword(tx: Transaction, userId: number, password: string, initial: boolean): Promise<void> {
  const password_hash = await hashPassword(password);
  await tx.updateTable("users").set({ password_hash, init_password: initial }).where("id", "=", userId).execute();
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
 * Makes a user; answers the id, and the generated initial password where none was given. A given password is theirs for
 * good.
 * @throws a 400 for an address that somebody has, or that is none.
 */
export async function createUser(
  tx: Transaction,
  user: NewUser,
  fixedPassword?: string,
): Promise<{ id: number; password: string | null }> {
  const { first_name, last_name, gender, is_staff, phone1, phone2 } = user;
  const email = normalEmail(user.email);
  if (!isEmail(email)) throw badInput({ email: [invalid.email] });
  if (fixedPassword !== undefined && fixedPassword.length < minPasswordLength)
    throw badInput({ password: [invalid.password] });
  const password = fixedPassword ?? newPassword();
  const made = await tx
    .insertInto("users")
    .values({
      ...pickSent({ first_name, gender, is_staff, phone1, phone2 }),
      email,
      last_name,
      init_password: fixedPassword === undefined,
      password_hash: await hashPassword(password),
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made) throw badInput({ email: [refused.emailTaken] });
  return { id: made.id, password: fixedPassword === undefined ? password : null };
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

/** Gives a user a new generated password and ends all their sessions; answers the password, this once. */
export async function resetPassword(tx: Transaction, id: number): Promise<string> {
  const user = await tx.selectFrom("users").select("id").where("id", "=", id).forUpdate().executeTakeFirst();
  if (!user) throw notFound();
  const password = newPassword();
  await setPassword(tx, id, password, true);
  await endSessions(tx, id);
  return password;
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
  tx: Transaction,
  { adminEmail, adminPassword }: AdminSettings,
): Promise<{ email: string; password: string | null } | null> {
  await sql`lock table users in share row exclusive mode`.execute(tx); // two servers may start together
  const anybody = await tx.selectFrom("users").select("id").limit(1).executeTakeFirst();
  if (anybody) return null;
  const email = adminEmail ?? "admin@example.com";
  const { password } = await createUser(tx, { email, last_name: "Administrator", is_staff: true }, adminPassword);
  return { email, password };
}
