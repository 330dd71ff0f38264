import type { changeNotifications as ChangeNotifications } from "#contract/calls/access/notifications.ts";
import type { Body } from "#contract/route.ts";
import { mailTopics } from "#rules/access/mail-topics.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import * as accessRefused from "#rules/texts/access-refusals.ts";
import type { Transaction } from "#server/database/database.ts";
import { type Scope, visibleTo } from "#server/database/scope.ts";
import { badInput, notFound } from "#server/http/errors.ts";

/**
 * Says whether a user of a customer gets mails about a topic: users for themselves, staff for others, but for what belongs to the contract.
 * @throws 404 where they do not see the customer, 400 where it is not theirs to say
 */
export async function changeNotifications(
  tx: Transaction,
  scope: Scope,
  id: number,
  { user, topic, wanted }: Body<typeof ChangeNotifications>,
): Promise<void> {
  const customer = tx.selectFrom("customers").select("id").where("id", "=", id).where(visibleTo(scope, "customers.id"));
  if (!(await customer.executeTakeFirst())) throw notFound();
  const there = tx.selectFrom("customer_users").select("user_id").where("customer_id", "=", id);
  const theirs = scope.isStaff || user === scope.userId ? there.where("user_id", "=", user).forShare() : undefined;
  if (!(await theirs?.executeTakeFirst())) throw badInput({ user: [refused.unknownCustomerUser] });
  if (scope.isStaff && !wanted && mailTopics[topic].contractual)
    throw badInput({ wanted: [accessRefused.contractualMail] });
  await tx
    .insertInto("mail_choices")
    .values({ customer_id: id, user_id: user, topic, wanted })
    .onConflict((conflict) => conflict.columns(["customer_id", "user_id", "topic"]).doUpdateSet({ wanted }))
    .execute();
}
