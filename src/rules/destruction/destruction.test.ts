import { describe, expect, test } from "vitest";
import { BoxState, boxStates } from "#rules/stock/box-state.ts";
import {
  type DestructionCandidate,
  isNotInArchive,
  isTooEarly,
  showOwned,
  formatWarning,
  formatBoxWarning,
} from "./destruction.ts";

const today = "2026-11-22";
const box = (
  state: BoxState,
  year: number | null = null,
  marked_from: BoxState | null = null,
): DestructionCandidate => ({
  state,
  meta_destroy_year: year,
  marked_from,
});

describe("a box", () => {
  test("may be destroyed from the first day of its year of destruction", () => {
    const years = [null, 2025, 2026, 2027];
    expect(years.map((year) => isTooEarly(box(1, year), today))).toEqual([false, false, false, true]);
    expect(isTooEarly(box(1, 2027), "2027-01-01")).toBe(false);
  });

  test("is in the archive when it is stored, ordered or came back; of a marked one the state before counts", () => {
    const home: readonly BoxState[] = [BoxState.inStock, BoxState.ordered, BoxState.retour];
    const states = boxStates.filter((state) => state !== BoxState.marked && state !== BoxState.destroyed);
    expect(states.filter((state) => !isNotInArchive(box(state)))).toEqual(home);
    expect(states.filter((state) => !isNotInArchive(box(BoxState.marked, null, state)))).toEqual(home);
  });

  test("says what speaks against destroying it", () => {
    expect(formatBoxWarning(box(1, 2020), today)).toBe("");
    expect(formatBoxWarning(box(7, 2031, 2), today)).toBe(
      "Ihre Frist läuft noch: Vernichtungsjahr 2031. Sie ist nicht im Haus.",
    );
  });
});

test("of many boxes it is counted what speaks against destroying them, and some are named", () => {
  const name = ({ meta_destroy_year: year, marked_from: from }: DestructionCandidate) => `${year ?? "?"}/${from}`;
  const marked = (year: number | null, from: BoxState) => box(7, year, from);
  expect(formatWarning([marked(2020, 1), marked(null, 5)], today, name)).toBe("");
  expect(formatWarning([marked(2030, 1), marked(2031, 2), marked(2020, 3)], today, name)).toBe(
    "Achtung: 2 Boxen, deren Frist noch läuft, 2 nicht im Haus (2030/1, 2031/2, 2020/3).",
  );
  expect(
    formatWarning(
      Array.from({ length: 7 }, () => marked(2030, 1)),
      today,
      name,
    ),
  ).toBe("Achtung: 7 Boxen, deren Frist noch läuft (2030/1, 2030/1, 2030/1, 2030/1, 2030/1 und 2 weitere).");
  expect(formatWarning([marked(2020, 0)], today, name)).toBe("Achtung: 1 nicht im Haus (2020/0).");
});

test("boxes are named with the number of their owners", () => {
  expect([showOwned(1, 1), showOwned(257, 22)]).toEqual(["1 Box von einem Kunden", "257 Boxen von 22 Kunden"]);
});
