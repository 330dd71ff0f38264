import { describe, expect, test } from "vitest";
import { ahead, anArchive, answered, asked, choose, Device, heard, play, scanned } from "#test/support/aisle.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import { beginCount, countRow } from "#rules/aisle/count/count.ts";
import { beginLookUp, lookUp } from "#rules/aisle/look-up.ts";
import { beginMove, moveBoxes } from "#rules/aisle/move.ts";
import { beginReceive, receiveReturns } from "#rules/aisle/receive.ts";
import { beginStore, storeBoxes } from "#rules/aisle/store.ts";

/** Somewhere in the archive, and nowhere in the halls of the device. */
const foreign = "0042000777";
const elsewhere = { ...ahead, id: 9, parts: 0, heights: 0, area: { id: 7, name: "Halle 7" }, isElsewhere: true };
const part = (more = {}) => new Device(anArchive({ isPart: true, ...more }));
const sign = rowScanText(elsewhere.id);

describe("a device that keeps some halls", () => {
  test("says of a box that it does not know that it is in none of them, and asks for another scan with a network", () => {
    for (const [step] of [
      play(lookUp, beginLookUp(false), part(), [scanned(foreign)]),
      play(moveBoxes, beginMove(false), part(), [scanned(foreign)]),
      play(receiveReturns, beginReceive(false), part(), [scanned(foreign)]),
    ]) {
      expect(step?.say).toMatchObject({
        signal: "look",
        title: "Andere Halle?",
        text: "Sie ist nicht in den Hallen dieses Geräts. Bitte mit Netz noch einmal scannen.",
      });
      expect(step?.ops).toEqual([]);
    }
  });

  test("keeps where such a box was put, once its worker says so, and leaves the rest to the archive", () => {
    const device = part();
    const steps = play(storeBoxes, beginStore(false), device, [scanned(rowScanText(1)), scanned(foreign), choose()]);
    expect(steps[1]?.say?.text).toBe("Sie ist nicht in den Hallen dieses Geräts. Trotzdem merken?");
    expect(steps.flatMap(asked)).toEqual([`store ${foreign} 1 1 1 false`]);
  });

  test("guesses no free place in a row of another hall, also where it knows a box of it", () => {
    const box = { code: foreign, state: 1 as const, version: 3, place: { row: 9, part: 4, height: 1 }, owner: 42 };
    for (const device of [part(), part({ boxes: [box], rows: [ahead, elsewhere] })])
      for (const [step] of [
        play(storeBoxes, beginStore(true), device, [scanned(sign)]),
        play(moveBoxes, beginMove(true), device, [scanned(sign)]),
        play(lookUp, beginLookUp(true), device, [scanned(sign)]),
        play(countRow, beginCount(true), device, [scanned(sign)]),
      ]) {
        expect(step && heard(step)).toBe("look: Andere Halle");
        expect(step?.say?.text).toBe("Diese Reihe ist nicht in den Hallen dieses Geräts.");
      }
  });

  test("works with a box of another hall that the archive has reported: it says where that stands and moves it here", () => {
    const box = { code: foreign, state: 1 as const, version: 3, place: { row: 9, part: 4, height: 1 }, owner: 42 };
    const device = part({ boxes: [box], rows: [ahead, elsewhere] });
    const steps = play(moveBoxes, beginMove(true), device, [
      scanned(foreign),
      scanned(rowScanText(1)),
      choose(),
      answered(3),
    ]);
    expect(steps[0]?.say?.plate).toEqual({ area: "Halle 7", row: 3, part: 4, height: 1 });
    expect(steps.flatMap(asked)).toEqual([`store ${foreign} 1 1 1 true`]);
  });
});

test("a device that keeps the whole archive says that it does not know the box, or the row", () => {
  expect(play(lookUp, beginLookUp(true), new Device(), [scanned(foreign)]).map(heard)).toEqual([
    "look: Unbekannte Box",
  ]);
  expect(play(lookUp, beginLookUp(true), new Device(), [scanned(sign)]).map(heard)).toEqual(["look: Reihe unbekannt"]);
});
