import { describe, expect, test } from "vitest";
import { aBox, anArchive, answered, choose, Device, heard, play, refusal, scanned } from "#test/support/aisle.ts";
import { beginCount, countedBoxes, countingOf, countRow } from "./count.ts";
import { countSpot } from "./count-places.ts";
import { countResults } from "./count-results.ts";
import type { KnownBatch, KnownStocktake } from "#rules/aisle/stock-data.ts";

const tap = (what: object) => ({ type: "tap", what });
const row = "MAGAZIN:ROW:1"; // 3 parts of 2 heights, walked ahead
const [a, b, c, d] = ["0042000501", "0042000502", "0042000503", "0042000504"] as const;
const at = (part: number, height: number) => ({ row: 1, part, height });
const standing = [aBox(a, 1, at(1, 1)), aBox(b, 1, at(1, 2)), aBox(c, 1, at(2, 2)), aBox(d, 1, at(3, 1))];
const foreign = {
  elsewhere: "0042000002",
  away: "0042000003",
  ordered: "0042000010",
  destroyed: "0042000007",
} as const;

const walk = (events: readonly unknown[], more: { stocktakes?: KnownStocktake[]; batches?: KnownBatch[] } = {}) => {
  const { stocktakes = [], batches = [] } = more;
  const boxes = [...anArchive().boxes, ...standing, aBox(foreign.ordered, 4)];
  const device = new Device(anArchive({ boxes, stocktakes, batches }));
  const steps = play(countRow, beginCount(false), device, events);
  const last = steps.at(-1) as (typeof steps)[number];
  return { steps, device, last, said: steps.map(heard) };
};
const target = [scanned(row), tap({ do: "mode", mode: "target" })];
const blind = [scanned(row), tap({ do: "mode", mode: "blind" })];
/** Returns the places that the server would hold: each as it was sent last, in walking order. */
const sent = ({ device }: ReturnType<typeof walk>) => {
  const places = new Map<string, string | null>();
  for (const operation of device.ops)
    if (operation.kind === "count")
      for (const { part, height, code } of operation.places) places.set(`${part}/${height}`, code);
  return Object.fromEntries(places);
};
const all = (...codes: string[]) => codes.map((code) => scanned(code));
const next = ({ last, device }: ReturnType<typeof walk>) => {
  const counting = countingOf(last.state);
  const spot = counting && countSpot(counting, device.data);
  return spot && `${spot.part}/${spot.height}`;
};

describe("a row with a target", () => {
  test("is silent from box to box, leaves out what is empty, and ends with its code", () => {
    const it = walk([...target, ...all(a, b, c, d), scanned(row)]);
    expect(it.said.slice(1)).toEqual(["done: Jetzt zählen", null, null, null, null, "done: Reihe beendet"]);
    expect(sent(it)).toEqual({ "1/1": a, "1/2": b, "2/2": c, "3/1": d });
    expect(it.device.ops.at(-1)).toMatchObject({ row: 1, mode: "target", places: [], close: true });
    expect(it.last.state.isEnded).toBe(true);
  });

  test("asks about every place of which nothing was read before it ends, one by one or all at once", () => {
    const events = [...target, scanned(b), scanned(d), scanned(row)];
    const one = walk([...events, choose(0), choose(0)]);
    expect(one.said.slice(-3)).toEqual([
      "look: Ist der Platz leer?",
      "look: Ist der Platz leer?",
      "done: Reihe beendet",
    ]);
    expect(sent(one)).toEqual({ "1/1": null, "1/2": b, "2/2": null, "3/1": d });
    expect(sent(walk([...events, choose(2)]))).toEqual(sent(one));
    const later = walk([...events, choose(1), scanned(a), scanned(row), choose(0)]);
    expect(sent(later)).toEqual({ "1/1": a, "1/2": b, "2/2": null, "3/1": d });
    expect(walk(events).last.state.isEnded).toBe(false);
  });

  test("does not miss what was fetched for the shredder", () => {
    const lines = [{ code: b, state: "staged", isHeld: false }] as const;
    const batches = [{ id: 12, customer: 42, state: 3, waitUntil: null, lines }] as const;
    const it = walk([...target, ...all(a, c, d), scanned(row)], { batches: [...batches] });
    expect([it.said.at(-1), sent(it)]).toEqual(["done: Reihe beendet", { "1/1": a, "2/2": c, "3/1": d }]);
  });

  // what is scanned after the first box, what is heard, and where it counts
  test.each([
    ["the next but one", [c], "look: Übersprungen?", { "2/2": c }],
    ["the next two the other way round", [c, b], "look: Vertauscht", { "1/2": c, "2/2": b }],
    ["one that was passed over, later", [c, d, b], "look: Anderer Platz", { "2/2": c, "3/1": d, "3/2": b }],
    [
      "one of another row, where nothing is expected",
      [b, foreign.elsewhere, c],
      null,
      { "1/2": b, "2/1": foreign.elsewhere, "2/2": c },
    ],
    ["one of another row", [foreign.elsewhere], "look: Andere Reihe", { "1/2": foreign.elsewhere }],
    ["one that is away", [foreign.away], "look: Sollte außer Haus sein", { "1/2": foreign.away }],
    ["one that is nowhere", [foreign.ordered], "look: Ohne Platz", { "1/2": foreign.ordered }],
    ["a destroyed one", [foreign.destroyed], "stop: Vernichtet", { "1/2": foreign.destroyed }],
    ["an unknown one", ["0099000001"], "look: Unbekannte Box", { "1/2": "0099000001" }],
    ["one again", [b, a], "look: Schon gezählt", { "1/2": b }],
    ["no box", ["KISTE"], "look: Kein Boxcode", {}],
    ["half a code", ["004200"], "look: Scan unvollständig", {}],
  ] as const)("%s", (_, codes, said, places) => {
    const it = walk([...target, scanned(a), ...all(...codes)]);
    expect([heard(it.last), sent(it)]).toEqual([said, { "1/1": a, ...places }]);
  });

  test("a place that is tapped is where the next box stands, and the walk goes on behind it", () => {
    const it = walk([...target, scanned(a), tap({ do: "cursor", spot: { part: 3, height: 2 } }), scanned(c)]);
    expect([heard(it.last), sent(it)]).toEqual(["look: Anderer Platz", { "1/1": a, "3/2": c }]);
    expect(next(walk([...target, tap({ do: "cursor", spot: { part: 2, height: 2 } }), scanned(c)]))).toBe("3/1");
  });

  test("at the end of the row it goes on with what was passed over", () => {
    const it = walk([...target, scanned(d), tap({ do: "empty" }), scanned(a)]);
    expect([heard(it.last), sent(it)]).toEqual([null, { "3/1": d, "3/2": null, "1/1": a }]);
  });

  test("what was counted last is taken back, also where two have changed places", () => {
    const back = tap({ do: "back" });
    expect(sent(walk([...target, scanned(a), scanned(c), back]))).toEqual({ "1/1": a, "2/2": null });
    const swapped = walk([...target, scanned(a), scanned(c), scanned(b), back]);
    expect(sent(swapped)).toEqual({ "1/1": a, "1/2": null, "2/2": c });
    expect(countedBoxes(swapped.last.state)).toBe(2);
    expect(next(swapped)).toBe("1/2");
    expect(walk([...target, back]).said.at(-1)).toBe("look: Nichts zurückzunehmen");
  });

  test("a label that cannot be read is chosen, and counts as that", () => {
    const it = walk([...target, tap({ do: "count", code: a }), { ...scanned(b), via: "hand" }, scanned(c)]);
    expect(it.device.ops.flatMap((one) => (one.kind === "count" ? one.places.map(({ hand }) => hand) : []))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe("a blind row", () => {
  test("is silent whatever stands there, goes from place to place, and asks about none", () => {
    const it = walk([
      ...blind,
      scanned(c),
      tap({ do: "empty" }),
      scanned(foreign.destroyed),
      scanned("0099000001"),
      scanned(row),
    ]);
    expect(it.said.slice(2)).toEqual([null, null, null, null, "done: Reihe beendet"]);
    expect(sent(it)).toEqual({ "1/1": c, "1/2": null, "2/1": foreign.destroyed, "2/2": "0099000001" });
  });

  test("keeps nothing of what is expected, and says nothing of it", () => {
    const { last, steps } = walk([...blind, scanned(c), scanned(a)]);
    expect(last.state.expected).toEqual([]);
    for (const code of [b, d]) expect(JSON.stringify(steps.map(({ state, say }) => [state, say]))).not.toContain(code);
  });

  test("that is full says so and counts nothing", () => {
    const codes = ["1", "2", "3", "4", "5", "6", "7"].map((n) => scanned(`009900000${n}`));
    const it = walk([...blind, ...codes]);
    expect([heard(it.last), countedBoxes(it.last.state)]).toEqual(["look: Reihe ist voll", 6]);
  });
});

describe("which row", () => {
  test("is scanned first, and how it is counted is asked unless its stocktake knows", () => {
    expect(heard(walk([scanned(a)]).last)).toBe("look: Zuerst die Reihe");
    expect(heard(walk([scanned("MAGAZIN:ROW:9")]).last)).toBe("look: Reihe unbekannt");
    expect(walk([scanned(row), scanned(a)]).said).toEqual(["look: Wie wird gezählt?", "look: Wie wird gezählt?"]);
    const stocktake = { id: 7, isBlind: true, rows: [{ row: 1, state: 0 }] } as const;
    const known = walk([scanned(row), scanned(a)], { stocktakes: [stocktake] });
    expect(known.last.state).toMatchObject({ session: 7, mode: "blind" });
    expect(known.device.ops[0]).toMatchObject({ kind: "count", session: 7 });
    expect(known.device.ops[0]).not.toHaveProperty("mode");
    const over = walk([scanned(row)], { stocktakes: [{ ...stocktake, rows: [{ row: 1, state: 2 }] }] });
    expect(over.last.state).toMatchObject({ session: null, mode: null });
  });

  test("is not left by accident; one that was left is begun anew, or goes on with what the server has", () => {
    const other = [...target, scanned(a), scanned("MAGAZIN:ROW:2")];
    expect(heard(walk(other).last)).toBe("look: Andere Reihe");
    expect(walk([...other, scanned(b)]).last.state.counted.length).toBe(2);
    expect(walk([...other, choose(1)]).last.state).toMatchObject({ row: 2, counted: [] });
    const places = [{ part: 1, height: 1, code: a, hand: false }];
    const resumed = walk([
      ...target,
      tap({ do: "resume", places, target: [{ part: 1, height: 2, code: b }] }),
      scanned(b),
    ]);
    expect([resumed.said.at(-1), countedBoxes(resumed.last.state)]).toEqual([null, 2]);
  });
});

describe("what the server refuses", () => {
  const stocktakes: KnownStocktake[] = [{ id: 7, isBlind: false, rows: [{ row: 1, state: 0 }] }];
  const events = [scanned(row), scanned(a), scanned(b)];

  test("is said once, whatever was scanned meanwhile, and leaves nothing to be looked into", () => {
    const it = walk([...events, refusal(2, "counting"), refusal(3, "counting")], { stocktakes });
    expect(it.said.slice(-2)).toEqual(["stop: Nicht gezählt", "stop: Nicht möglich"]);
    expect(it.steps.slice(-2).map(({ settles }) => settles.length)).toEqual([1, 1]);
    expect(it.last.state.question?.choices.map(({ label }) => label)).toEqual(["Weiterzählen", "Verwerfen"]);
    expect(walk([...events, refusal(2, "counting"), choose(1)], { stocktakes }).last.state.row).toBeNull();
  });

  test("goes there once more when the worker goes on with the row", () => {
    const going = walk([...events, refusal(2, "counting"), choose(0), tap({ do: "resend" })], { stocktakes });
    expect(going.device.ops.at(-1)).toMatchObject({ session: 7, places: [{ code: a }, { code: b }] });
    expect(going.last.state.want).toBeNull();
    const counted = walk([...events, refusal(2, "counted")], { stocktakes });
    expect(counted.last.state.question?.choices[0]?.label).toBe("Noch einmal zählen");
    const alone = walk([...target, scanned(a), refusal(3, "counting")]);
    expect(alone.last.state.question?.choices.map(({ label }) => label)).toEqual(["Verwerfen"]);
  });
});

test("the end of the row is said when the server has it", () => {
  const it = walk([...target, ...all(a, b, c, d), scanned(row), answered(7)]);
  expect(it.said.at(-1)).toBe("done: Reihe gezählt");
});

test("what was counted is of one class each, by what the device knows", () => {
  const { data } = walk([]).device;
  const place = (part: number, height: number, code: string | null) => ({ part, height, code, hand: false });
  const counts = countResults(
    1,
    [
      place(1, 1, a),
      place(1, 2, null),
      place(2, 1, c),
      place(2, 2, foreign.elsewhere),
      place(3, 1, foreign.destroyed),
      place(3, 2, "0099000001"),
      place(4, 1, d),
      place(4, 2, d),
      place(5, 1, foreign.away),
      place(5, 2, foreign.ordered),
    ],
    data,
  );
  expect(counts).toEqual({
    right: 1,
    other_place: 1,
    other_row: 1,
    missing: 1,
    away: 1,
    ordered: 1,
    destroyed: 1,
    unknown: 1,
    twice: 1,
    moved: 0,
  });
});
