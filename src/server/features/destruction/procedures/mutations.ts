import { sql } from "kysely";
import type { changeProcedure as ChangeProcedure } from "#contract/calls/destruction/procedures.ts";
import type { Body } from "#contract/route.ts";
import { AuditKind, type NewAuditEntry } from "#rules/access/audit/audit.ts";
import { normProblem } from "#rules/destruction/norm.ts";
import type { ProcedureAction } from "#rules/destruction/procedure-changes.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { type Actor, atTheMachine, record } from "#server/database/audit/audit.ts";
import { type Database, readerIn, type Transaction } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { pickSent } from "#server/database/sent-fields.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";
import { changeById } from "./queries.ts";

const columns = ["code", "destruction_procedure", "waiting_days", "protection_class", "security_level"] as const;

/** Whoever changes a customer's procedure takes turns with who makes a batch of it. */
async function lockCustomer(tx: Transaction, id: number) {
  const customer = await tx.selectFrom("customers").select(columns).where("id", "=", id).forUpdate().executeTakeFirst();
  if (!customer) throw notFound();
  return customer;
}

interface Settings {
  readonly destruction_procedure: number;
  readonly waiting_days: number;
}

/** Returns the entries about a change, or about the request for one; none where nothing differs. */
function entriesOf(kind: AuditKind, customer: number, before: Settings, after: Settings): NewAuditEntry[] {
  const [was, is] = [before.destruction_procedure === 1, after.destruction_procedure === 1];
  const [from, to] = [before.waiting_days, after.waiting_days];
  return [
    ...(was === is ? [] : [{ kind, customer, meta: { right: "procedure" as const, from: was, to: is } }]),
    ...(from === to ? [] : [{ kind, customer, meta: { right: "waiting" as const, from, to } }]),
  ];
}

/**
 * Says how a customer's boxes are destroyed, on record. What protects more holds at once; switching the procedure off and a shorter waiting time
 * are asked for: they hold when another person has agreed and the waiting time is over.
 */
export async function changeProcedure(
  tx: Transaction,
  actor: Actor & { readonly userId: number },
  id: number,
  given: Body<typeof ChangeProcedure>,
): Promise<void> {
  const { code, ...before } = await lockCustomer(tx, id);
  const set = pickSent(given);
  if (Object.keys(set).length === 0) throw refuse(refused.nothingToChange);
  const next = { ...before, ...set };
  const problem = normProblem(next, false);
  if (problem) throw badInput({ security_level: [problem] });
  const isOn = before.destruction_procedure === 1;
  const switches_off = isOn && next.destruction_procedure === 0;
  const shortens = isOn && next.waiting_days < before.waiting_days;
  const now = {
    ...next,
    destruction_procedure: switches_off ? 1 : next.destruction_procedure,
    waiting_days: shortens ? before.waiting_days : next.waiting_days,
  };
  await tx.updateTable("customers").set(now).where("id", "=", id).execute();
  await record(tx, actor, ...entriesOf(AuditKind.rightsChanged, code, before, now));
  if (!switches_off && !shortens) return;
  if (switches_off && (await hasOpenBatches(tx, id))) throw badInput({ destruction_procedure: [refused.openBatches] });
  const open = tx.selectFrom("procedure_changes").select("id").where("customer_id", "=", id);
  if (await open.where("withdrawn_at", "is", null).where("done_at", "is", null).executeTakeFirst())
    throw refuse(refused.changeAsked);
  const waiting_days = shortens ? next.waiting_days : null;
  await tx
    .insertInto("procedure_changes")
    .values({ customer_id: id, switches_off, waiting_days, asked_by: actor.userId })
    .execute();
  await record(tx, actor, ...entriesOf(AuditKind.procedureAsked, code, now, next));
}

async function hasOpenBatches(tx: Transaction, customer: number): Promise<boolean> {
  const open = tx.selectFrom("destruction_batches").select("id").where("customer_id", "=", customer);
  return (await open.where("state", "not in", [6, 9]).limit(1).executeTakeFirst()) !== undefined;
}

/** Locks the customer of a change, and the change, for what somebody may do to it. @throws a 404, or a 400 that says why they may not */
async function beginChange(tx: Transaction, scope: Scope, id: number, action: ProcedureAction) {
  const { customer } = await changeById(readerIn(tx), scope, id); // nobody waits for what is not theirs to see
  const settings = await lockCustomer(tx, customer.id);
  const { actions, switches_off, waiting_days } = await changeById(readerIn(tx), scope, id);
  const why = actions[action];
  if (why !== null) throw refuse(refused.procedureStep(why));
  const after = {
    destruction_procedure: switches_off ? 0 : settings.destruction_procedure,
    waiting_days: waiting_days ?? settings.waiting_days,
  };
  return { customer, settings, after };
}

/** Agrees to a change, as another person than who asked for it; where nobody has to wait any more it takes effect. */
export async function agreeToChange(tx: Transaction, actor: Actor, scope: Scope, id: number): Promise<void> {
  const { customer, settings, after } = await beginChange(tx, scope, id, "agree");
  const approval = { agreed_by: scope.userId, agreed_at: sql<string>`now()` };
  await tx.updateTable("procedure_changes").set(approval).where("id", "=", id).execute();
  await record(tx, actor, ...entriesOf(AuditKind.procedureAgreed, customer.code, settings, after));
  await takeEffect(tx, customer.id);
}

/** Withdraws a change that has not taken effect. */
export async function withdrawChange(tx: Transaction, actor: Actor, scope: Scope, id: number): Promise<void> {
  const { customer, settings, after } = await beginChange(tx, scope, id, "withdraw");
  const withdrawal = { withdrawn_by: scope.userId, withdrawn_at: sql<string>`now()` };
  await tx.updateTable("procedure_changes").set(withdrawal).where("id", "=", id).execute();
  await record(tx, actor, ...entriesOf(AuditKind.procedureWithdrawn, customer.code, settings, after));
}

/** A change that was agreed to, for which nobody has to wait any more. */
const isDue = sql<boolean>`agreed_at is not null and withdrawn_at is null and done_at is null and counts_from <= now()`;

/** Lets the change of a customer take effect whose time has come; one that switches the procedure off waits for open batches. */
async function takeEffect(tx: Transaction, customer: number): Promise<boolean> {
  const { code, ...before } = await lockCustomer(tx, customer);
  const due = tx.selectFrom("procedure_changes").select(["id", "switches_off", "waiting_days"]);
  const change = await due.where("customer_id", "=", customer).where(isDue).executeTakeFirst();
  if (!change || (change.switches_off && (await hasOpenBatches(tx, customer)))) return false;
  const after = {
    destruction_procedure: change.switches_off ? 0 : before.destruction_procedure,
    waiting_days: change.waiting_days ?? before.waiting_days,
  };
  const completion = { done_at: sql<string>`now()` };
  await tx.updateTable("procedure_changes").set(completion).where("id", "=", change.id).execute();
  await tx.updateTable("customers").set(after).where("id", "=", customer).execute();
  await record(tx, atTheMachine, ...entriesOf(AuditKind.rightsChanged, code, before, after));
  return true;
}

/** Lets all changes take effect whose time has come; answers how many did. */
export async function takeDueChanges(db: Database, ending: AbortSignal): Promise<number> {
  const { rows } = await sql<{ customer: number }>`
    select customer_id as customer from procedure_changes where ${isDue} order by customer_id`.execute(db.read);
  let completedCount = 0;
  for (const { customer } of rows) {
    if (ending.aborted) break;
    if (await db.write((tx) => takeEffect(tx, customer))) completedCount++;
  }
  return completedCount;
}
