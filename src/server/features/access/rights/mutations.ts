import type { changeRights as ChangeRights } from "#contract/calls/access/rights.ts";
import type { Body } from "#contract/route.ts";
import type { Right } from "#rules/access/audit/audit.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import type { Transaction } from "#server/database/database.ts";
import { rightChange } from "#server/features/access/audit/mutations.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";

/** The rights as the audit trail has them. */
export const rightNames = {
  may_approve_destruction: "approve",
  may_order: "order",
  may_store: "store",
  may_manage: "manage",
  may_invite: "invite",
} as const satisfies Record<string, Right>;
const names = Object.keys(rightNames) as (keyof typeof rightNames)[];

/** Gives a user of a customer rights or takes them, on record; answers the user's id. */
export async function changeRights(
  tx: Transaction,
  actor: Actor,
  id: number,
  { user, ...wanted }: Body<typeof ChangeRights>,
): Promise<number> {
  const customer = await tx.selectFrom("customers").select("code").where("id", "=", id).executeTakeFirst();
  if (!customer) throw notFound();
  const before = await tx
    .selectFrom("customer_users")
    .select(names)
    .where("customer_id", "=", id)
    .where("user_id", "=", user)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw badInput({ user: [refused.unknownCustomerUser] });
  if (names.every((name) => wanted[name] === undefined)) throw refuse(refused.nothingToChange);
  const changedNames = names.filter((name) => wanted[name] !== undefined && wanted[name] !== before[name]);
  if (changedNames.length === 0) return user;
  await record(
    tx,
    actor,
    ...changedNames.map((name) => rightChange(user, rightNames[name], !before[name], customer.code)),
  );
  const set = Object.fromEntries(changedNames.map((name) => [name, !before[name]]));
  await tx.updateTable("customer_users").set(set).where("customer_id", "=", id).where("user_id", "=", user).execute();
  return user;
}
