import {
  confirmBatch,
  createBatch,
  decideBatch,
  proposeBatch,
} from "#contract/calls/destruction/destruction-batches.ts";
import { changeProcedure } from "#contract/calls/destruction/procedures.ts";
import { changeRights } from "#contract/calls/access/rights.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { Api } from "./api.ts";
import { colleague, newWorker, thirdPerson } from "./worker.ts";

type Id = { readonly id: number };

/** A destruction batch of stored boxes that its customer has approved and a second person has confirmed; nobody waits unless it is said. */
export async function confirmedBatch(api: Api, customer: Id, boxes: readonly Id[], waitingDays = 0): Promise<Id> {
  const owner = { path: { id: customer.id } };
  await api.call(changeProcedure, { ...owner, body: { destruction_procedure: 1, waiting_days: waitingDays } });
  const approver = await Api.signIn(api.base, await newWorker(api, customer));
  await api.call(changeRights, { ...owner, body: { user: approver.user, may_approve_destruction: true } });
  for (const box of boxes) await api.edit(box, { state: BoxState.marked });
  const proposer = await Api.signIn(api.base, await thirdPerson(api));
  const made = await proposer.call(createBatch, {
    body: { customer: { id: customer.id }, boxes: boxes.map(({ id }) => id) },
  });
  const path = { id: made.id };
  await proposer.call(proposeBatch, { path });
  await approver.call(decideBatch, { path, body: { rest: "approved", number: made.number } });
  const second = await Api.signIn(api.base, await colleague(api));
  await second.call(confirmBatch, { path, body: { number: made.number } });
  return path;
}
