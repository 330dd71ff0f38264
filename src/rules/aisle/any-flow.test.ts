import { expect, test } from "vitest";
import { aBox, anArchive, Device, refusal, answered, uuid } from "#test/support/aisle.ts";
import { fc } from "#test/support/random.ts";
import { findChain } from "./chains.ts";
import { beginCount, countRow } from "#rules/aisle/count/count.ts";
import { beginCreate, createBoxesFlow } from "./create.ts";
import { beginDestroy, destroyBoxes } from "./destroy.ts";
import type { AisleEvent, FlowState, Reducer, FlowStep } from "./flow.ts";
import { beginHandOver, handOverFlow } from "./hand-over.ts";
import { beginHeld, heldCases } from "./open-cases.ts";
import { beginLookUp, lookUp } from "./look-up.ts";
import { beginMove, moveBoxes } from "./move.ts";
import { boxesOfOperation, needsNetwork, type Operation } from "./operation.ts";
import { beginPick, pickLines } from "./pick.ts";
import { beginReceive, receiveReturns } from "./receive.ts";
import { beginStore, storeBoxes } from "./store.ts";

const flows: Record<string, { reducer: Reducer<never, never>; begin: (isOnline: boolean) => FlowState }> = {
  lookUp: { reducer: lookUp as never, begin: beginLookUp },
  store: { reducer: storeBoxes as never, begin: beginStore },
  move: { reducer: moveBoxes as never, begin: beginMove },
  pick: { reducer: pickLines as never, begin: beginPick },
  handOver: { reducer: handOverFlow as never, begin: beginHandOver },
  receive: { reducer: receiveReturns as never, begin: beginReceive },
  create: { reducer: createBoxesFlow as never, begin: beginCreate },
  destroy: { reducer: destroyBoxes as never, begin: beginDestroy },
  count: { reducer: countRow as never, begin: beginCount },
  held: { reducer: heldCases as never, begin: beginHeld },
};

const lines = [
  { delivery: 1, code: "0042000005", content: null, state: "open" },
  { delivery: 1, code: "0042000002", content: { id: 7, text: "Akte 7" }, state: "open" },
  { delivery: 1, code: "0042000002", content: { id: 8, text: "Akte 8" }, state: "open" },
  { delivery: 1, code: "0042000010", content: null, state: "done" },
] as const;
const deliveries = [
  { id: 1, code: 101, kind: 0, state: 1, time: null, customer: 42, lines },
  {
    id: 2,
    code: 102,
    kind: 1,
    state: 0,
    time: null,
    customer: 42,
    lines: [{ ...lines[0], delivery: 2, code: "0042000003" }],
  },
] as const;
const batch = {
  id: 12,
  customer: 42,
  state: 3,
  waitUntil: null,
  lines: [
    { code: "0042000008", state: "open", isHeld: false },
    { code: "0042000001", state: "staged", isHeld: false },
    { code: "0042000006", state: "open", isHeld: true },
    { code: "0042000007", state: "destroyed", isHeld: false },
  ],
} as const;
const archive = () => {
  const boxes = [...anArchive().boxes, aBox("0042000010", 4)];
  return anArchive({ boxes, deliveries: [...deliveries], batches: [batch] });
};

const codes = [...Array.from({ length: 8 }, (_, n) => `004200000${n + 1}`), "0042000010", "0042000999", "0099000001"];
const texts = fc.constantFrom(
  ...codes,
  ...codes,
  "MAGAZIN:ROW:1",
  "MAGAZIN:ROW:2",
  "MAGAZIN:ROW:9",
  "004200",
  "KISTE",
  "__proto__",
  "",
);
const cursors = [
  { do: "cursor", spot: { part: 3, height: 1 } },
  { do: "cursor", spot: { part: 99, height: 0 } },
];
const taps: Record<string, readonly object[]> = {
  store: cursors,
  move: [...cursors, { do: "row", typed: "3" }, { do: "again" }],
  pick: [
    { do: "choose", deliveries: [1] },
    { do: "skip" },
    { do: "missing", key: "1-content-7", text: "Fehlt" },
    { do: "tick", content: 8 },
    { do: "take", all: true },
    { do: "checkPlaces", on: true },
  ],
  handOver: [
    { do: "choose", delivery: 1 },
    { do: "phase", phase: "door" },
    { do: "fate", fate: "back" },
    { do: "complete", name: "Kern" },
  ],
  count: [
    { do: "mode", mode: "target" },
    { do: "mode", mode: "blind" },
    { do: "cursor", spot: { part: 3, height: 1 } },
    { do: "empty" },
    { do: "back" },
    { do: "close" },
    { do: "count", code: "KISTE" },
    { do: "resend" },
    { do: "row", row: 1 },
  ],
  destroy: [
    { do: "choose", batch: 12 },
    { do: "choose", batch: 12 },
    { do: "phase", phase: "shred" },
    { do: "phase", phase: "stage" },
    { do: "skip" },
  ],
  receive: [
    { do: "contents", code: "0042000008", out: [{ id: 9, text: "Akte 9" }] },
    { do: "tick", content: 9 },
    { do: "put" },
  ],
};
const codesOfRefusal = [
  "taken",
  "changed",
  "elsewhere",
  "ordered",
  "state",
  "picked_already",
  "not_in_delivery",
  "invalid",
] as const;
const happenings = (flow: string) =>
  fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.record({ type: fc.constant("scan"), text: texts }) },
      {
        weight: 2,
        arbitrary: fc.record({
          type: fc.constant("tap"),
          what: fc.constantFrom({ do: "leave" }, ...(taps[flow] ?? [])),
        }),
      },
      { weight: 3, arbitrary: fc.record({ type: fc.constant("choose"), n: fc.nat(3) }) },
      {
        weight: 3,
        arbitrary: fc.record({
          type: fc.constant("answer"),
          n: fc.nat(),
          code: fc.option(fc.constantFrom(...codesOfRefusal)),
        }),
      },
      { weight: 1, arbitrary: fc.record({ type: fc.constant("undo"), n: fc.nat(), sent: fc.boolean() }) },
      { weight: 1, arbitrary: fc.record({ type: fc.constant("network"), up: fc.boolean() }) },
    ),
    { maxLength: 60 },
  );

/** One event as the device would hand it in; null where there is nothing for it. */
function eventOf(
  given: Record<string, unknown>,
  index: number,
  { question }: FlowState,
  device: Device,
): AisleEvent<never> | null {
  const when = { id: uuid(index + 1), at: index * 2500 };
  const { ops } = device;
  const one = ops[Number(given["n"]) % Math.max(1, ops.length)];
  switch (given["type"]) {
    case "choose": {
      const choice = question?.choices[Number(given["n"])];
      return choice ? ({ ...when, type: "tap", what: choice.what } as never) : null;
    }
    case "answer":
      if (!one || device.gone.has(one.id)) return null;
      return {
        ...when,
        ...(given["code"] ? refusal(0, given["code"] as "taken", { id: one.id }) : answered(0, { id: one.id })),
      };
    case "undo": {
      if (!one || device.gone.has(one.id)) return null;
      const standing = ops.filter(({ id }) => !device.gone.has(id));
      return { ...when, type: "undo", of: one.id, dropped: given["sent"] ? [] : findChain(standing, one.id) };
    }
    default:
      return { via: "wedge", ...given, ...when } as never;
  }
}

/** No box is done two things with at once, and nothing has the id of anything else. */
function expectOneEach(event: AisleEvent, ops: readonly Operation[], device: Device) {
  for (const { id } of ops) expect(device.ops.filter((one) => one.id === id).length).toBe(1);
  if (event.type === "scan")
    expect(ops.filter((operation) => boxesOfOperation(operation).length > 0).length).toBeLessThanOrEqual(1);
  const boxes = ops.flatMap(boxesOfOperation);
  expect(new Set(boxes).size).toBe(boxes.length);
}

/** Expects that all requested operations are in the list, and that the list's counts match its entries. */
function expectNothingLost(state: FlowState, device: Device) {
  const asked = device.ops.filter(({ kind }) => kind !== "undo").map(({ id }) => id);
  const listed = new Set(state.log.map(({ id }) => id));
  expect(asked.filter((id) => !listed.has(id))).toEqual([]);
  const count = (status: string) => state.log.filter((line) => line.status === status).length;
  expect([state.counts.refused ?? 0, state.counts.open ?? 0]).toEqual([count("refused"), count("open")]);
  for (const [countName, number] of Object.entries(state.counts))
    expect([countName, number >= 0]).toEqual([countName, true]);
}

test.each(Object.entries(flows))(
  "whatever happens in the flow %s, each scan is one thing at most, nothing is lost, and the state is plain values",
  (flow, { reducer, begin }) => {
    fc.assert(
      fc.property(happenings(flow), fc.boolean(), (all, isOnline) => {
        const device = new Device(archive());
        let state = begin(isOnline);
        for (const [index, given] of all.entries()) {
          const event = eventOf(given, index, state, device);
          if (!event) continue;
          if (event.type === "answer" && event.result.status === "refused") device.gone.add(event.result.id);
          if (event.type === "undo") for (const id of event.dropped) device.gone.add(id);
          const step: FlowStep<FlowState> = reducer(state as never, event, device.data);
          device.ops.push(...step.ops);
          expectOneEach(event, step.ops, device);
          if (!state.isOnline) expect(step.ops.some(({ kind }) => needsNetwork(kind))).toBe(false);
          expect(JSON.parse(JSON.stringify(step.state))).toEqual(step.state);
          state = JSON.parse(JSON.stringify(step.state)) as FlowState;
          if (state.log.length < 500) expectNothingLost(state, device);
        }
      }),
    );
  },
);
