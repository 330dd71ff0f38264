import { sql } from "kysely";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { addressKey } from "#rules/access/login-limits.ts";
import { type CompanyPerson, isOfDomain } from "#rules/access/company-person.ts";
import * as refused from "#rules/texts/access-refusals.ts";
import type { CompanySignIn } from "#server/http/identity-provider.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import type { Transaction } from "#server/database/database.ts";
import { rememberSignIn } from "#server/database/known-devices.ts";
import { endOldest, type SignIn } from "#server/database/tokens/tokens.ts";
import { createUser } from "#server/features/access/users/mutations.ts";
import { notFound, refuse } from "#server/http/errors.ts";
import { noPassword } from "#server/http/passwords/passwords.ts";
import { notifyUser } from "#server/database/messages/notify-by-mail.ts";
import { openSession } from "#server/http/session.ts";

interface ComingIn {
  readonly person: CompanyPerson;
  readonly from: Omit<SignIn, "isNew">;
  readonly device: string;
  readonly now: Date;
}

/**
 * Signs in whom the company names: by the identity that is known, else by an address of mail that is proved to be theirs, else as somebody new
 * where the operator lets a domain in. Answers the token and the user.
 * @throws 400 where nobody here is meant, or where they have a second factor of their own and have not joined the two themselves
 */
export async function signInByCompany(tx: Transaction, at: CompanySignIn, { person, from, device, now }: ComingIn) {
  const userId = (await knownPerson(tx, at, person)) ?? (await unknownPerson(tx, at, { person, from }));
  if (userId === null) throw refuse(refused.companyUnknown(person.email ?? person.lastName));
  const { numUpdatedRows } = await tx
    .updateTable("users")
    .set({ last_login: sql`now()` })
    .where("id", "=", userId)
    .where("active", "=", true)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw refuse(refused.companyUnknown(person.email ?? person.lastName));
  const isNew = await rememberSignIn(tx, userId, { address: addressKey(from.address), device });
  const moment = now.toISOString();
  if (isNew) await notifyUser(tx, userId, { mail: "newDevice", at: moment }, moment);
  await record(tx, { userId, address: from.address }, { kind: AuditKind.signedInByCompany });
  const token = await openSession(tx, userId, { ...from, isNew, byCompany: true });
  await endOldest(tx, userId);
  return { token, user: userId };
}

async function knownPerson(
  tx: Transaction,
  { issuer }: CompanySignIn,
  { subject }: CompanyPerson,
): Promise<number | null> {
  const identity = await tx
    .updateTable("user_identities")
    .set({ last_used: sql`now()` })
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .returning("user_id")
    .executeTakeFirst();
  return identity?.user_id ?? null;
}

/** Whoever comes for the first time, one after the other: from two browsers at once they are one person. */
async function unknownPerson(
  tx: Transaction,
  at: CompanySignIn,
  { person, from }: Omit<ComingIn, "now" | "device">,
): Promise<number | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`first ${at.issuer}`}, 0))`.execute(tx);
  const known = await knownPerson(tx, at, person);
  return known ?? (await personByMail(tx, at, { person, from })) ?? (await newPerson(tx, at, person));
}

/** Somebody who has this address here: the company has proved it, but it may have been another person's before. */
async function personByMail(
  tx: Transaction,
  at: CompanySignIn,
  { person, from }: Omit<ComingIn, "now" | "device">,
): Promise<number | null> {
  if (person.email === null) return null;
  const user = await tx
    .selectFrom("users")
    .select([
      "id",
      sql<boolean>`exists (select from second_factors f where f.user_id = users.id and f.confirmed is not null)`.as(
        "has_factor",
      ),
      sql<boolean>`exists (select from user_identities i where i.user_id = users.id and i.issuer = ${at.issuer}::text)`.as(
        "is_other",
      ),
    ])
    .where("email", "=", person.email)
    .where("active", "=", true)
    .where("service", "=", false)
    .forUpdate()
    .executeTakeFirst();
  if (!user) return null;
  if (user.has_factor) throw refuse(refused.companyFactor);
  if (user.is_other) throw refuse(refused.companyOther);
  await keepIdentity(tx, at, user.id, person.subject);
  const joined = { kind: AuditKind.identityAdded, object: ["user", user.id] as const, meta: { mail: true as const } };
  await record(tx, { userId: user.id, address: from.address }, joined); // whoever typed the address had access to it (decision 152)
  return user.id;
}

/** A customer's user without a customer: staff say whose boxes they may see. */
async function newPerson(tx: Transaction, at: CompanySignIn, person: CompanyPerson): Promise<number | null> {
  const { email, firstName, lastName } = person;
  if (email === null || at.createDomain === undefined || !isOfDomain(email, at.createDomain)) return null;
  // somebody who was here and was ended has the address still: they are not made anew
  const before = await tx.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
  if (before) return null;
  const nobody: Actor = { userId: null, address: "" };
  const id = await createUser(
    tx,
    nobody,
    { email, first_name: firstName, last_name: lastName },
    { hash: noPassword, initial: false },
  );
  await keepIdentity(tx, at, id, person.subject);
  return id;
}

async function keepIdentity(
  tx: Transaction,
  { issuer }: CompanySignIn,
  user_id: number,
  subject: string,
): Promise<number> {
  const kept = await tx
    .insertInto("user_identities")
    .values({ user_id, issuer, subject, last_used: sql`now()` })
    .returning("id")
    .executeTakeFirstOrThrow();
  return kept.id;
}

/**
 * Joins whoever is signed in with whom the company names. Answers the identity's id.
 * @throws 400 where either of them is joined with somebody else
 */
export async function addIdentity(
  tx: Transaction,
  actor: Actor & { userId: number },
  at: CompanySignIn,
  { subject }: CompanyPerson,
): Promise<number> {
  const taken = await tx
    .selectFrom("user_identities")
    .select(["id", "user_id", "subject"])
    .where("issuer", "=", at.issuer)
    .where((is) => is.or([is("subject", "=", subject), is("user_id", "=", actor.userId)]))
    .execute();
  const own = taken.find((one) => one.user_id === actor.userId && one.subject === subject);
  if (own) return own.id;
  if (taken.length > 0) throw refuse(refused.companyOther);
  await record(tx, actor, { kind: AuditKind.identityAdded });
  return keepIdentity(tx, at, actor.userId, subject);
}

/** The company lets this user in no more, and the sessions by it end. @throws 404 where it is none of theirs */
export async function removeIdentity(tx: Transaction, actor: Actor & { userId: number }, id: number): Promise<void> {
  const { userId } = actor;
  const gone = await tx
    .deleteFrom("user_identities")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (gone.numDeletedRows === 0n) throw notFound();
  await tx.deleteFrom("tokens").where("user_id", "=", userId).where("by_company", "=", true).execute();
  await record(tx, actor, { kind: AuditKind.identityRemoved });
}
