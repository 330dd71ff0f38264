import { describe, expect, test } from "vitest";
import { type ImportStanding, knowsAllColumns, nextOfImport } from "./import-next.ts";

const checked = "2026-11-26T08:00:00Z";
const base: ImportStanding = { state: 0, checked, errors: 0, left_out: 0, warnings: 0, made: 2, changed: 1 };

describe("an import", () => {
  test.each<[facts: Partial<ImportStanding>, said: RegExp]>([
    [{ checked: null, errors: 3 }, /was die Spalten sind, und prüfen\.$/],
    [{ errors: 3, warnings: 2 }, /^3 Fehler: Bitte unten berichtigen.*; die übrigen Zeilen/],
    [{ errors: 3, made: 0, changed: 0 }, /^3 Fehler: Bitte unten berichtigen oder die berichtigte Datei senden\.$/],
    [{ state: 1, changed: 0, left_out: 2 }, /^Fertig: 2 Boxen angelegt; 2 Zeilen mit Fehlern nicht übernommen\.$/],
    [{ made: 0, changed: 0, warnings: 1 }, /nichts zu übernehmen\.$/],
    [{ warnings: 2 }, /Warnungen lesen und bestätigen/],
    [{}, /ohne Fehler geprüft; als Nächstes übernehmen\.$/],
    [{ state: 1 }, /^Fertig: 2 Boxen angelegt, 1 Box geändert\.$/],
    [{ state: 1, made: 0 }, /^Fertig: 1 Box geändert\.$/],
    [{ state: 2 }, /zurückgenommen/],
    [{ state: 9, checked: null }, /verworfen; geändert wurde nichts/],
  ])("of which %j says what comes next", (facts, said) => {
    expect(nextOfImport({ ...base, ...facts })).toMatch(said);
  });

  test("needs no answer about its columns where each is known, and one of them names the box", () => {
    expect(knowsAllColumns(["number", "contents", "year"])).toBe(true);
    expect(knowsAllColumns(["code"])).toBe(true);
    expect(knowsAllColumns(["number", null])).toBe(false);
    expect(knowsAllColumns(["contents", "year"])).toBe(false);
    expect(knowsAllColumns([])).toBe(false);
  });
});
