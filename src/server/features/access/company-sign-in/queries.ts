import { toPage } from "#rules/lists/paging.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";

const own = (db: Reader, { userId }: Scope) =>
  db.selectFrom("user_identities").select(["id", "issuer", "created", "last_used"]).where("user_id", "=", userId);

/** By which companies the caller comes in. */
export async function listOfIdentities(db: Reader, scope: Scope) {
  const identities = await own(db, scope).orderBy("id").execute();
  return toPage(identities, identities.length, {});
}

/** One of the caller's. @throws 404 */
export async function identityById(db: Reader, scope: Scope, id: number) {
  const identity = await own(db, scope).where("id", "=", id).executeTakeFirst();
  if (!identity) throw notFound();
  return identity;
}
