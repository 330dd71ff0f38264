import type { changeRights as ChangeRights } from "#contract/calls/access/rights.ts";
import type { Body } from "#contract/route.ts";
import type { Right } from "#rules/access/audit/audit.ts";
import * as accessRefused from "#rules/texts/access-refusals.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import type { Transaction } from "#server/database/database.ts";
import { forgetAnswersOf } from "#server/database/kept-answers.ts";
import { rightChange } from "#server/features/access/audit/mutations.ts";
import { unknownCostCentres } from "#server/features/customers/cost-centres/mutations.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";

/** The rights as the audit trail has them. */
export const rightNames = {
  may_approve_destruction: "approve",
  may_order: "order",
  may_store: "store",
  may_manage: "manage",
  may_invite: "invite",
  may_see_invoices: "invoices",
} as const satisfies Record<string, Right>;
const names = Object.keys(rightNames) as (keyof typeof rightNames)[];

type RightChanges = Body<typeof ChangeRights>;

/** Gives a user of a customer rights or takes them, and says what of the customer they see, on record; answers the user's id. */
export async function changeRights(
  tx: Transaction,
  actor: Actor,
  id: number,
  { user, cost_centres, ...wanted }: RightChanges,
): Promise<number> {
  const customer = await tx.selectFrom("customers").select("code").where("id", "=", id).executeTakeFirst();
  if (!customer) throw notFound();
  const before = await tx
    .selectFrom("customer_users")
    .select([...names, "cost_centres"])
    .where("customer_id", "=", id)
    .where("user_id", "=", user)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw badInput({ user: [refused.unknownCustomerUser] });
  if (cost_centres === undefined && names.every((name) => wanted[name] === undefined))
    throw refuse(refused.nothingToChange);
  const changedNames = names.filter((name) => wanted[name] !== undefined && wanted[name] !== before[name]);
  const centres = await centresFor(tx, id, before.cost_centres, cost_centres);
  const set = { ...pickNames(changedNames, before), ...(centres && { cost_centres: centres.to }) };
  refuseWideDepartment({ ...before, ...set });
  const entries = changedNames.map((name) => rightChange(user, rightNames[name], !before[name], customer.code));
  if (centres) entries.push(centreChange(user, before.cost_centres, centres.to, customer.code));
  if (entries.length === 0) return user;
  await record(tx, actor, ...entries);
  await tx.updateTable("customer_users").set(set).where("customer_id", "=", id).where("user_id", "=", user).execute();
  if (centres) await forgetAnswersOf(tx, user);
  return user;
}

const pickNames = (
  changed: readonly (typeof names)[number][],
  before: Readonly<Record<(typeof names)[number], boolean>>,
) => Object.fromEntries(changed.map((name) => [name, !before[name]]));

type Centres = readonly string[] | null;

/**
 * Returns the cost centres of the customer that the user is to see, each once and in order; null where nothing changes. @throws a 400 for what is
 * none of the customer's
 */
async function centresFor(
  tx: Transaction,
  customer: number,
  before: Centres,
  wanted: Centres | undefined,
): Promise<{ readonly to: string[] | null } | null> {
  if (wanted === undefined) return null;
  const to = wanted && [...new Set(wanted)].sort();
  const [unknown] = await unknownCostCentres(tx, customer, to ?? []);
  if (unknown !== undefined) throw badInput({ cost_centres: [refused.unknownCostCentre(unknown)] });
  return JSON.stringify(to) === JSON.stringify(before) ? null : { to };
}

/** @throws a 400 where somebody would see a part of a customer and could do something to the whole */
function refuseWideDepartment(next: { readonly cost_centres?: Centres } & Readonly<Record<string, unknown>>): void {
  const isWide = names.some((name) => name !== "may_order" && next[name] === true);
  if (next.cost_centres && isWide) throw badInput({ cost_centres: [accessRefused.departmentOrdersOnly] });
}

const centreChange = (user: number, from: Centres, to: Centres, customer: number) => ({
  ...rightChange(user, "centres", true, customer),
  meta: { right: "centres" as const, from: from?.join(", ") ?? "alle", to: to?.join(", ") ?? "alle" },
});
