import { expect, test } from "vitest";
import { sepaText } from "#rules/billing/direct-debit/sepa-text.ts";
import { plainText } from "#rules/billing/datev/cp1252.ts";
import { fc } from "#test/support/random.ts";
import { inLatinLetters, isWritable } from "./latin-letters.ts";

test.each([
  ["Νίκος Παπαδόπουλος", "Nikos Papadopoylos", "Nikos Papadopoylos"],
  ["Щукин & Сыновья", "Shchukin + Synov'ya", "Shchukin & Synov'ya"],
  ["漢字 株式会社", "HanZi ZhuShiHuiShe", "HanZi ZhuShiHuiShe"],
  ["שלום 2٣", "slvm 23", "slvm 23"],
  ["Müller Ægir Þór Łódź ħ", "Mueller Aegir Thor Lodz h", "Müller Ægir Thór Lódz h"],
  ["A\u0308rzte e. V.", "Aerzte e. V.", "Ärzte e. V."],
])("%j is written as %j in SEPA and as %j for DATEV", (name, sepa, datev) => {
  expect([sepaText(inLatinLetters(name), 70), plainText(inLatinLetters(name))]).toEqual([sepa, datev]);
});

test("what is Latin stays, with its marks and signs", () => {
  expect(inLatinLetters("Čapek, Groß & “Söhne” 📦 €")).toBe("Čapek, Groß & “Söhne” 📦 €");
});

test.each([
  ["Nina", true],
  ["Нина", true],
  ["1", true],
  ["ä", true],
  ["📦", false],
  ["— …", false],
  ["", false],
])("whether anything is left of %j where only Latin letters are taken: %s", (name, is) => {
  expect(isWritable(name)).toBe(is);
});

test("a name that is writable is never signs alone in a file for the bank", () => {
  const isSignsAlone = (name: string) => !/[A-Za-z0-9]/.test(sepaText(inLatinLetters(name), 10_000));
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (name) => {
      expect(isWritable(name) && isSignsAlone(name)).toBe(false);
    }),
  );
});
