import { expect } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { createBoxes, destroyMarked, editMeta } from "#contract/calls/stock/boxes.ts";
import { createContent } from "#contract/calls/stock/contents.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { boxActions, contentActions, look, type Subject } from "./box-life-actions.ts";
import { present, replayed } from "./box-life-history.ts";
import { anyDay, type DeliveryAction, deliveryActions, scanned } from "./box-life-orders.ts";
import { type Answer, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box, Customer, Spot } from "#test/support/factories.ts";
import { repeated } from "#test/support/extent.ts";
import { fc } from "#test/support/random.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const spots = await Promise.all(Array.from({ length: 4 }, () => a.place()));
const sizes = [400, 1] as const;

type Step = readonly [kind: "box" | "content" | "delivery" | "customer", name: string, box: number, pick: number];

const metaBodies = {
  year: (n: number) => ({ meta_year: 2000 + (n % 2) }),
  destroyYear: (n: number) => ({ meta_destroy_year: 2030 + (n % 2) }),
  delivery: (n: number) => ({ meta_first_delivery_customer: `2026-01-0${1 + (n % 2)}` }),
  size: (n: number) => ({ size: 300 + (n % 2) }),
  everything: () => ({
    meta_year: 1999,
    meta_destroy_year: 2040,
    meta_first_delivery_customer: "2026-03-29",
    size: 99,
  }),
  resetYear: () => ({ action: "reset_year" as const }),
  resetDestroyYear: () => ({ action: "reset_destroy_year" as const }),
  resetDelivery: () => ({ action: "reset_first_delivery_customer" as const }),
};
type MetaName = keyof typeof metaBodies;

const names = (of: object) => fc.constantFrom(...Object.keys(of));
const step = (kind: Step[0], name: fc.Arbitrary<string>) =>
  fc.tuple(fc.constant(kind), name, fc.nat({ max: sizes.length - 1 }), fc.nat({ max: spots.length - 1 }));
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: step("box", names(boxActions)) },
    { weight: 3, arbitrary: step("box", fc.constantFrom("store", "receive", "PATCH 2", "PATCH destroyed")) },
    { weight: 4, arbitrary: step("content", names(contentActions)) },
    { weight: 3, arbitrary: step("delivery", fc.constantFrom("order", "orderContent")) },
    { weight: 5, arbitrary: step("delivery", fc.constantFrom("pick", "pickContent", "complete", "announce")) },
    { weight: 3, arbitrary: step("delivery", names(deliveryActions)) },
    { weight: 3, arbitrary: step("customer", fc.constantFrom(...Object.keys(metaBodies), "destruction")) },
  ),
  { minLength: 15, maxLength: 40, size: "max" },
);

/** Two boxes with a content each; the first stands on a place. */
async function newBoxes(owner: Customer): Promise<Box[]> {
  const made = [];
  for (const size of sizes)
    made.push(...(await staff.call(createBoxes, { body: { owner: owner.id, amount: 1, size } })));
  for (const { id } of made) await staff.call(createContent, { body: { box_id: id, text: `Akte ${id}` } });
  const ids = made.map(({ id }) => id);
  const old = { created: "2020-01-01T12:00:00Z" }; // so that one can have been destroyed some time ago
  await db.write((tx) => tx.updateTable("boxes").set(old).where("id", "in", ids).execute());
  const [{ row, part, height }, code] = [spots[0] as Spot, made[0]?.code ?? ""];
  await scanned(staff, { kind: "store", code, row: row.id, part, height, move: false });
  return made.map((box, index) => ({ ...box, owner, number: index + 1, place: null }));
}

/** A box with one of its contents and images as they are now; ids that nobody has where there is none. */
async function subjectNow(box: Box, choice: number): Promise<Subject> {
  const now = await look(staff, box);
  const content = now?.content[choice % Math.max(1, now.content.length)] ?? { id: 2_000_000_000, text: "" };
  const image = now?.images[choice % Math.max(1, now.images.length)] ?? { id: 2_000_000_000 };
  return { box, content, image, free: spots[choice] as Spot };
}

async function carryOut(
  [kind, name, index, choice]: Step,
  boxes: readonly Box[],
  owner: Customer,
  option: { readonly id: number },
): Promise<Answer> {
  const box = boxes[index] as Box;
  if (kind === "customer") {
    if (name === "destruction") return staff.ask(destroyMarked, {});
    return staff.ask(editMeta, {
      body: { customer: { id: owner.id }, from: index, ...metaBodies[name as MetaName](choice) },
    });
  }
  const subject = await subjectNow(box, choice);
  if (kind === "delivery") return deliveryActions[name as DeliveryAction]({ db, staff, option, ...subject });
  if (kind === "content") return contentActions[name as keyof typeof contentActions](staff, subject);
  return boxActions[name as keyof typeof boxActions](staff, subject);
}

/** Takes every box from the places, so that the next sequence finds them free. */
async function clear(boxes: readonly Box[]): Promise<void> {
  for (const { id, code } of boxes) {
    await staff.send("PATCH", `/api/v1/boxes/${id}/`, { state: 0 });
    await scanned(staff, { kind: "missing", code, text: "aufgeräumt" });
  }
}

/**
 * Kinds that need more than a box: storing-undo, handover, holds, retention, destruction batches, stocktakes, blanking and a take-over have tests of their own.
 */
const ownTests: readonly number[] = [
  HistoryKind.storingUndone,
  HistoryKind.loaded,
  HistoryKind.unloaded,
  HistoryKind.holdChanged,
  HistoryKind.proposed,
  HistoryKind.decided,
  HistoryKind.confirmed,
  HistoryKind.shredded,
  HistoryKind.retentionChanged,
  HistoryKind.foreignNumberChanged,
  HistoryKind.costCentreChanged,
  HistoryKind.periodChanged,
  HistoryKind.verified,
  HistoryKind.blanked,
  HistoryKind.takenOver,
];

expensive("random sequences of acts on boxes, each proven")(
  "whatever is done in whatever order, every proof holds and the history leads to the present box",
  async () => {
    const [reached, kinds] = [new Set<number | undefined>(), new Set<number>()];
    const property = fc.asyncProperty(steps, async (sequence) => {
      const owner = await a.customer();
      const option = await a.option({ owner, ...anyDay });
      const boxes = await newBoxes(owner);
      for (const each of sequence) {
        const answer = await carryOut(each, boxes, owner, option);
        expect(answer.status, `${each.join(" ")}: ${answer.text}`).toBeLessThan(500);
      }
      for (const [index, box] of boxes.entries()) {
        const now = await look(staff, box);
        reached.add(now?.state);
        for (const { state } of now?.history ?? []) kinds.add(state);
        expect(now && present(now)).toEqual(now && replayed(now, sizes[index] ?? 0));
      }
      expect(await runChecks(db)).toEqual([]);
      await clear(boxes);
    });
    await fc.assert(property, { numRuns: repeated(50, 500) });
    expect(reached).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, undefined]));
    expect(
      [...kinds].sort((x, y) => x - y),
      "nothing was left out",
    ).toEqual(Object.values(HistoryKind).filter((kind) => !ownTests.includes(kind)));
  },
  repeated(180_000, 3_600_000),
);
