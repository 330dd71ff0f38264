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
import { beginMove, moveBoxes } from "./move.ts";

const [row1, row2] = ["MAGAZIN:ROW:1", "MAGAZIN:ROW:2"];
const walk = (events: readonly unknown[], { archive = anArchive(), isOnline = false } = {}) => {
  const steps = play(moveBoxes, beginMove(isOnline), new Device(archive), events);
  return { steps, last: steps.at(-1) as (typeof steps)[number] };
};
const aim = (part: number, height: number) => ({ type: "tap", what: { do: "cursor", spot: { part, height } } });
const typed = (text: string) => ({ type: "tap", what: { do: "row", typed: text } });

describe("moving a box", () => {
  test.each([
    [0, "look: Ohne Platz", []],
    [1, "done: Wohin?", [`store ${codeIn(1)} 1 1 1 true`]],
    [2, "look: Ohne Platz", []],
    [3, "look: Ohne Platz", []],
    [4, "done: Wohin?", [`store ${codeIn(4)} 1 1 1 true true`]],
    [5, "look: Ohne Platz", []],
    [6, "stop: Vernichtet", []],
    [7, "done: Wohin?", [`store ${codeIn(7)} 1 1 1 true`]],
    ["unknown", "look: Unbekannte Box", []],
  ] as const)("in state %s says %s, with and without a network", (state, said, sent) => {
    const code = state === "unknown" ? "0099000001" : codeIn(state);
    for (const isOnline of [true, false]) {
      expect(heard(walk([scanned(code)], { isOnline }).last)).toBe(said);
      const { steps } = walk([scanned(code), scanned(row1), scanned(code)], { isOnline });
      expect(steps.slice(0, 2).flatMap(asked)).toEqual([]);
      expect(asked(steps[2] as never)).toEqual(sent);
    }
  });

  test("asks at the sign of a place for just that place, and not at that of a place that the row does not have", () => {
    const [box, sign] = [scanned(codeIn(1)), scanned("LREIHE1T2H2")];
    expect(asked(walk([box, sign, choose()]).last)).toEqual([`store ${codeIn(1)} 1 2 2 true`]);
    const { last } = walk([box, scanned("LREIHE1T99H2")]);
    expect(last.say).toMatchObject({ signal: "look", text: "Diesen Platz hat die Reihe nicht." });
    expect(last.state.question).toBeNull();
  });

  test("asks where to: the first empty place, or the one that is tapped, or a swap with what stands there", () => {
    const first = walk([scanned(codeIn(1)), scanned(row1), choose()]).last;
    expect([asked(first), first.state.box]).toEqual([[`store ${codeIn(1)} 1 1 1 true`], null]);
    expect(asked(walk([scanned(codeIn(1)), scanned(row1), aim(2, 2), choose()]).last)).toEqual([
      `store ${codeIn(1)} 1 2 2 true`,
    ]);
    const onto = [scanned(codeIn(1)), scanned(row2), aim(2, 1)];
    expect(heard(walk(onto).last)).toBe("look: Platz belegt");
    expect(asked(walk([...onto, choose(0)]).last)).toEqual([`swap ${codeIn(1)} ${codeIn(7)}`]);
    expect(asked(walk([...onto, choose(1)]).last)).toEqual([`store ${codeIn(1)} 2 2 2 true`]);
    expect(heard(walk([scanned(codeIn(1)), scanned(row2), aim(3, 1)]).last)).toBe("look: Schon hier");
  });

  test("another box instead is moved instead, and of the first nothing is sent", () => {
    const { steps } = walk([scanned(codeIn(1)), scanned(row1), scanned(codeIn(7)), scanned(row1), choose()]);
    expect(steps.flatMap(asked)).toEqual([`store ${codeIn(7)} 1 1 1 true`]);
  });

  test("that was refused asks where it stands", () => {
    const { last } = walk([scanned(codeIn(1)), scanned(row1), choose(), refusal(3, "changed")]);
    expect(heard(last)).toBe("stop: Wo steht die Box?");
  });
});

describe("moving a whole row", () => {
  const online = { isOnline: true };
  test("needs a network, a target that is free, and the number of boxes", () => {
    expect(heard(walk([scanned(row2)]).last)).toBe("look: Halle 1, Reihe 4");
    const { steps } = walk([scanned(row2), scanned(row1), typed("2"), typed(" 3 "), answered(4)], online);
    expect(steps.map(heard)).toEqual([
      "done: Wohin?",
      "look: Halle 1, Reihe 3",
      "look: Die Zahl stimmt nicht",
      "look: Wird umgelagert …",
      "done: Reihe umgelagert",
    ]);
    expect(steps.flatMap(asked)).toEqual(["move_row 2 1"]);
  });

  test("is not asked for where a place is taken, where the row is empty, or where it is the same row", () => {
    const boxes = [...anArchive().boxes, aBox("0042000777", 1, { row: 1, part: 3, height: 1 })];
    const { steps } = walk([scanned(row2), scanned(row1), typed("3")], { archive: anArchive({ boxes }), ...online });
    expect(steps.map(heard)).toEqual(["done: Wohin?", "stop: Ziel nicht frei", null]);
    expect(heard(walk([scanned(row1)], online).last)).toBe("look: Halle 1, Reihe 3");
    expect(walk([scanned(row2), scanned(row2)], online).last.say?.text).toBe("Das ist dieselbe Reihe.");
    const lost = [scanned(row2), scanned(row1), { type: "network", up: false }, typed("3")];
    expect([heard(walk(lost, online).last), walk(lost, online).steps.flatMap(asked)]).toEqual([
      "look: Nur mit Netz",
      [],
    ]);
  });
});
