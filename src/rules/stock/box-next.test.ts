import { describe, expect, test } from "vitest";
import { boxStates } from "./box-state.ts";
import { type BoxStanding, nextOfBox } from "./box-next.ts";

const box = (facts: Partial<BoxStanding>): BoxStanding => ({ state: 1, isPlaced: true, destroyed: null, ...facts });

describe("what comes next for a box", () => {
  test.each<[facts: Partial<BoxStanding>, staff: RegExp, customers: RegExp]>([
    [{ state: 0 }, /Etikett und ihren Platz/, /noch nicht im Archiv/],
    [{ state: 1 }, /kann angefordert werden/, /kann angefordert werden/],
    [{ state: 1, isPlaced: false }, /muss gesucht werden/, /kann angefordert werden/],
    [{ state: 2 }, /außer Haus; kommt sie zurück/, /nicht im Archiv/],
    [{ state: 3 }, /gefunden und dann eingelagert/, /Das Archiv klärt/],
    [{ state: 4 }, /kommissioniert und geliefert/, /wird Ihnen geliefert/],
    [{ state: 5 }, /als Nächstes eingelagert/, /zurück im Archiv/],
    [{ state: 6, destroyed: "2026-11-03" }, /am 03\.11\.2026 vernichtet/, /am 03\.11\.2026 vernichtet/],
    [{ state: 7 }, /wartet auf ihre Vernichtung/, /wartet auf ihre Vernichtung/],
  ])("%j is said to staff and to its customer", (facts, staff, customers) => {
    expect(nextOfBox(box(facts), true)).toMatch(staff);
    expect(nextOfBox(box(facts), false)).toMatch(customers);
  });

  test("is one sentence in every state, and shows customers nothing of places", () => {
    for (const state of boxStates) {
      for (const isStaff of [true, false]) expect(nextOfBox(box({ state }), isStaff)).toMatch(/^[A-ZÄÖÜ][^!?]+\.$/);
      expect(nextOfBox(box({ state, isPlaced: false }), false)).toBe(nextOfBox(box({ state }), false));
    }
  });
});
