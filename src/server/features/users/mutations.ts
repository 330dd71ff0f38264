import { sql } from "kysely";
import type { Body } from "#contract/route.ts";
import type { changePassword as ChangePassword } from "#contract/users.ts";
import { invalid } from "#rules/texts.ts";
import { isEmail, minPasswordLength, normalEmail } from "#rules/users.ts";
import type { Transaction } from "#server/database/database.ts";
import { badInput, forbidden } from "#server/http/errors.ts";
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
  if (!user) throw forbidden();
  if (!(await passwordFits(user.password_hash, old_password)))
    throw badInput({ old_password: [invalid.wrongPassword] });
  if (old_password === new_password) throw badInput({ new_password: [invalid.samePassword] });
  await setPassword(tx, userId, new_password, false);
  await tx.deleteFrom("tokens").where("user_id", "=", userId).where("hash", "!=", tokenHash(token)).execute();
}

async function setPassword(tx: Transaction, userId: number, password: string, initial: boolean): Promise<void> {
  const password_hash = await hashPassword(password);
  await tx.updateTable("users").set({ password_hash, init_password: initial }).where("id", "=", userId).execute();
}

interface NewUser {
  readonly email: string;
  readonly firstName?: string | undefined;
  readonly lastName: string;
  readonly isStaff: boolean;
  /** Theirs for good; without it one is generated that must be changed at the first login. */
  readonly password?: string | undefined;
}

/** Makes a user; answers the id, and the generated password where none was given. */
export async function createUser(tx: Transaction, user: NewUser): Promise<{ id: number; password: string | null }> {
  const email = normalEmail(user.email);
  if (!isEmail(email)) throw badInput({ email: [invalid.email] });
  if (user.password !== undefined && user.password.length < minPasswordLength)
    throw badInput({ password: [invalid.password] });
  const password = user.password ?? newPassword();
  const { id } = await tx
    .insertInto("users")
    .values({
      email,
      first_name: user.firstName ?? "",
      last_name: user.lastName,
      is_staff: user.isStaff,
      init_password: user.password === undefined,
      password_hash: await hashPassword(password),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, password: user.password === undefined ? password : null };
}

/** Gives a user a new generated password and ends all their sessions; null where nobody has this address. */
export async function resetPassword(tx: Transaction, address: string): Promise<string | null> {
  const user = await tx.selectFrom("users").select("id").where("email", "=", normalEmail(address)).executeTakeFirst();
  if (!user) return null;
  const password = newPassword();
  await setPassword(tx, user.id, password, true);
  await tx.deleteFrom("tokens").where("user_id", "=", user.id).execute();
  return password;
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
  const { password } = await createUser(tx, {
    email,
    lastName: "Administrator",
    isStaff: true,
    password: adminPassword,
  });
  return { email, password };
}
