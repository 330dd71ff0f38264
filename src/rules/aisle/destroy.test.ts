import { describe, expect, test } from "vitest";
import {
  aBox,
  anArchive,
  answered,
  asked,
  choose,
  codeIn,
  Device,
  heard,
  play,
  refusal,
  scanned,
} from "#test/support/aisle.ts";
import { batchOf, beginDestroy, countBatch, destroyBoxes, destroyLine, firstDay, isEnded } from "./destroy.ts";
import type { KnownBatch } from "./stock-data.ts";

const tap = (what: object) => ({ type: "tap", what });
const codes = {
  open: codeIn(7),
  staged: "0042000302",
  destroyed: "0042000303",
  out: "0042000304",
  held: "0042000305",
  far: "0042000306",
} as const;
const other = "0042000401";
const line = (code: string, state: KnownBatch["lines"][number]["state"] = "open", isHeld = false) => ({
  code,
  state,
  isHeld,
});
const batch: KnownBatch = {
  id: 12,
  customer: 42,
  state: 3,
  waitUntil: "2026-11-30T23:00:00.000Z",
  lines: [
    line(codes.open),
    line(codes.staged, "staged"),
    line(codes.destroyed, "destroyed"),
    line(codes.out, "out"),
    line(codes.held, "open", true),
    line(codes.far),
  ],
};

const walk = (events: readonly unknown[], isOnline = false, batches = [batch]) => {
  const boxes = [
    ...anArchive().boxes,
    aBox(codes.staged, 7),
    aBox(codes.destroyed, 6),
    aBox(codes.out, 1, { row: 1, part: 1, height: 1 }),
    aBox(codes.held, 7, { row: 1, part: 1, height: 2 }),
    aBox(codes.far, 7, { row: 1, part: 2, height: 1 }),
    aBox(other, 7),
  ];
  const device = new Device(anArchive({ boxes, batches: [...batches, { ...batch, id: 13, lines: [line(other)] }] }));
  const steps = play(destroyBoxes, beginDestroy(isOnline), device, events);
  return { steps, device, last: steps.at(-1) as (typeof steps)[number] };
};
const chosen = tap({ do: "choose", batch: 12 });
const shredder = tap({ do: "phase", phase: "shred" });
const both = ["open", "far"] as const;

describe("to the shelves", () => {
  test.each([
    ["open", "done: Bereitgestellt", [`stage 12 ${codes.open}`]],
    ["staged", "look: Schon bereitgestellt", []],
    ["destroyed", "stop: Vernichtet", []],
    ["out", "stop: Nicht vernichten", []],
    ["held", "stop: Gesperrt", []],
  ] as const)("a box that is %s, with and without a network", (state, said, sent) => {
    for (const isOnline of [true, false]) {
      const { last } = walk([chosen, scanned(codes[state])], isOnline);
      expect([heard(last), asked(last)]).toEqual([said, sent]);
    }
  });

  test("a box of another batch, or of none, is stopped and says so; before a batch is chosen nothing is done", () => {
    const foreign = walk([chosen, scanned(other)]).last;
    expect([heard(foreign), asked(foreign)]).toEqual(["stop: Falsche Box", []]);
    expect(foreign.say?.text).toContain("V-000013");
    expect(walk([chosen, scanned(codeIn(1))]).last.say?.text).toContain("keinem offenen Vorgang");
    expect(heard(walk([scanned(codes.open)]).last)).toBe("look: Zuerst auswählen");
    expect(heard(walk([chosen, scanned("KISTE")]).last)).toBe("look: Keine Box");
  });

  test("what is wanted comes in walking order, past what is held; what was passed over comes again", () => {
    const next = (events: readonly unknown[]) => {
      const { last, device } = walk(events);
      return destroyLine(last.state, device.data)?.code;
    };
    expect(next([chosen])).toBe(codes.far); // row 3 before row 4
    expect(next([chosen, tap({ do: "skip" })])).toBe(codes.open);
    expect(next([chosen, tap({ do: "skip" }), tap({ do: "skip" })])).toBe(codes.far);
    expect(next([chosen, scanned(codes.far)])).toBe(codes.open);
    expect(next([chosen, ...both.map((one) => scanned(codes[one]))])).toBeUndefined();
    expect(heard(walk([chosen, scanned("MAGAZIN:ROW:1")]).last)).toBe("done: Richtige Reihe");
    expect(heard(walk([chosen, scanned("MAGAZIN:ROW:2")]).last)).toBe("look: Andere Reihe");
  });

  test("what the server refuses goes back to its place, and is wanted again", () => {
    const { last, device } = walk([chosen, scanned(codes.open), refusal(2, "held")]);
    expect(heard(last)).toBe("stop: Gesperrt");
    expect(countBatch(batchOf(last.state, device.data) as KnownBatch)).toMatchObject({ open: 3, staged: 1 });
    const settled = walk([chosen, scanned(codes.open), refusal(2, "held"), choose(0)]).last;
    expect(settled.settles.length).toBe(1);
    expect(asked(settled)).toEqual([]);
  });

  test("is taken back until it is sent", () => {
    const id = walk([chosen, scanned(codes.open)]).last.ops[0]?.id as string;
    const { last } = walk([chosen, scanned(codes.open), { type: "undo", of: id, dropped: [id] }]);
    expect(last.state.log.at(-1)?.status).toBe("undone");
  });
});

describe("at the shredder", () => {
  test.each([
    ["open", "tick: Wird geprüft …", [`shred 12 ${codes.open}`]],
    ["staged", "tick: Wird geprüft …", [`shred 12 ${codes.staged}`]],
    ["destroyed", "look: Schon vernichtet", []],
    ["out", "stop: Nicht vernichten", []],
    ["held", "stop: Gesperrt", []],
  ] as const)("a box that is %s is destroyed with a network or not at all", (state, said, sent) => {
    const { last } = walk([chosen, shredder, scanned(codes[state])], true);
    expect([heard(last), asked(last)]).toEqual([said, sent]);
    const offline = walk([chosen, shredder, scanned(codes[state])]).last;
    expect(asked(offline)).toEqual([]);
    if (sent.length > 0) expect(heard(offline)).toBe("stop: Nur mit Netz");
  });

  test("what was weighed goes with the box that is scanned next, and with no other", () => {
    const weighed = (kg: string) => tap({ do: "weigh", kg });
    const first = walk([chosen, shredder, weighed("12,5"), scanned(other), scanned(codes.open)], true).last;
    expect(first.ops).toMatchObject([{ kind: "shred", code: codes.open, weight_kg: 12.5 }]);
    const second = walk([chosen, shredder, weighed("12,5"), scanned(codes.open), scanned(codes.staged)], true).last;
    expect(asked(second)).toEqual([`shred 12 ${codes.staged}`]);
    expect(second.ops[0]).not.toHaveProperty("weight_kg");
    const wrong = walk([chosen, shredder, weighed("12 kilo"), scanned(codes.open)], true).last;
    expect([heard(wrong), asked(wrong)]).toEqual(["stop: Gewicht prüfen", []]);
    expect(wrong.say?.text).toBe("„12 kilo“ ist kein Gewicht in kg. Nichts ist geschehen.");
    const mended = [weighed("12 kilo"), scanned(codes.open), weighed("12"), scanned(codes.open)];
    expect(walk([chosen, shredder, ...mended], true).last.ops).toMatchObject([{ code: codes.open, weight_kg: 12 }]);
  });

  test("a wrong box is stopped and nothing is asked for", () => {
    for (const code of [other, codeIn(1), "0099000001"]) {
      const { last } = walk([chosen, shredder, scanned(code)], true);
      expect([heard(last), asked(last), last.notes]).toEqual(["stop: Falsche Box", [], []]);
    }
  });

  test("it is destroyed when the server says so, and over with the last one", () => {
    const few = [{ ...batch, lines: [line(codes.open), line(codes.staged, "staged"), line(codes.out, "out")] }];
    const events = [chosen, shredder, scanned(codes.staged), answered(3, { state: 6 }), scanned(codes.open)];
    const { steps, last, device } = walk(events, true, few);
    expect([heard(steps[3] as never), steps[3]?.say?.text]).toEqual(["done: Vernichtet", "Noch 1 Box."]);
    expect(isEnded(last.state, device.data)).toBe(false); // the answer is still to come
    const end = walk([...events, answered(5, { state: 6 })], true, few);
    expect(end.last.say?.text).toBe("Das war die letzte Box.");
    expect(isEnded(end.last.state, end.device.data)).toBe(true);
  });

  test("one that comes too early changes nothing and leaves nothing behind; one that is held waits to be looked into", () => {
    const early = walk([chosen, shredder, scanned(codes.open), refusal(3, "too_early")], true);
    expect([heard(early.last), early.last.state.question]).toEqual(["stop: Nichts vernichtet", null]);
    expect(heard(walk([chosen, shredder, scanned(codes.open), refusal(3, "held")], true).last)).toBe("stop: Gesperrt");
  });
});

test("the first day is shown until it has come", () => {
  expect(firstDay(batch, new Date("2026-11-29T12:00:00Z"))).toBe("2026-12-01");
  expect(firstDay(batch, new Date("2026-12-01T00:00:00Z"))).toBeNull();
  expect(firstDay({ ...batch, waitUntil: null }, new Date(0))).toBeNull();
});
