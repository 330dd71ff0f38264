import { sql } from "kysely";
import type {
  endColleague as EndColleague,
  inviteColleague as InviteColleague,
} from "#contract/calls/access/colleagues.ts";
import type { Body } from "#contract/route.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { couldInvite, domainOf, invitationsPerDay, type Inviter } from "#rules/access/colleagues.ts";
import { customerRights } from "#rules/access/customer-rights.ts";
import * as accessRefused from "#rules/texts/access-refusals.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import { colleaguesOf, inviterAt } from "#server/database/colleagues.ts";
import type { Transaction } from "#server/database/database.ts";
import { notifyUser } from "#server/database/messages/notify-by-mail.ts";
import type { Scope } from "#server/database/scope.ts";
import { endTokensOf } from "#server/database/tokens/api-tokens.ts";
import { accessChanges, rightChange } from "#server/features/access/audit/mutations.ts";
import { rightNames } from "#server/features/access/rights/mutations.ts";
import { endSessions } from "#server/features/access/session/mutations.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";
import type { PasswordHash } from "#server/http/passwords/passwords.ts";

interface NewColleague {
  readonly scope: Scope;
  readonly customer: number;
  readonly invitation: Body<typeof InviteColleague>;
  /** The hash of a random password that nobody learns. */
  readonly hash: PasswordHash;
  readonly now: Date;
}

async function allowedInviter(tx: Transaction, scope: Scope, customer: number): Promise<Inviter> {
  const inviter = await inviterAt(tx, scope, customer);
  if (!inviter) throw notFound();
  if (!inviter.mayInvite) throw refuse(refused.noRight);
  return inviter;
}

const colleagueAt = async (tx: Transaction, scope: Scope, customer: number, id: number) =>
  (await colleaguesOf(tx, scope, customer)).find((each) => each.id === id);

/** @throws a 400 where enough were invited today; two who invite for one customer at once take turns. */
async function refuseMany(tx: Transaction, customer: number, code: number): Promise<void> {
  await tx.selectFrom("customers").select("id").where("id", "=", customer).forNoKeyUpdate().execute();
  const { count } = await tx
    .selectFrom("audit")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("customer_code", "=", code)
    .where("kind", "=", AuditKind.colleagueInvited)
    .where("at", ">", sql<string>`now() - interval '24 hours'`)
    .executeTakeFirstOrThrow();
  if (count >= invitationsPerDay) throw refuse(accessRefused.tooManyInvitations(invitationsPerDay));
}

/**
 * Invites a colleague: makes a user who gets a link by mail. Where somebody has the address already nothing is made and staff read it in the audit
 * trail; who invites is answered the same (decision 120). @throws a 400 for another domain, a right that they lack, a colleague whom they see, and
 * where enough were invited for today
 */
export async function inviteColleague(
  tx: Transaction,
  actor: Actor,
  { scope, customer, invitation, hash, now }: NewColleague,
): Promise<void> {
  const { email, first_name, last_name } = invitation;
  const inviter = await allowedInviter(tx, scope, customer);
  if (inviter.domain !== null && domainOf(email) !== inviter.domain)
    throw badInput({ email: [accessRefused.otherDomain(inviter.domain)] });
  const wider = customerRights.find((right) => invitation[right] && !inviter.rights[right]);
  if (wider) throw badInput({ [wider]: [accessRefused.widerRight] });
  if (!scope.isStaff) await refuseMany(tx, customer, inviter.code);
  const known = await tx
    .selectFrom("users")
    .select(["id", "invited_by", "last_login", "active"])
    .where("email", "=", email)
    .forUpdate()
    .executeTakeFirst();
  if (known && (await colleagueAt(tx, scope, customer, known.id)))
    throw badInput({ email: [accessRefused.colleagueAlready] });
  const person = { email, first_name, last_name, password_hash: hash, init_password: true, invited_by: scope.userId };
  const made = await tx
    .insertInto("users")
    .values(person)
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  const id = made?.id ?? known?.id;
  await record(tx, actor, {
    kind: AuditKind.colleagueInvited,
    customer: inviter.code,
    ...(id !== undefined && { object: ["user", id] as const }),
    meta: { to: made !== undefined },
  });
  if (made) {
    const rights = Object.fromEntries(customerRights.map((right) => [right, invitation[right] ?? false]));
    await tx
      .insertInto("customer_users")
      .values({ customer_id: customer, user_id: made.id, ...rights })
      .execute();
    await record(tx, actor, ...accessChanges(inviter.code, [], [made.id]));
    const given = customerRights.filter((right) => rights[right]);
    await record(tx, actor, ...given.map((right) => rightChange(made.id, rightNames[right], true, inviter.code)));
  }
  // whom they invited themselves and who never came gets the link once more, but not in the same minutes
  const isWaiting =
    known !== undefined && known.active && known.last_login === null && known.invited_by === scope.userId;
  if (made ?? isWaiting) await notifyUser(tx, id ?? 0, { mail: "invitation" }, Math.floor(now.getTime() / invitePause));
}

const invitePause = 300_000; // ms

/**
 * Ends the access of a colleague to a customer; who then sees none is deactivated and signed out, and who sees others keeps those, of which
 * whoever ends it learns nothing. @throws a 404 for who is no colleague, a 400 for whom they could not have invited
 */
export async function endColleague(
  tx: Transaction,
  actor: Actor,
  { scope, id, customer }: { scope: Scope; id: number } & Body<typeof EndColleague>,
): Promise<void> {
  const inviter = await allowedInviter(tx, scope, customer);
  await tx.selectFrom("users").select("id").where("id", "=", id).forUpdate().execute();
  const colleague = await colleagueAt(tx, scope, customer, id);
  if (!colleague) throw notFound();
  if (!couldInvite(inviter, scope.userId, colleague)) throw refuse(accessRefused.notYourColleague);
  await tx.deleteFrom("customer_users").where("user_id", "=", id).where("customer_id", "=", customer).execute();
  await record(tx, actor, ...accessChanges(inviter.code, [id], []));
  const other = await tx
    .selectFrom("customer_users")
    .select("customer_id")
    .where("user_id", "=", id)
    .executeTakeFirst();
  if (other) return;
  await tx.updateTable("users").set({ active: false }).where("id", "=", id).execute();
  await record(tx, actor, rightChange(id, "active", false));
  await endSessions(tx, id);
  await endTokensOf(tx, id);
}
