import { expect, test } from "vitest";
import { maxBoxNumber, showBoxCode } from "#rules/stock/box-code.ts";
import { fc } from "#test/support/random.ts";
import { maxMentions, mentionsIn, readMentions, shortCode } from "./box-mentions.ts";

const known = new Set(["k17", "k18", "k1/23", "karton5", "100-101"]);
const read = (text: string) =>
  readMentions(text).lines.flatMap((line) =>
    mentionsIn(line, (key) => known.has(key)).map((each) => each.code ?? each.number ?? `?${each.text}`),
  );

const [first, second] = ["0042000123", "0042000124"];
test.each<[string, (string | number)[]]>([
  ["0042.000.123", [first]],
  ["0042 000 123\r\n0042000124", [first, second]],
  ["0042-000-123, 0042/000/124", [first, second]],
  ["„0042.000.123“; '0042.000.124'", [first, second]],
  ["0042 000 123 0042 000 124", [first, second]],
  ["]C10042000123\t*0042000124*", [first, second]],
  ["17", [17]],
  ["17, 18;19\t20", [17, 18, 19, 20]],
  ["17 18\n19", [17, 18, 19]],
  ["17, 18 und 19", [17, 18, 19]],
  ["- Box 17\n• Nr. 000.018\n3) Karton 19", [17, 18, 19]],
  ["17–19", [17, 18, 19]],
  ["17 - 19, 25 bis 26", [17, 18, 19, 25, 26]],
  ["0042.000.123–124", [first, second]],
  ["0042.000.123-0042.000.124", [first, second]],
  ["0042000123 – 4", [first, second]],
  ["19-17", ["?19-17"]],
  ["0042.000.123–0043.000.124", ["?0042.000.123–0043.000.124"]],
  ["0042", ["?0042"]],
  ["4006381333931", ["?4006381333931"]],
  ["K 1/23", ["?K 1/23"]],
  ["k17 K18 K99", ["?k17", "?K18", "?K99"]],
  ["K17, K99", ["?K17", "?K99"]],
  ["Karton 5", [5]],
  ["100-101", ["?100-101"]],
  ["Bitte die Boxen 0042.000.123 und 0042.000.124 liefern.", [first, second]],
  ["Guten Tag,\n17", ["?Guten Tag", 17]],
  ["0042.000.123;Rechnungen 2019;2019", [first]],
  ['17;Rechnungen;2019\n18;"Akten; alt";2020', [17, 18]],
  ["Nummer;Inhalt\nK17;Akten\nK99;Akten", ["?Nummer;Inhalt", "?K17", "?K99;Akten"]],
  ["0042;17;Akten", [17]],
  ["Box-Nr. 21\nBoxnummer: 22\nKarton - Nr 23\nBox Nr.: 24, Boxnr. 25", [21, 22, 23, 24, 25]],
  ["Box-21", ["?Box-21"]],
  ["1.21\n0042.17", ["?1.21", "?0042.17"]],
  ["100,101\n102,103", [100, 101, 102, 103]],
  [" \n;;\n,", []],
  ["0042.000.000", ["?0042.000.000"]],
])("of the list %j is read %j", (text, names) => {
  expect(read(text)).toEqual(names);
});

test.each([
  ["Boxnummer;Inhalt\n17;Akten", ["Boxnummer;Inhalt"]],
  ["Box-Nr.\n17\n18", ["Box-Nr."]],
  ["Inhalt\tBarcode:\tJahr\nAkten\t17\t2019", ["Inhalt\tBarcode:\tJahr"]],
  ["Nummer;Inhalt\nK17;Akten", ["Nummer;Inhalt"]],
  ["Karton", []], // alone it is what somebody typed
  ["17\nBox", []],
  ["Box 17;Inhalt\n18;Akten", []],
  ["Guten Tag\n17", []],
])("of the list %j these are heads: %j", (text, heads) => {
  const mentions = (isKnown: (key: string) => boolean) =>
    readMentions(text).lines.flatMap((line) => mentionsIn(line, isKnown));
  expect(mentions(() => false).flatMap((each) => (each.isHead ? [each.text] : []))).toEqual(heads);
  expect(
    mentions(() => true).some(({ isHead }) => isHead),
    "somebody's box may be called so",
  ).toBe(false);
});

test.each([
  ["1.21", "0001000021"],
  ["0042.17", "0042000017"],
  ["42.000017", "0042000017"],
  ["1.0", null],
  ["42.000.017", null],
  ["12345.1", null],
  ["1,21", null],
])("by %j the code %j may be meant, and nobody takes it for one", (text, code) => {
  expect(shortCode(text)).toBe(code);
});

test("a known number and a box's own are both shown, and never one of them guessed", () => {
  const [mention] = readMentions("Karton 5").lines.flatMap((line) => mentionsIn(line, (key) => known.has(key)));
  expect(mention).toMatchObject({ number: 5, keys: ["karton5", "5"] });
});

test("a list names at most ten thousand boxes, and more are counted without being written down", () => {
  expect(readMentions("1–10000")).toMatchObject({ count: maxMentions });
  expect(readMentions("1–999999, 7")).toEqual({ count: 1_000_000, lines: [] });
  expect(readMentions("1\n".repeat(maxMentions + 1))).toMatchObject({ count: maxMentions + 1, lines: [] });
});

test("codes and numbers come out as they went in, whatever their spelling and whatever parts them", () => {
  const code = fc
    .tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 1, max: maxBoxNumber }))
    .map(([customer, number]) => String(customer).padStart(4, "0") + String(number).padStart(6, "0"));
  const spelling = fc.constantFrom<(code: string) => string>(
    (text) => text,
    showBoxCode,
    (text) => showBoxCode(text).replaceAll(".", " "),
    (text) => showBoxCode(text).replaceAll(".", "-"),
    (text) => `"${showBoxCode(text)}"`,
  );
  const separator = fc.constantFrom("\n", "\r\n", ", ", ";", "\t", " ; ", "\n\n");
  fc.assert(
    fc.property(fc.array(fc.tuple(code, spelling, separator), { minLength: 1, maxLength: 30 }), (entries) => {
      const text = entries.map(([digits, spell, parting]) => spell(digits) + parting).join("");
      expect(read(text)).toEqual(entries.map(([digits]) => digits));
    }),
  );
});

test("no text is too strange to be read, and each mention stands in its line", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
      for (const line of readMentions(text).lines)
        for (const each of mentionsIn(line, () => false)) expect(each.line).toBe(line.text);
    }),
  );
});
