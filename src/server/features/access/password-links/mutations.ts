import type { setPasswordByLink as SetByLink } from "#contract/calls/access/password-links.ts";
import type { Body } from "#contract/route.ts";
import { addressKey } from "#rules/access/login-limits.ts";
import type { Owner } from "#rules/access/passwords.ts";
import * as accessRefused from "#rules/texts/access-refusals.ts";
import type { Database, Transaction } from "#server/database/database.ts";
import { linkOwner, consumeLink } from "#server/database/messages/password-links.ts";
import { setLinkedPassword } from "#server/features/access/users/mutations.ts";
import { refuse } from "#server/http/errors.ts";
import { carryOutTry } from "#server/http/passwords/password-tries.ts";
import { hashPassword, type PasswordHash } from "#server/http/passwords/passwords.ts";
import { refuseWeak } from "#server/http/passwords/weak-passwords.ts";
import { tokenHash } from "#server/http/session.ts";

/** Where a call comes from. */
interface Origin {
  readonly address: string;
  readonly gone: AbortSignal;
}

interface LinkedPassword {
  readonly userId: number;
  readonly link: Buffer;
  readonly hash: PasswordHash;
}

/** Finds whose link it is and hashes the new password, before the transaction. A link that is none counts as a wrong password does. */
export async function linkedPassword(
  db: Database,
  { token, new_password }: Body<typeof SetByLink>,
  { address, gone }: Origin,
  at: Pick<Owner, "productTitle" | "providerName">,
): Promise<LinkedPassword> {
  const line = `address ${addressKey(address)}`;
  const link = tokenHash(token);
  const owner = await carryOutTry(db, { key: line, line, gone }, async () => {
    const person = await linkOwner(db.read, link);
    if (!person) throw refuse(accessRefused.passwordLink);
    return person;
  });
  refuseWeak(new_password, { ...owner, ...at }, "new_password");
  return { userId: owner.id, link, hash: await hashPassword(new_password, line) };
}

/** Sets the password by a link, once. @throws a 400 where the link was used or has ended meanwhile */
export async function setPasswordByLink(
  tx: Transaction,
  address: string,
  { userId, link, hash }: LinkedPassword,
): Promise<void> {
  if (!(await consumeLink(tx, userId, link))) throw refuse(accessRefused.passwordLink);
  await setLinkedPassword(tx, { userId, address }, hash);
}
