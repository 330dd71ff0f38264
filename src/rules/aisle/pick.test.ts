import { describe, expect, test } from "vitest";
import {
  aBox,
  ahead,
  anArchive,
  answered,
  asked,
  back,
  choose,
  codeIn,
  Device,
  heard,
  play,
  refusal,
  scanned,
} from "#test/support/aisle.ts";
import type { KnownDelivery, KnownLine } from "./stock-data.ts";
import { beginPick, nextPickLine, pickLines, pickProgress } from "./pick.ts";

const [a, b, c, d] = ["0042000101", "0042000102", "0042000103", "0042000104"] as const;
const line = (delivery: number, code: string, content?: number): KnownLine => ({
  delivery,
  code,
  content: content === undefined ? null : { id: content, text: `Akte ${content}` },
  state: "open",
});
const delivery = (id: number, lines: readonly KnownLine[]): KnownDelivery => ({
  id,
  code: 100 + id,
  kind: 0,
  state: 0,
  time: null,
  customer: 42,
  lines,
});
const archive = () =>
  anArchive({
    rows: [ahead, back, { ...ahead, id: 3, number: 10 }],
    boxes: [
      ...anArchive().boxes,
      aBox(a, 4, { row: 1, part: 2, height: 1 }),
      aBox(b, 4, { row: 1, part: 1, height: 2 }),
      aBox(c, 1, { row: 2, part: 1, height: 1 }),
      aBox(d, 4, { row: 2, part: 3, height: 1 }),
    ],
    deliveries: [
      delivery(1, [line(1, a), line(1, c, 7), line(1, c, 8)]),
      delivery(2, [line(2, b), line(2, d)]),
      delivery(3, [line(3, codeIn(4))]),
    ],
  });
const tap = (what: object) => ({ type: "tap", what });
const chosen = (...deliveries: number[]) => tap({ do: "choose", deliveries });
const walk = (events: readonly unknown[], isOnline = false) => {
  const device = new Device(archive());
  const steps = play(pickLines, beginPick(isOnline), device, events);
  const last = steps.at(-1) as (typeof steps)[number];
  return {
    steps,
    last,
    device,
    next: nextPickLine(last.state, device.data)?.code ?? null,
    far: pickProgress(last.state, device.data),
  };
};

describe("picking", () => {
  test("walks past the shelves: row by row, a reverse one from its end, what was passed over at the end", () => {
    const order = [chosen(1, 2)];
    const seen: (string | null)[] = [];
    for (let n = 0; n < 7; n++)
      seen.push(walk([...order, ...Array.from({ length: n }, () => tap({ do: "skip" }))]).next);
    expect(seen).toEqual([b, a, d, c, c, b, a]);
    expect(walk([...order, tap({ do: "skip" }), scanned(a), scanned(d)]).next).toBe(c);
  });

  test.each([
    ["the wanted box is picked at once, and the next line comes", b, "done: Kommissioniert", [`pick 2 ${b}`], a],
    [
      "one that is wanted later is picked, too, and one goes on from there",
      d,
      "done: Kommissioniert",
      [`pick 2 ${d}`],
      c,
    ],
    ["a wrong box is stopped", codeIn(1), "stop: Falsche Box", [], b],
    ["a destroyed one too", codeIn(6), "stop: Falsche Box", [], b],
    ["and an unknown one", "0099000001", "stop: Falsche Box", [], b],
    ["a box of another delivery is stopped and named", codeIn(4), "stop: Andere Lieferung", [], b],
    ["of a box with single contents it is asked which", c, "look: Nur Inhalte dieser Box", [], b],
    ["the sign of the row says whether one is right", "MAGAZIN:ROW:1", "done: Richtige Reihe", [], b],
    ["or not", "MAGAZIN:ROW:2", "look: Andere Reihe", [], b],
    ["a crate without a box is nothing", "KISTE-1", "look: Unbekannter Code", [], b],
  ] as const)("%s, with and without a network", (_, text, said, sent, next) => {
    for (const isOnline of [true, false]) {
      const now = walk([chosen(1, 2), scanned(text)], isOnline);
      expect([heard(now.last), asked(now.last), now.next]).toEqual([said, sent, next]);
    }
  });

  test("a wrong box says which one is wanted, and a second scan of the right one does nothing", () => {
    expect(walk([chosen(2), scanned(codeIn(1))]).last.say?.text).toBe("Gesucht: 0042.000.102.");
    const { last, far } = walk([chosen(2), scanned(b), scanned(b)]);
    expect([heard(last), asked(last), far]).toEqual(["look: Bereits erledigt", [], { done: 1, total: 2 }]);
    expect(heard(walk([scanned(b)]).last)).toBe("look: Zuerst auswählen");
  });

  test("contents are tapped, or all taken by the same code; the box goes back to its place", () => {
    const at = [chosen(1), scanned(c)];
    expect(asked(walk([...at, scanned(c)]).last)).toEqual(["pick 1 7", "pick 1 8"]);
    expect(asked(walk([...at, tap({ do: "tick", content: 8 }), choose(0)]).last)).toEqual(["pick 1 8"]);
    expect(
      asked(walk([...at, tap({ do: "tick", content: 8 }), tap({ do: "tick", content: 8 }), choose(0)]).last),
    ).toEqual([]);
    const { last, device } = walk([...at, choose(1)]);
    expect([last.say?.plate?.row, new Set(device.ops.map(({ id }) => id)).size]).toEqual([4, 2]);
    expect(asked(walk([...at, scanned(a), scanned(c), tap({ do: "take", all: true })]).last).length).toBe(2);
  });

  test("what is not found needs a reason, is the control count's, and can be found after all", () => {
    const gone = (text: string) => tap({ do: "missing", key: `1-box-${a}`, text });
    expect(walk([chosen(1), gone(" ")]).steps.flatMap(asked)).toEqual([]);
    const { last, next } = walk([chosen(1), gone("Leer")]);
    expect([asked(last), next, last.say?.text]).toEqual([
      [`missing 1 ${a} Leer`],
      c,
      "Gilt in 10 Sekunden. Bitte Reihe 3 nachzählen.",
    ]);
    expect(heard(walk([chosen(1), gone("Leer"), scanned(a)]).last)).toBe("look: Doch gefunden");
    const content = tap({ do: "missing", key: "1-content-7", text: "Fehlt" });
    expect(asked(walk([chosen(1), content]).last)).toEqual(["missing 1 7 Fehlt"]);
    expect(walk([chosen(1), content, content]).steps.flatMap(asked).length).toBe(1);
  });

  test("of several deliveries each has its crate: a wrong one is stopped, and none holds anybody up", () => {
    const { steps } = walk([
      chosen(1, 2),
      scanned(a),
      scanned("K1"),
      scanned(b),
      scanned("K1"),
      scanned("K2"),
      scanned(d),
      scanned("K3"),
    ]);
    expect(steps.map(heard).slice(2)).toEqual([
      "done: Kiste zugeordnet",
      "done: Kommissioniert",
      "stop: Falsche Kiste",
      "done: Kiste zugeordnet",
      "done: Kommissioniert",
      "stop: Falsche Kiste",
    ]);
    expect(walk([chosen(1, 2), scanned(a), scanned(b)]).steps.flatMap(asked).length).toBe(2);
    expect(heard(walk([chosen(1, 2), scanned(a), scanned("constructor")]).last)).toBe("done: Kiste zugeordnet");
  });

  test("whether the place is empty is asked where that is wanted, and answered or passed over", () => {
    const on = [tap({ do: "checkPlaces", on: true }), chosen(1), scanned(a)];
    expect([walk(on).last.state.question?.title, asked(walk(on).last)]).toEqual(["Platz jetzt leer?", [`pick 1 ${a}`]]);
    expect(walk([...on, choose(1)]).last.notes.map(({ text }) => text)).toEqual([
      "Halle 1, Reihe 3, Teil 2, Höhe 1 ist nicht leer.",
    ]);
    expect(walk([...on, scanned(c)]).last.state.counts).toEqual({ picked: 1 });
  });

  const at = { row: 1, part: 2, height: 1, text: "Halle 1, Reihe 3, Teil 2, Höhe 1" };
  const box = { code: a, state: 1, version: 9, place: at, owner: 42, delivery: null } as const;
  const without = { box: { ...box, state: 5, place: null } } as const;
  test.each([
    ["picked_already", "stop: Schon kommissioniert", without, "store"],
    ["not_in_delivery", "stop: Nicht mehr bestellt", { box }, undefined],
    ["unknown_delivery", "stop: Nicht mehr bestellt", { box }, undefined],
    ["not_in_delivery", "stop: Nicht mehr bestellt", without, "store"],
    ["state", "stop: Schon übergeben", { box: { ...without.box, state: 2 } }, undefined],
  ] as const)("a later %s says %s; the line is open again until it is settled", (code, said, more, go) => {
    const events = [chosen(1), scanned(a), refusal(2, code, more)];
    const { last, far } = walk(events);
    expect([heard(last), far.done]).toEqual([said, 0]);
    const then = walk([...events, choose(0)]).last;
    expect([then.go, then.settles.length, asked(then)]).toEqual([go, 1, []]);
  });
});

test("a pick is taken back until it is sent; after that it is said that it is too late", () => {
  const { device, last } = walk([chosen(1), scanned(a)]);
  const [id = ""] = device.ops.map((operation) => operation.id);
  const undo = (dropped: readonly string[]) =>
    pickLines(last.state, { type: "undo", of: id, dropped, id: "undo", at: 7000 }, device.data);
  expect([heard(undo([id])), asked(undo([id])), undo([id]).state.counts]).toEqual([
    "done: Zurückgenommen",
    [],
    { picked: 0 },
  ]);
  expect([heard(undo([])), asked(undo([]))]).toEqual(["look: Schon gesendet", []]);
  const done = walk([chosen(1), scanned(a), answered(2)]).last.state;
  expect([last.state.log[0]?.isRevocable, done.log[0]?.isRevocable]).toEqual([true, false]);
});
