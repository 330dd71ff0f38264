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
import { beginCreate, createBoxesFlow } from "./create.ts";
import { beginHandOver, countLineStates, handOverFlow } from "./hand-over.ts";
import type { KnownDelivery, LineState } from "./stock-data.ts";
import { beginReceive, receiveReturns } from "./receive.ts";
import { announcedReturns, toHandOver, toPick } from "./waiting.ts";

const tap = (what: object) => ({ type: "tap", what });
const codes: Record<LineState, string> = {
  open: "0042000201",
  done: "0042000202",
  missing: "0042000203",
  loaded: "0042000204",
  delivered: "0042000205",
  left: "0042000206",
};

describe("handing over", () => {
  const states = Object.keys(codes) as LineState[];
  const delivery = (id: number, of: readonly LineState[]): KnownDelivery => ({
    id,
    code: 100 + id,
    kind: 0,
    state: 1,
    time: null,
    customer: 42,
    lines: of.map((state) => ({ delivery: id, code: codes[state], content: null, state })),
  });
  const walk = (events: readonly unknown[], isOnline = true, of = states) => {
    const boxes = [...anArchive().boxes, ...states.map((state) => aBox(codes[state], 4))];
    const device = new Device(anArchive({ boxes, deliveries: [delivery(1, of)] }));
    const steps = play(handOverFlow, beginHandOver(isOnline), device, events);
    return { steps, device, last: steps.at(-1) as (typeof steps)[number] };
  };
  const chosen = tap({ do: "choose", delivery: 1 });
  const door = tap({ do: "phase", phase: "door" });
  const back = tap({ do: "fate", fate: "back" });

  const off = (state: LineState, fate = "delivered") => [`unload 1 ${codes[state]} ${fate}`];
  // state of the line, loading, at the customer's, back on board
  test.each([
    ["open", [], [], []],
    ["done", [`load 1 ${codes.done}`], off("done"), off("done", "back")],
    ["missing", [], [], []],
    ["loaded", [], off("loaded"), off("loaded", "back")],
    ["delivered", [`load 1 ${codes.delivered}`], [], off("delivered", "back")],
    ["left", [`load 1 ${codes.left}`], off("left"), []],
  ] as const)("of a line that is %s, with and without a network", (state, load, give, keep) => {
    for (const isOnline of [true, false]) {
      const scan = scanned(codes[state]);
      expect(asked(walk([chosen, scan], isOnline).last)).toEqual(load);
      expect(asked(walk([chosen, door, scan], isOnline).last)).toEqual(give);
      expect(asked(walk([chosen, door, back, scan], isOnline).last)).toEqual(keep);
    }
  });

  test("the first box that is scanned says which delivery, and one of another is stopped", () => {
    expect(walk([scanned(codes.done)]).last.state.delivery).toBe(1);
    expect(heard(walk([chosen, scanned(codeIn(1))]).last)).toBe("stop: Falsche Box");
    expect(heard(walk([scanned(codes.open)]).last)).toBe("look: Noch nicht kommissioniert");
  });

  test("is completed with a network, a name, and nothing open; what was not scanned is asked about", () => {
    const end = (name: string) => tap({ do: "complete", name });
    expect(heard(walk([chosen, end("Kern")]).last)).toBe("look: Noch offen");
    const ready = ["done", "delivered", "left", "missing"] as const;
    expect(heard(walk([chosen, end("Kern")], false, [...ready]).last)).toBe("look: Nur mit Netz");
    expect(heard(walk([chosen, end(" ")], true, [...ready]).last)).toBe("look: Name fehlt");
    const { steps } = walk([chosen, end(" Kern "), choose(0), answered(3)], true, [...ready]);
    expect(steps.map(heard)).toEqual([null, "look: Nicht abgescannt", "look: Wird abgeschlossen …", "done: Übergeben"]);
    expect(steps.flatMap(asked)).toEqual(["handover 1 Kern"]);
    expect(steps.at(-1)?.state.delivery).toBeNull();
    expect(asked(walk([chosen, door, scanned(codes.done), end("Kern")], true, [...ready]).last)).toEqual([
      "handover 1 Kern",
    ]);
    const lost = [chosen, end("Kern"), { type: "network", up: false }, choose(0)];
    expect(asked(walk(lost, true, [...ready]).last)).toEqual([]);
  });

  const shelf = { row: 1, part: 2, height: 1, text: "Halle 1, Reihe 3, Teil 2, Höhe 1" };
  const handed = { code: codes.loaded, state: 2, version: 9, place: null, owner: 42, delivery: null } as const;
  const byAnna = { name: "Anna Schmidt", at: "2026-11-22T14:10:00Z", text: `Eingelagert in ${shelf.text}` };
  test.each([
    ["given, and completed meanwhile", [], { box: handed }, "stop: Schon übergeben", ["Verstanden", "Klärfall"], []],
    [
      "kept, and completed meanwhile",
      [back],
      { box: handed },
      "stop: Schon übergeben",
      ["Als Retour annehmen", "Verstanden", "Klärfall"],
      [`receive ${codes.loaded}`],
    ],
    [
      "given, and put on a shelf meanwhile",
      [],
      { box: { ...handed, state: 4, place: shelf }, by: byAnna },
      "stop: Wo ist die Box?",
      ["Verstanden", "Klärfall"],
      [],
    ],
    [
      "given, and gone from its delivery",
      [],
      { box: { ...handed, state: 5 } },
      "stop: Nicht mehr bestellt",
      ["Zurückstellen", "Klärfall"],
      [],
    ],
  ] as const)("a scan off the vehicle, %s, is refused later and asked about", (_, fate, more, said, labels, sent) => {
    const events = [chosen, door, ...fate, scanned(codes.loaded), refusal(3 + fate.length, "state", more)];
    const { last } = walk(events, false);
    expect(heard(last)).toBe(said);
    expect(last.state.question?.choices.map(({ label }) => label)).toEqual(labels);
    const then = walk([...events, choose(0)], false).last;
    expect([asked(then), then.settles.length]).toEqual([sent, 1]);
  });

  test("counts what is on board", () => {
    const { device } = walk([chosen, scanned(codes.done), door, scanned(codes.loaded)]);
    const [now] = device.data.deliveries();
    expect(countLineStates(now)).toEqual({ open: 1, done: 0, missing: 1, loaded: 1, delivered: 2, left: 1 });
  });
});

describe.each([
  ["returns", 1],
  ["pick-ups", 2],
] as const)("what comes back by %s", (_kind, kind) => {
  const out = [7, 8].map((id) => ({ id, text: `Akte ${id}` }));
  const contents = tap({ do: "contents", code: codeIn(1), out });
  const boxes = [...anArchive().boxes, aBox("0042000300", 4)];
  const line = { delivery: 4, code: codeIn(2), content: null, state: "open" } as const;
  const content = { delivery: 4, code: codeIn(1), content: { id: 8, text: "Akte 8" }, state: "open" } as const;
  const deliveries = [{ id: 4, code: 104, kind, state: 0, time: null, customer: 42, lines: [line, content] } as const];
  const walk = (events: readonly unknown[], isOnline = false) => {
    const device = new Device(anArchive({ boxes, deliveries }));
    const steps = play(receiveReturns, beginReceive(isOnline), device, events);
    return { steps, device, last: steps.at(-1) as (typeof steps)[number] };
  };

  test.each([
    ["a created box", codeIn(0), "done: Zurückgekommen", [`receive ${codeIn(0)}`]],
    ["one that stands here, with a content announced", codeIn(1), "look: Welcher Inhalt ist zurück?", []],
    ["one that was out", codeIn(2), "done: Zurückgekommen", [`receive ${codeIn(2)}`]],
    ["an inconsistent one", codeIn(3), "done: Zurückgekommen", [`receive ${codeIn(3)}`]],
    ["an ordered one that stands here", codeIn(4), "look: Nicht unterwegs", []],
    ["an ordered one that was picked", "0042000300", "done: Zurückgekommen", ["receive 0042000300"]],
    ["one that is back already", codeIn(5), "look: Schon wieder da", []],
    ["a destroyed one", codeIn(6), "stop: Vernichtet", []],
    ["a marked one that stands here", codeIn(7), "look: Nicht unterwegs", []],
    ["a foreign one", "0099000001", "look: Fremde Box", []],
    ["a row", "MAGAZIN:ROW:1", "look: Keine Box", []],
  ] as const)("%s, with and without a network", (_, text, said, sent) => {
    for (const isOnline of [true, false]) {
      const { last } = walk([scanned(text)], isOnline);
      expect([heard(last), asked(last)]).toEqual([said, sent]);
    }
  });

  test("is ticked off against what was announced; what nobody announced, and what is foreign, is listed", () => {
    const { last, device } = walk([scanned(codeIn(2)), scanned(codeIn(3)), scanned("0099000001"), scanned(codeIn(2))]);
    expect(announcedReturns(device.data)[0]?.lines.map(({ state }) => state)).toEqual(["done", "open"]);
    expect([last.state.unannounced, last.state.unknown, heard(last)]).toEqual([
      [codeIn(3)],
      ["0099000001"],
      "look: Schon wieder da",
    ]);
  });

  test("contents come back by a tap; the announced one is ticked already", () => {
    expect(asked(walk([scanned(codeIn(1)), choose(0)]).last)).toEqual(["receive 8"]);
    const both = walk([contents, tap({ do: "tick", content: 7 }), choose(0), scanned(codeIn(1))]);
    expect([both.steps.flatMap(asked), heard(both.last)]).toEqual([
      ["receive 7", "receive 8"],
      "look: Nicht unterwegs",
    ]);
    expect(walk([contents, tap({ do: "tick", content: 8 }), choose(0)]).steps.flatMap(asked)).toEqual([]);
    expect(heard(walk([tap({ do: "contents", code: codeIn(7), out: [] })]).last)).toBe("look: Nichts unterwegs");
  });

  test("twice is news and no more", () => {
    expect(heard(walk([scanned(codeIn(2)), refusal(1, "state")]).last)).toBe("look: Schon wieder da");
    expect(heard(walk([scanned(codeIn(2)), refusal(1, "changed")]).last)).toBe("stop: Nicht möglich");
  });
});

describe("new boxes", () => {
  const walk = (events: readonly unknown[], isOnline = true) => {
    const steps = play(createBoxesFlow, beginCreate(isOnline), new Device(), events);
    return { steps, last: steps.at(-1) as (typeof steps)[number] };
  };
  test.each([
    ["a label of a customer", "0042.000.124", true, "look: Neue Box?"],
    ["the same without a network", "0042000124", false, "look: Nur mit Netz"],
    ["a label of nobody", "0077000001", true, "stop: Fremdes Etikett"],
    ["a label of nobody without a network", "0077000001", false, "stop: Fremdes Etikett"],
    ["a row", "MAGAZIN:ROW:1", true, "look: Keine Box"],
    ...[0, 1, 2, 3, 4, 5, 6, 7].map(
      (state) => [`a box in state ${state}`, codeIn(state as 0), true, "look: Gibt es schon"] as const,
    ),
  ] as const)("%s: nothing is made unasked", (_, text, isOnline, said) => {
    const { last } = walk([scanned(text)], isOnline);
    expect([heard(last), asked(last)]).toEqual([said, []]);
  });

  test("are made by a tap or the same code again, and it is said when the server has made them", () => {
    expect(walk([scanned("0042000124")]).last.say?.text).toBe("Box 0042.000.124 für Müller GmbH anlegen?");
    for (const yes of [choose(0), scanned("0042000124")]) {
      const { steps } = walk([scanned("0042000124"), yes, answered(2)]);
      expect(steps.flatMap(asked)).toEqual(["create 42 0042000124"]);
      expect(heard(steps.at(-1) as never)).toBe("done: Angelegt");
    }
    expect(heard(walk([scanned("0042000124"), choose(0), refusal(2, "exists")]).last)).toBe("stop: Nicht möglich");
    const lost = [scanned("0042000124"), { type: "network", up: false }, scanned("0042000124")];
    expect([heard(walk(lost).last), walk(lost).steps.flatMap(asked)]).toEqual(["look: Nur mit Netz", []]);
  });
});

test("what is ordered as a scan is fetched like an order, and neither handed over nor expected back", () => {
  const order = (id: number, kind: 0 | 3, state: LineState): KnownDelivery => ({
    id,
    code: 100 + id,
    kind,
    state: 1,
    time: null,
    customer: 42,
    lines: [{ delivery: id, code: codes[state], content: null, state }],
  });
  const deliveries = [order(1, 0, "open"), order(2, 3, "open"), order(3, 0, "done"), order(4, 3, "done")];
  const { data } = new Device(anArchive({ deliveries }));
  const ids = (of: readonly KnownDelivery[]) => of.map(({ id }) => id);
  expect([ids(toPick(data)), ids(toHandOver(data)), ids(announcedReturns(data))]).toEqual([[1, 2], [3], []]);
});
