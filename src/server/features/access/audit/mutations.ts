import { AuditKind, type NewAuditEntry, type Right } from "#rules/access/audit/audit.ts";
import { type Actor, expireAudit, record } from "#server/database/audit/audit.ts";
import type { Database, Transaction } from "#server/database/database.ts";
import { notFound } from "#server/http/errors.ts";

/** That a user was given a right, or lost it. */
export const rightChange = (userId: number, right: Right, to: boolean, customer?: number): NewAuditEntry => ({
  kind: AuditKind.rightsChanged,
  customer,
  object: ["user", userId],
  meta: { right, from: !to, to },
});

/** Returns entries about users who were given access to a customer, and who lost it; users by their ids, the customer by its code. */
export function accessChanges(customer: number, before: readonly number[], after: readonly number[]): NewAuditEntry[] {
  const revoked = before.filter((id) => !after.includes(id));
  const granted = after.filter((id) => !before.includes(id));
  return [
    ...revoked.map((id) => rightChange(id, "customer", false, customer)),
    ...granted.map((id) => rightChange(id, "customer", true, customer)),
  ];
}

/** Removes what need not be kept any more, a piece at a time; answers how many entries. */
export async function expireEntries(db: Database, ending: AbortSignal): Promise<number> {
  let removedCount = 0;
  for (let piece = -1; piece !== 0 && !ending.aborted; removedCount += Math.max(piece, 0))
    piece = await db.write(expireAudit);
  return removedCount;
}

interface UserChanges {
  readonly is_staff?: boolean | undefined;
  readonly manages_users?: boolean | undefined;
  readonly active?: boolean | undefined;
  readonly email?: string | undefined;
}
type UserBefore = { readonly id: number; readonly email: string } & Readonly<
  Record<"is_staff" | "manages_users" | "active" | "service", boolean>
>;

/** A user before they are changed, locked. @throws 404 */
export async function userAsItIs(tx: Transaction, id: number) {
  const names = ["first_name", "last_name", "gender", "phone1", "phone2"] as const;
  const fields = ["id", "is_staff", "manages_users", "active", "email", "service", ...names] as const;
  const user = await tx.selectFrom("users").select(fields).where("id", "=", id).forUpdate().executeTakeFirst();
  if (!user) throw notFound();
  return user;
}

/** Puts on record which rights a user is about to be given or to lose, and which address. */
export async function recordUserChanges(
  tx: Transaction,
  actor: Actor,
  before: UserBefore,
  { is_staff, active, email, ...changes }: UserChanges,
): Promise<void> {
  const { id } = before;
  const manages = is_staff === false ? false : changes.manages_users; // it goes with the staff
  const entries: NewAuditEntry[] = [];
  if (is_staff !== undefined && is_staff !== before.is_staff) entries.push(rightChange(id, "staff", is_staff));
  if (manages !== undefined && manages !== before.manages_users) entries.push(rightChange(id, "users", manages));
  if (is_staff && !before.is_staff) entries.push(...(await lostCustomers(tx, id)));
  if (active !== undefined && active !== before.active) entries.push(rightChange(id, "active", active));
  if (email !== undefined && email !== before.email)
    entries.push({ kind: AuditKind.emailChanged, object: ["user", id], meta: { from: before.email, to: email } });
  await record(tx, actor, ...entries);
}

/** Returns the entries about a user who joins the staff: that user sees every customer, and is assigned none any more. */
async function lostCustomers(tx: Transaction, id: number): Promise<NewAuditEntry[]> {
  const customers = await tx
    .selectFrom("customer_users")
    .innerJoin("customers", "customers.id", "customer_users.customer_id")
    .select("code")
    .where("user_id", "=", id)
    .orderBy("code")
    .execute();
  return customers.map(({ code }) => rightChange(id, "customer", false, code));
}
