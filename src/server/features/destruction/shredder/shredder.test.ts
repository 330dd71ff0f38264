import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { destroyMarked, editBox } from "#contract/calls/stock/boxes.ts";
import * as calls from "#contract/calls/destruction/destruction-batches.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { releaseHold } from "#server/features/destruction/holds/mutations.ts";
import { repeated } from "#test/support/extent.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box, Customer } from "#test/support/factories.ts";
import { fc } from "#test/support/random.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const [proposer, second] = [await server.asStaff(), await server.asStaff()];

/** Things of a customer that the random steps work on. */
interface Stage {
  readonly owner: Customer;
  readonly boxes: readonly [Box, Box, Box];
  readonly customer: Awaited<ReturnType<typeof server.asCustomer>>;
  batch: number;
}

/** Whoever works past the program, with its own rights. */
const byHand = (statement: ReturnType<typeof sql>) => db.write((tx) => statement.execute(tx)).catch(() => undefined);
const at = <T>(things: readonly T[], n: number) => things[n % things.length] as T;
const numberOf = ({ batch }: Stage) => String(batch);

/** Every way to do something to a box or a batch; refusals are part of the game. */
const ways: Record<string, (stage: Stage, n: number) => Promise<unknown>> = {
  patch: ({ boxes }, n) =>
    proposer.ask(editBox, { path: { id: at(boxes, n).id }, body: { state: BoxState.destroyed } }),
  mark: ({ boxes }, n) => proposer.ask(editBox, { path: { id: at(boxes, n).id }, body: { state: BoxState.marked } }),
  unmark: ({ boxes }, n) => proposer.ask(editBox, { path: { id: at(boxes, n).id }, body: { state: BoxState.inStock } }),
  reactivate: ({ boxes }, n) => proposer.ask(editBox, { path: { id: at(boxes, n).id }, body: { state: 2 } }),
  collective: () => proposer.ask(destroyMarked, {}),
  create: async (stage, n) => {
    const boxes = stage.boxes.filter((_, index) => (n >> index) % 2 === 0).map(({ id }) => id);
    const answer = await proposer.ask(calls.createBatch, { body: { customer: { id: stage.owner.id }, boxes } });
    if (answer.status === 201) stage.batch = answer.body.id;
  },
  propose: (stage) => proposer.ask(calls.proposeBatch, { path: { id: stage.batch } }),
  approve: (stage) =>
    stage.customer.ask(calls.decideBatch, {
      path: { id: stage.batch },
      body: { rest: "approved", number: numberOf(stage) },
    }),
  approveSome: (stage, n) =>
    stage.customer.ask(calls.decideBatch, {
      path: { id: stage.batch },
      body: {
        rest: "approved",
        number: numberOf(stage),
        lines: [{ box: at(stage.boxes, n).id, approved: false, reason: "Nein" }],
      },
    }),
  confirm: (stage) => second.ask(calls.confirmBatch, { path: { id: stage.batch }, body: { number: numberOf(stage) } }),
  abort: (stage) => proposer.ask(calls.abortBatch, { path: { id: stage.batch }, body: { reason: "Nein" } }),
  close: (stage, n) =>
    proposer.ask(calls.closeLines, {
      path: { id: stage.batch },
      body: { boxes: [at(stage.boxes, n).id], reason: "Nein" },
    }),
  shred: (stage, n) =>
    second.ask(scan, {
      body: {
        operations: [
          { id: randomUUID(), kind: "shred", batch: Math.max(1, stage.batch), code: at(stage.boxes, n).code },
        ],
      },
    }),
  hold: ({ owner, boxes }, n) => a.hold({ owner, boxes: [at(boxes, n)] }).catch(() => undefined),
  release: async ({ owner }) => {
    const hold = await db.read
      .selectFrom("holds")
      .select("id")
      .where("customer_id", "=", owner.id)
      .where("released_at", "is", null)
      .executeTakeFirst();
    const holder = { userId: proposer.userId, theirs: null };
    if (hold) await db.write((tx) => releaseHold(tx, holder, hold.id, { reason: "Bescheid" }));
  },
  waitOver: async ({ batch }) => a.waiting({ id: batch }, -1),
  sqlDestroy: ({ boxes }, n) =>
    byHand(sql`
      update boxes set state = 6, place_area = 0, row_id = null, part = null, height = null, placed = null, marked_from = null, marked = null,
        destroyed = current_date where id = ${at(boxes, n).id}::bigint`),
  sqlScan: ({ batch, boxes }, n) =>
    byHand(sql`
      update destruction_lines set scanned_at = now(), scanned_by = ${second.userId}::bigint
      where batch_id = ${batch}::int and box_id = ${at(boxes, n).id}::bigint`),
  sqlApprove: ({ batch }) =>
    byHand(sql`
      update destruction_lines set decision = 1, decided_by = ${proposer.userId}::bigint, decided_at = now() where batch_id = ${batch}::int`),
  sqlBatch: ({ batch }) => byHand(sql`update destruction_batches set state = 4 where id = ${batch}::int`),
  sqlConfirm: ({ batch }) =>
    byHand(sql`
      update destruction_batches set state = 3, confirmed_by = proposed_by, confirmed_at = now(), wait_until = now() where id = ${batch}::int`),
  sqlHurry: ({ batch }) => byHand(sql`update destruction_batches set wait_until = now() where id = ${batch}::int`),
  sqlProcedure: ({ owner }) =>
    byHand(sql`update customers set destruction_procedure = 0, waiting_days = 0 where id = ${owner.id}::bigint`),
};
/** Random steps; those that lead somewhere come more often than those that are refused. */
const steps = fc.array(
  fc.tuple(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom("create", "propose", "approve", "approveSome", "confirm", "shred", "waitOver"),
      },
      { weight: 2, arbitrary: fc.constantFrom(...Object.keys(ways)) },
    ),
    fc.nat(7),
  ),
  { minLength: 5, maxLength: 15 },
);
/** The usual way, so that much of what is tried has somewhere to go wrong. */
const usual = [
  ["create", 0],
  ["propose", 0],
  ["approveSome", 0],
  ["confirm", 0],
  ["waitOver", 0],
  ["shred", 1],
] as const;

/** Boxes that are destroyed and that nothing had let go: scanned on an approved line after the waiting time, and not held then. */
const wronglyDestroyed = async (owner: Customer) => {
  const { rows } = await sql<{ code: string }>`
    select b.code from boxes b join history h on h.box_id = b.id and h.kind = ${HistoryKind.destroyed}::smallint
    where b.customer_id = ${owner.id}::bigint and (
      not exists (select from destruction_lines l join destruction_batches d on d.id = l.batch_id
        where l.box_id = b.id and l.decision = 1 and l.scanned_at = h.created and d.id = (h.meta ->> 'batch')::int
          and d.wait_until <= l.scanned_at and d.confirmed_by <> d.proposed_by)
      or exists (select from hold_boxes n join holds o on o.id = n.hold_id
        where n.box_id = b.id and o.since < h.created and coalesce(o.released_at, 'infinity') > h.created))
    union all
    select b.code from boxes b where b.customer_id = ${owner.id}::bigint and b.state = 6
      and not exists (select from history where box_id = b.id and kind = ${HistoryKind.destroyed}::smallint)`.execute(
    db.read,
  );
  return rows;
};

test("by no way and in no order is a box destroyed that is held, not approved, rejected or too early", {
  timeout: repeated(240_000, 3_600_000),
}, async () => {
  let destroyed = 0;
  const property = fc.asyncProperty(steps, fc.constantFrom(2, 4, 5, 6, 6), async (random, begun) => {
    const owner = await a.customer();
    await a.procedure(owner, 3);
    const box = () => a.box({ owner, state: 7 });
    const customer = await server.asCustomer(owner);
    await a.approver({ id: customer.userId }, owner);
    const stage: Stage = { owner, boxes: [await box(), await box(), await box()], customer, batch: 0 };
    const all = [...usual.slice(0, begun), ...random];
    for (const [name, n] of all) {
      const answer = (await ways[name]?.(stage, n)) as { status?: number; text?: string } | undefined;
      expect(answer?.status ?? 200, `${name} ${answer?.text}`).toBeLessThan(500);
    }
    expect(await wronglyDestroyed(owner)).toEqual([]);
    const { n } = await db.read
      .selectFrom("boxes")
      .select(({ fn }) => fn.countAll<number>().as("n"))
      .where("customer_id", "=", owner.id)
      .where("state", "=", 6)
      .executeTakeFirstOrThrow();
    destroyed += n;
  });
  await fc.assert(property, { numRuns: repeated(15, 2000) });
  expect(destroyed).toBeGreaterThan(3); // what is never let go proves nothing
  expect((await runChecks(db)).filter(({ name }) => !/waited for/.test(name))).toEqual([]); // a waiting time was ended by hand
});
