import { sql } from "kysely";
import type { changeOwner as call } from "#contract/calls/stock/owner-changes.ts";
import type { Body } from "#contract/route.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { showBoxes } from "#rules/amounts.ts";
import { maxBoxNumber, showCustomer } from "#rules/stock/box-code.ts";
import { maxOwnerChange } from "#rules/stock/owner-change.ts";
import { otherAmount, sameOwner } from "#rules/texts/owner-change-refusals.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import { type ContinuedBox, continueBoxes } from "#server/database/boxes/continue-boxes.ts";
import { boxesToGive } from "#server/database/boxes/owner-change-boxes.ts";
import type { Transaction } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { highestNumber } from "#server/features/stock/boxes/mutations.ts";
import { badInput } from "#server/http/errors.ts";

/**
 * Gives boxes to another customer: those that can go, the first in order of number where there are too many. Whoever makes boxes of one of the
 * customers waits meanwhile.
 * @throws a 400 for customers that are none or the same, where other boxes could go than the caller saw, and where numbers are used up
 */
export async function changeOwner(
  tx: Transaction,
  { userId }: Scope,
  actor: Actor,
  { customer: from, to, boxes, amount, cost_centres }: Body<typeof call>,
): Promise<ContinuedBox[]> {
  if (from === to) throw badInput({ to: [sameOwner] });
  const owners = await lockOwners(tx, from, to);
  const which = boxesToGive({ from, to, boxes });
  await sql`select from boxes where id in (select id from (${which}) w where reason is null) order by id for update`.execute(
    tx,
  );
  const { rows: going } = await sql<{ id: number }>`
    select id from (${which}) w where reason is null order by number limit ${maxOwnerChange}::int`.execute(tx);
  if (going.length !== amount) throw badInput({ amount: [otherAmount(going.length)] });
  const highest = await highestNumber(tx, to);
  if (highest + amount > maxBoxNumber) throw badInput({ to: [refused.numbersUsedUp(highest + amount)] });
  const ids = going.map(({ id }) => id);
  const keepsCostCentres = cost_centres === "keep";
  if (keepsCostCentres) await addCostCentres(tx, to, ids);
  const given = await continueBoxes(tx, { userId, from, to, boxes: ids, highest, keepsCostCentres });
  const how = (one: string, other: string) => ({ about: `${showBoxes(amount)} ${one} ${other}` });
  const kind = AuditKind.ownerChanged;
  await record(
    tx,
    actor,
    { kind, customer: owners.from.code, meta: how("an", showCustomer(owners.to)) },
    { kind, customer: owners.to.code, meta: how("von", showCustomer(owners.from)) },
  );
  return given;
}

/** Locked by ascending id, and before any box. */
async function lockOwners(tx: Transaction, from: number, to: number) {
  const rows = await tx
    .selectFrom("customers")
    .select(["id", "code", "name"])
    .where("id", "in", [from, to])
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  const find = (id: number, field: "customer" | "to") => {
    const row = rows.find((one) => one.id === id);
    if (!row) throw badInput({ [field]: [refused.unknownCustomer] });
    return row;
  };
  return { from: find(from, "customer"), to: find(to, "to") };
}

/** A customer who has a list of cost centres gets the names that come. */
async function addCostCentres(tx: Transaction, to: number, boxes: readonly number[]): Promise<void> {
  await sql`
    insert into cost_centres (customer_id, name)
    select distinct ${to}::bigint, cost_centre from boxes
    where id = any(${boxes}::bigint[]) and cost_centre <> '' and exists (select from cost_centres where customer_id = ${to}::bigint)
    on conflict do nothing`.execute(tx);
}
