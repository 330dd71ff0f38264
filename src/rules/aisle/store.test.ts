import { describe, expect, test } from "vitest";
import {
  aBox,
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
import { beginStore, storeBoxes, storeSpot } from "./store.ts";
import { findChain } from "./chains.ts";

const [row1, row2] = ["MAGAZIN:ROW:1", "MAGAZIN:ROW:2"];
const [fresh, other, retour] = [codeIn(0), codeIn(3), codeIn(5)];
const walk = (events: readonly unknown[], { archive = anArchive(), isOnline = false } = {}) => {
  const device = new Device(archive);
  const steps = play(storeBoxes, beginStore(isOnline), device, events);
  return { steps, device, last: steps.at(-1) as (typeof steps)[number] };
};
const aim = (part: number, height: number) => ({ type: "tap", what: { do: "cursor", spot: { part, height } } });
const placed = (...events: readonly unknown[]) => walk(events).steps.flatMap(asked);

describe("the sign of a place", () => {
  test("is row, part and height at once: the next box goes there, and the one after it to the next", () => {
    expect(placed(scanned("LREIHE1T2H1"), scanned(fresh))).toEqual([`store ${fresh} 1 2 1 false`]);
    const { last } = walk([scanned(row2), scanned("LREIHE1T2H1")]);
    expect([last.say?.signal, last.say?.plate]).toMatchObject(["done", { part: 2, height: 1 }]);
  });

  test("of a place that the row does not have sends nothing elsewhere", () => {
    const { last } = walk([scanned(row1), scanned("LREIHE1T99H1")]);
    expect(last.say).toMatchObject({ signal: "look", text: "Diesen Platz hat die Reihe nicht." });
    expect(last.state.cursor).toBeNull();
  });
});

describe("storing a box at the cursor", () => {
  // state, what is heard, what is sent at once, what each choice sends, what the same code again sends
  const at = "1 1 1";
  test.each([
    [0, "done: Eingelagert", [`store ${codeIn(0)} ${at} false`], [], null],
    [1, "look: Umlagern?", [], [[`store ${codeIn(1)} ${at} true`], []], [`store ${codeIn(1)} ${at} true`]],
    [2, "done: Eingelagert", [`store ${codeIn(2)} ${at} false`], [], null],
    [3, "done: Eingelagert", [`store ${codeIn(3)} ${at} false`], [], null],
    [4, "look: Angefordert", [], [[`pick 9 ${codeIn(4)}`], [`store ${codeIn(4)} ${at} true true`], []], []],
    [5, "done: Eingelagert", [`store ${codeIn(5)} ${at} false`], [], null],
    [6, "stop: Vernichtet", [], [], null],
    [7, "look: Umlagern?", [], [[`store ${codeIn(7)} ${at} true`], []], [`store ${codeIn(7)} ${at} true`]],
    ["unknown", "look: Unbekannte Box", [], [["store 0099000001 1 1 1 false"], []], ["store 0099000001 1 1 1 false"]],
  ] as const)(
    "in state %s says %s, and does what is chosen, online and offline",
    (state, said, sent, choices, again) => {
      const code = state === "unknown" ? "0099000001" : codeIn(state);
      const line = { delivery: 9, code: codeIn(4), content: null, state: "open" as const };
      const delivery = { id: 9, code: 123, kind: 0, state: 0, time: null, customer: 42, lines: [line] } as const;
      const archive = anArchive({ deliveries: [delivery] });
      for (const isOnline of [true, false]) {
        const { last } = walk([scanned(row1), scanned(code)], { archive, isOnline });
        expect([heard(last), asked(last)]).toEqual([said, sent]);
        expect(last.state.question?.choices.length ?? 0).toBe(choices.length);
        for (const [n, expected] of choices.entries())
          expect(asked(walk([scanned(row1), scanned(code), choose(n)], { archive, isOnline }).last)).toEqual(expected);
        if (again) expect(asked(walk([scanned(row1), scanned(code), scanned(code)], { archive }).last)).toEqual(again);
      }
    },
  );

  test("goes from place to place as the row is walked, past what is taken, until it is full", () => {
    const codes = Array.from({ length: 7 }, (_, n) => `004200010${n}`);
    const boxes = [...anArchive().boxes, ...codes.map((code) => aBox(code, 0))];
    const events = [scanned(row2), ...codes.map((code) => scanned(code))];
    const { steps, last } = walk(events, { archive: anArchive({ boxes }) });
    // part 3 is taken by the boxes of states 1 and 4, place 2/1 by that of state 7
    const spots = ["2 2", "1 1", "1 2"];
    expect(steps.flatMap(asked)).toEqual(spots.map((spot, n) => `store ${codes[n]} 2 ${spot} false`));
    expect(heard(last)).toBe("look: Reihe ist voll");
    expect(steps[3]?.state.cursor?.spot).toEqual({ part: 1, height: 2 });
    expect(back.reverse).toBe(true);
  });

  test("goes where the worker puts the cursor, and on from there", () => {
    expect(placed(scanned(row1), aim(2, 2), scanned(fresh), scanned(other))).toEqual([
      `store ${fresh} 1 2 2 false`,
      `store ${other} 1 3 1 false`,
    ]);
  });

  test("needs a row; without one nothing is sent, and an unknown row leaves the old one", () => {
    expect(heard(walk([scanned(fresh)]).last)).toBe("look: Zuerst die Reihe");
    expect(placed(scanned(row1), scanned("MAGAZIN:ROW:9"), scanned(fresh))).toEqual([`store ${fresh} 1 1 1 false`]);
  });

  test("of what stands in this row already is no second storing, unless a place is chosen for it", () => {
    expect(heard(walk([scanned(row2), scanned(codeIn(1))]).last)).toBe("look: Schon hier");
    expect(heard(walk([scanned(row2), aim(1, 1), scanned(codeIn(1))]).last)).toBe("look: Umlagern?");
    expect(heard(walk([scanned(row1), scanned(fresh), scanned(fresh)]).last)).toBe("look: Schon hier");
  });
});

describe("a place that is taken", () => {
  const onto = [scanned(row2), aim(3, 1)];
  test.each([
    ["swaps places with a box that has one", codeIn(7), 0, [`swap ${codeIn(7)} ${codeIn(1)}`]],
    [
      "sends the other on where the box has none",
      fresh,
      0,
      [`store ${codeIn(1)} 2 2 2 true`, `store ${fresh} 2 3 1 false`],
    ],
    ["is left for the next empty one", fresh, 1, [`store ${fresh} 2 2 2 false`]],
    ["is left as it is, to be looked into", fresh, 2, []],
  ] as const)("%s", (_, code, choice, expected) => {
    const { last, steps } = walk([...onto, scanned(code), choose(choice)]);
    expect(heard(steps[2] as typeof last)).toBe("look: Platz belegt");
    expect(steps[2]?.say?.text).toBe("Platz belegt durch 0042.000.002.");
    expect(asked(last)).toEqual(expected);
    expect(last.notes.length).toBe(expected.length === 0 ? 1 : 0);
  });

  test("asks nobody who goes on: what was not decided stands open in the receipt", () => {
    const { last } = walk([...onto, scanned(fresh), aim(1, 1), scanned(retour)]);
    expect(asked(last)).toEqual([`store ${retour} 2 1 1 false`]);
    expect(last.state.counts).toEqual({ open: 1, stored: 1 });
    expect(last.state.log.map(({ code, status }) => [code, status])).toEqual([
      [fresh, "open"],
      [retour, "waiting"],
    ]);
  });
});

describe("what the server says later", () => {
  const stored = [scanned(row1), scanned(fresh)];
  const now = { code: fresh, state: 1, version: 9, owner: 42, delivery: null } as const;
  const place = { row: 2, part: 1, height: 1, text: "Halle 1, Reihe 4, Teil 1, Höhe 1" };
  const by = { name: "Bernd Beispiel", at: "2026-11-22T14:10:00Z", text: `Eingelagert: ${place.text}` };

  test.each([
    ["taken", "Platz belegt", [[`store ${fresh} 1 1 2 false`], []]],
    ["elsewhere", "Wo steht die Box?", [[`store ${fresh} 1 1 1 true`], [], []]],
    ["changed", "Wo steht die Box?", [[`store ${fresh} 1 1 1 true`], [], []]],
    ["ordered", "Angefordert", [[`store ${fresh} 1 1 1 true true`], []]],
    ["state", "Nicht möglich", [[], []]],
    ["unknown_box", "Nicht möglich", [[], []]],
    ["invalid", "Nicht möglich", [[], []]],
  ] as const)("%s asks: %s; each way is a new operation, and the last one looks into it later", (code, title, ways) => {
    const more = code === "elsewhere" || code === "changed" ? { box: { ...now, place }, by } : {};
    const events = [...stored, refusal(2, code, more)];
    const { last } = walk(events);
    expect(heard(last)).toBe(`stop: ${title}`);
    expect(last.state.counts).toEqual({ stored: 0, refused: 1 });
    expect(last.state.question?.choices.length).toBe(ways.length);
    for (const [n, expected] of ways.entries()) {
      const { last: then, device } = walk([...events, choose(n)]);
      expect(asked(then)).toEqual(expected);
      expect(then.settles.length).toBe(n === ways.length - 1 ? 0 : 1);
      expect(new Set(device.ops.map(({ id }) => id)).size).toBe(device.ops.length);
    }
  });

  test("names who was first, and sends what the worker saw then", () => {
    const { last, device } = walk([...stored, refusal(2, "changed", { box: { ...now, place }, by }), choose(0)]);
    expect(device.ops.map(({ seen }) => seen)).toEqual([5, 9]);
    expect(last.say?.plate).toEqual({ area: "Halle 1", row: 3, part: 1, height: 1 });
    expect(walk([...stored, refusal(2, "changed", { box: { ...now, place }, by })]).last.say?.text).toBe(
      "Bernd Beispiel hat sie am 22.11. um 15:10 gestellt: Halle 1, Reihe 4, Teil 1, Höhe 1.",
    );
  });
  test("says what was done to a box that was not moved last", () => {
    const edited = { ...by, text: "Inhalt hinzugefügt" };
    expect(walk([...stored, refusal(2, "changed", { box: { ...now, place }, by: edited })]).last.say?.text).toBe(
      "Das geht nicht. Bernd Beispiel, am 22.11. um 15:10: Inhalt hinzugefügt. Sie steht in Halle 1, Reihe 4, Teil 1, Höhe 1.",
    );
  });

  test("disturbs no open question: it is heard, counted, and kept among what is to be looked into", () => {
    const { last } = walk([...stored, scanned(codeIn(1)), refusal(2, "taken")]);
    expect([heard(last), last.state.question?.title]).toEqual(["stop: Nicht möglich", "Umlagern?"]);
    expect(last.state.log[0]?.status).toBe("refused");
  });

  test("yes is silent, and a second answer to the same changes nothing", () => {
    const { last } = walk([...stored, answered(2), answered(2, { again: true }), refusal(2, "state")]);
    expect([heard(last), last.state.counts, last.state.log[0]?.status]).toEqual([null, { stored: 1 }, "done"]);
  });
});

describe("taking back", () => {
  const undo = (of: string, dropped: readonly string[] = [], at?: number) => ({
    type: "undo",
    of,
    dropped,
    ...(at === undefined ? {} : { at }),
  });

  test("of what was not sent leaves no trace, and its place is empty again", () => {
    const { device, steps } = walk([scanned(row1), scanned(fresh), scanned(other)]);
    const [first] = device.ops;
    const dropped = findChain(device.ops, first?.id ?? "");
    for (const id of dropped) device.gone.add(id);
    const state = (steps.at(-1) as (typeof steps)[number]).state;
    const step = storeBoxes(state, { ...undo(first?.id ?? "", dropped), id: "x", at: 9 } as never, device.data);
    expect([heard(step), asked(step), step.state.counts]).toEqual(["done: Zurückgenommen", [], { stored: 1 }]);
    expect(storeSpot({ row: 1, cursor: null }, device.data)).toEqual({ row: 1, part: 1, height: 1 });
  });

  test("of what was sent asks the server, once, and only within half an hour", () => {
    const id = walk([scanned(row1), scanned(fresh)]).device.ops[0]?.id ?? "";
    const until = (at: number) => walk([scanned(row1), scanned(fresh), undo(id, [], at)]).last;
    expect([6000, 6000 + 30 * 60_000, 6001 + 30 * 60_000, 0].map((at) => asked(until(at)))).toEqual([
      [`undo ${id}`],
      [`undo ${id}`],
      [],
      [],
    ]);
    expect(asked(walk([scanned(row1), scanned(fresh), undo(id), undo(id)]).last)).toEqual([]);
    const { last } = walk([scanned(row1), scanned(fresh), undo(id), answered(3)]);
    expect([heard(last), last.state.counts]).toEqual(["done: Zurückgenommen", { stored: 0 }]);
    const refused = walk([scanned(row1), scanned(fresh), undo(id), refusal(3, "changed")]).last;
    expect([heard(refused), refused.state.counts]).toEqual(["stop: Nicht zurückgenommen", { stored: 1 }]);
  });
});
