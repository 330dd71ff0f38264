import { expect, test } from "vitest";
import { closestWord } from "./closest-word.ts";
import { excerptOf } from "./excerpt.ts";
import { parseSearch, searchHints } from "./search-query.ts";
import { rangesOf } from "./spelling.ts";

const plain = {
  digits: null,
  code: null,
  codes: null,
  customer: undefined,
  year: undefined,
  states: undefined,
  hint: null,
};

test.each([
  ["Rechnungen 2019", { words: ["Rechnungen", "2019"] }],
  ['"Müller, Peter" akte', { words: ["Müller, Peter", "akte"] }],
  ["„Müller, Peter“", { words: ["Müller, Peter"] }],
  ['"offen', { words: ["offen"] }],
  ["0042.000.123", { words: ["0042.000.123"], digits: "0042000123" }],
  ["42-123", { words: ["42-123"], digits: "42123", code: "0042000123" }],
  ["0042.000.007, 0042.000.008;0042.000.007", { words: [], codes: ["0042000007", "0042000008"] }],
  ["0042 000 007\n0042000008\n", { words: [], codes: ["0042000007", "0042000008"] }],
  ["0042.000.007 0042.000.008 kunde:42", { words: [], codes: ["0042000007", "0042000008"], customer: 42 }],
  ["0042.000.007 Akte", { words: ["0042.000.007", "Akte"] }],
  ["0042 000 007", { words: ["0042", "000", "007"], digits: "0042000007" }],
  ["42 0", { words: ["42", "0"], digits: "420" }],
  ["Akte kunde:42", { words: ["Akte"], customer: 42 }],
  ["Kunde: 0042 jahr:2019", { words: [], customer: 42, year: 2019 }],
  ["zustand:offen", { words: [], states: { box: [], delivery: [0] } }],
  ["zustand:in Bearbeitung x1", { words: ["x1"], states: { box: [], delivery: [1] }, hint: searchHints.shortWords }],
  ["zustand:markiert", { words: [], states: { box: [7], delivery: [] } }],
  ["zustand:eingelagert", { words: [], states: { box: [1], delivery: [] } }],
  ["Mandant: 12345", { words: ["Mandant:", "12345"] }],
])("%s is read as it is meant", (typed, wanted) => {
  expect(parseSearch(typed)).toEqual({ ...plain, ...wanted });
});

test.each([
  ["Straße und Müller", ["strasse", "mueller"], ["Straße", "Müller"]],
  ["Mueller, Mu\u0308ller und Muller", ["Müller"], ["Mueller", "Mu\u0308ller", "Muller"]],
  ["Kontoauszüge (Köln)", ["auszuege (koeln)"], ["auszüge (Köln)"]],
  ["ßß", ["ss"], ["ßß"]],
  ["aktenakten", ["akten", "tena"], ["aktenakten"]],
  ["Akte", ["Buch"], []],
])("in %s the words stand where people see them", (text, words, wanted) => {
  expect(rangesOf(text, words).map(([from, to]) => text.slice(from, to))).toEqual(wanted);
});

test("a long text is cut around the first word, between words, and nothing is marked that is cut off", () => {
  const text = `${"eins zwei ".repeat(40)}Treffer ${"drei vier ".repeat(40)}Treffer`;
  const { title, highlight } = excerptOf(text, ["treffer"]);
  expect(title).toMatch(/^… (eins|zwei) .* …$/);
  expect(highlight.map(([from, to]) => title.slice(from, to))).toEqual(["Treffer"]);
  expect(excerptOf("kurz", ["lang"])).toEqual({ title: "kurz", highlight: [] });
});

test.each([
  ["hatrmann", ["hartmann", "hermann"], "hartmann"],
  ["rechnugen", ["eingangsrechnungen", "rechnungsbuch"], "eingangsrechnungen"],
  ["rechnugen", ["eingangsrechnungen", "rechnungen"], "rechnungen"],
  ["jahresabschlus", ["jahresabschlusse"], "jahresabschlusse"],
  ["akta", ["akte", "patientenakte"], "akte"],
  ["haus", ["maus", "haube"], "maus"],
  ["quittung", ["akte"], null],
  ["zugang", ["jahrgang"], null],
])("%s comes closest to the whole word that was meant, of %j", (typed, words, meant) => {
  expect(closestWord(typed, words)).toBe(meant);
});
