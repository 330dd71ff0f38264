import { describe, expect, test } from "vitest";
import { boxStates } from "#rules/stock/box-state.ts";
import { codeIn, Device, heard, play, scanned } from "#test/support/aisle.ts";
import { beginLookUp, lookUp, nextFlows } from "./look-up.ts";

const look = (...texts: string[]) =>
  play(
    lookUp,
    beginLookUp(false),
    new Device(),
    texts.map((text) => scanned(text)),
  );

describe("looking up", () => {
  test.each([
    ["a box on its place", codeIn(1), "done: eingelagert", { area: "Halle 1", row: 4, part: 3, height: 1 }],
    ["a carton's own code", "4006381333931", "look: Unbekannter Code", undefined],
    ["a box in any spelling", "0042.000.002", "done: eingelagert", { area: "Halle 1", row: 4, part: 3, height: 1 }],
    ["a destroyed one", codeIn(6), "done: vernichtet", undefined],
    ["a box the device does not know", "0042999999", "look: Unbekannte Box", undefined],
    ["a row", "MAGAZIN:ROW:2", "done: Halle 1, Reihe 4", undefined],
    ["a row it does not know", "MAGAZIN:ROW:77", "look: Reihe unbekannt", undefined],
    ["half a code", "0042000", "look: Scan unvollständig", undefined],
    ["anything else", "https://example.com", "look: Unbekannter Code", undefined],
  ])("%s says what it is, changes nothing, with or without a network", (_, text, expected, plate) => {
    const [step] = look(text);
    expect(step && heard(step)).toBe(expected);
    expect(step?.say?.plate).toEqual(plate);
    expect([step?.ops, step?.notes]).toEqual([[], []]);
  });

  test("the same code within two seconds is ignored, also where the clock was set back it is not lost", () => {
    const steps = play(lookUp, beginLookUp(true), new Device(), [
      scanned(codeIn(1), 1000),
      scanned(codeIn(1), 2999),
      scanned(codeIn(1), 3000),
      scanned(codeIn(1), 500),
    ]);
    expect(steps.map((step) => step.say?.signal)).toEqual(["done", "tick", "done", "done"]);
  });

  test("a box leads on by its state, and a destroyed one nowhere", () => {
    const next = boxStates.map((state) =>
      nextFlows({ code: codeIn(state), state, version: 1, place: null, owner: 42 }),
    );
    expect(next).toEqual([["store"], ["move"], ["receive", "store"], ["store"], ["move"], ["store"], [], ["move"]]);
  });
});
