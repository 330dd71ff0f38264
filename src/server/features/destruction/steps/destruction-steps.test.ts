import { expect, test } from "vitest";
import {
  abortBatch,
  certifyBatch,
  closeLines,
  completeBatch,
  confirmBatch,
  decideBatch,
  editBatch,
  getBatch,
  proposeBatch,
} from "#contract/calls/destruction/destruction-batches.ts";
import { showBatch } from "#rules/destruction/batch-state.ts";
import type { Stage } from "#test/support/factories/batch-factories.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box } from "#test/support/factories.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const [proposer, second] = [await server.asStaff(), await server.asStaff()];
const steps = {
  abortBatch,
  certifyBatch,
  closeLines,
  completeBatch,
  confirmBatch,
  decideBatch,
  editBatch,
  proposeBatch,
};

/** Steps that each person may take in each state; nobody may take any other one. */
const allowed: Readonly<Partial<Record<Stage, readonly string[]>>> = {
  draft: ["staff editBatch", "staff proposeBatch", "staff abortBatch"],
  proposed: ["approver decideBatch", "staff abortBatch", "approver abortBatch"],
  approved: ["staff confirmBatch", "staff closeLines", "staff abortBatch", "approver abortBatch"],
  confirmed: ["staff closeLines", "staff abortBatch", "approver abortBatch"],
  shredded: ["staff completeBatch"],
  destroyed: ["staff certifyBatch"],
  certified: [],
};
const bodies = {
  editBatch: () => ({ machine: "HSM" }),
  proposeBatch: () => undefined,
  decideBatch: (id: number) => ({ rest: "approved", number: showBatch(id) }),
  confirmBatch: (id: number) => ({ number: showBatch(id) }),
  closeLines: (_id: number, box: Box) => ({ boxes: [box.id], reason: "Nein" }),
  completeBatch: () => ({ place: "house" }),
  certifyBatch: () => undefined,
  abortBatch: () => ({ reason: "Nein" }),
} as const;

test("each step in each state is for the people of the table and for nobody else, and a refused one changes nothing", async () => {
  const owner = await a.customer();
  await a.procedure(owner);
  const customer = await server.asCustomer(owner);
  await a.approver({ id: customer.userId }, owner);
  const people = { staff: second, approver: customer, looker: await server.asCustomer(owner) };
  for (const [stage, may] of Object.entries(allowed)) {
    const fresh = async () => {
      const box = await a.box({ owner, state: 7 });
      return { box, path: await a.batch({ owner, boxes: [box], until: stage as Stage }) };
    };
    const still = await fresh();
    const before = await proposer.call(getBatch, { path: still.path });
    for (const [who, client] of Object.entries(people))
      for (const [name, bodyOf] of Object.entries(bodies)) {
        const isAllowed = may.includes(`${who} ${name}`);
        const { box, path } = isAllowed ? await fresh() : still;
        const body = bodyOf(path.id, box);
        const { status } = await client.ask(steps[name as keyof typeof bodies], {
          path,
          ...(body && { body }),
        });
        expect([stage, who, name, status === 200]).toEqual([stage, who, name, isAllowed]);
        expect(isAllowed ? [200] : [400, 403, 404]).toContain(status);
      }
    expect(await proposer.call(getBatch, { path: still.path })).toEqual(before);
  }
});
