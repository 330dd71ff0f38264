import type * as z from "zod/mini";
import type { Colleagues } from "#contract/schemas/access/colleagues.ts";
import { couldInvite } from "#rules/access/colleagues.ts";
import { colleaguesOf, inviterAt } from "#server/database/colleagues.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";

/** The colleagues at a customer, with whose access the caller may end; a 404 where there is no such customer or it is not theirs. */
export async function colleaguesAt(db: Reader, scope: Scope, customer: number): Promise<z.infer<typeof Colleagues>> {
  const inviter = await inviterAt(db, scope, customer);
  if (!inviter) throw notFound();
  const colleagues = await colleaguesOf(db, scope, customer);
  return {
    may_invite: inviter.mayInvite,
    rights: inviter.rights,
    results: colleagues.map((each) => ({ ...each, may_end: couldInvite(inviter, scope.userId, each) })),
  };
}
