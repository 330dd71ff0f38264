import type { User } from "#contract/users.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";

const columns = [
  "id",
  "first_name",
  "last_name",
  "email",
  "is_staff",
  "gender",
  "phone1",
  "phone2",
  "last_login",
  "init_password",
] as const;

/** A user; a customer user finds only themselves. */
export async function userById(db: Reader, scope: Scope, id: number): Promise<User> {
  if (!scope.isStaff && id !== scope.userId) throw notFound();
  const user = await db.selectFrom("users").select(columns).where("id", "=", id).executeTakeFirst();
  if (!user) throw notFound();
  return user;
}
