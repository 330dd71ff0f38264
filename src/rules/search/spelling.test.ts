import { expect, test } from "vitest";
import { fc } from "#test/support/random.ts";
import { fold, trigrams, spellingsOf, computeTrigrams } from "./spelling.ts";

test("a short word is one piece, a long one is cut where it gets heavy, two letters shared", () => {
  expect(trigrams(spellingsOf("Rechnung"))).toEqual(["rechnue?ng"]);
  expect(trigrams(spellingsOf("Ambulanzkartn"))).toEqual(["ae?mbue?lae?n", "ae?nzkae?rtn"]);
  expect(trigrams(spellingsOf("Hofmann/Söhne+Brüder GmbH"))).toEqual([
    "hoe?fmae?nn\\/s",
    "\\/soe?hne\\+brue?",
    "rue?der gmbh",
  ]);
});

test.each([
  ["Müller", ["mul", "ull", "lle", "ler"]],
  ["Mueller", ["mul", "ull", "lle", "ler"]],
  ["Eid 12345", ["123", "234", "345"]],
  ["Öl", []],
  ["Дело", []],
])("%s is looked up by the groups of letters that all its spellings have", (word, wanted) => {
  expect(computeTrigrams(word)).toEqual(wanted);
});

test("whatever has a word has all its pieces, in every spelling", () => {
  const word = fc
    .string({ unit: fc.constantFrom(...Array.from("abenortuzäöü -+(\\?")) })
    .filter((text) => text.trim() !== "");
  fc.assert(
    fc.property(word, fc.boolean(), (text, spelledOut) => {
      const said = spelledOut ? text.replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue") : text;
      const folded = fold(said).replace(/\s+/g, " ");
      const pattern = spellingsOf(text);
      const lacking = trigrams(pattern).filter((piece) => !new RegExp(piece).test(folded));
      expect(new RegExp(pattern).test(folded) ? lacking : []).toEqual([]);
      expect(trigrams(pattern).at(0)).toBe(pattern.slice(0, trigrams(pattern)[0]?.length));
    }),
  );
});
