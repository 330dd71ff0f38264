import { expect, test } from "vitest";
import { aBox, anArchive, codeIn, Device, uuid } from "#test/support/aisle.ts";
import type { Data, KnownLine } from "./known.ts";
import { withOperations } from "./laid-over.ts";
import type { Draft, Operation } from "./operation.ts";

const [mine, other, wanted] = ["0042000201", "0042000202", "0042000203"];
const line = (delivery: number, code: string): KnownLine => ({ delivery, code, content: null, state: "open" });
const about = { code: 1, state: 0, time: null, customer: 42 } as const;
const archive = anArchive({
  boxes: [...anArchive().boxes, aBox(wanted ?? "", 4, { row: 1, part: 2, height: 1 })],
  deliveries: [
    { ...about, id: 1, kind: 0, lines: [line(1, wanted ?? "")] },
    { ...about, id: 2, kind: 1, lines: [line(2, codeIn(2))] },
  ],
});
const drafts: readonly Draft[] = [
  { kind: "store", code: mine ?? "", row: 1, part: 1, height: 2, move: false },
  { kind: "pick", delivery: 1, code: wanted ?? "" },
  { kind: "store", code: other ?? "", row: 2, part: 1, height: 1, move: false },
  { kind: "swap", code: mine ?? "", with: other ?? "" },
  { kind: "receive", code: codeIn(2) },
  { kind: "load", delivery: 1, code: wanted ?? "" },
  { kind: "release", code: other ?? "", text: "" },
];
const operations = drafts.map((draft, index): Operation => ({ ...draft, id: uuid(index + 1) }));

const seen = (data: Data) => ({
  boxes: [mine, other, wanted, codeIn(2)].map((code) => data.box(code ?? "")),
  rows: [1, 2].map((row) => data.boxesIn(row).toSorted((one, two) => one.code.localeCompare(two.code))),
  deliveries: data.deliveries(),
});

test("what is laid over what was laid over is as if all had been laid over at once", () => {
  const { data } = new Device(archive);
  const whole = seen(withOperations(data, operations));
  expect(whole.deliveries.flatMap(({ lines }) => lines.map(({ state }) => state))).toEqual(["loaded", "done"]);
  for (let below = 0; below <= operations.length; below++) {
    const first = withOperations(data, operations.slice(0, below));
    expect(seen(withOperations(first, operations.slice(below))), `${below} below`).toEqual(whole);
  }
});
