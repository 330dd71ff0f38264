import { expect, test } from "vitest";
import { catalogue } from "#rules/destruction/retention/catalogue.ts";
import { expectSound, textOf } from "#test/support/pdf.ts";
import { type DueListData, dueList } from "./due-list.ts";

const printing = { provider: "Muster Archiv GmbH", day: "2026-01-05" };
const law = catalogue.map(({ name, rules }, id) => ({ id, name, rules }));
const idOf = (key: string) => catalogue.findIndex((each) => each.key === key);
const vouchers = { class: idOf("ao-belege"), from: "2017-03-05" };
const box = {
  contents: ["Rechnungen A–K"],
  own: vouchers,
  parts: [],
  until: null,
  untilReason: null,
  held: null,
  destroyYear: null,
};
const list: DueListData = {
  customer: { code: 42, name: "Klinikum Nord", address: ["Am Gräfenbruch 7", "01067 Dresden"] },
  year: 2026,
  finance: false,
  law,
  boxes: [
    { ...box, code: "0042000001", ends: "2025-12-31", kind: "due" },
    {
      ...box,
      code: "0042000002",
      parts: [{ class: null, from: "2014-06-30" }],
      ends: "2025-12-31",
      kind: "held",
      held: "Betriebsprüfung 2026, AZ 12",
    },
    {
      ...box,
      code: "0042000003",
      until: "2025-06-30",
      untilReason: "Anlage stillgelegt",
      ends: "2025-06-30",
      kind: "away",
    },
    { ...box, code: "0042000004", ends: "2024-12-31", kind: "later", destroyYear: 2029 },
  ],
  totals: { boxes: 4, metres: 1.6 },
};
const plain = (data: DueListData) => textOf(dueList(data, printing)).replace(/\s+/g, " ");

test("each box says until when it had to be kept, why, and what stands in the way; the sums follow", () => {
  const text = plain(list);
  expect(text).toContain("Fälligkeitsliste 2026 0042 Klinikum Nord");
  expect(text).toContain("Boxen 4");
  expect(text).toContain("davon fällig 1");
  expect(text).toContain(
    "0042.000.001 Rechnungen A–K 05.03.2017 31.12.2025 Buchungsbelege und fällig Rechnungen: 8 Jahre",
  );
  expect(text).toContain("gesperrt: Rechnungen: 8 Jahre, § 147 AO, § Betriebsprüfung 257 HGB");
  expect(text).toContain("Festgelegt bis 30.06.2025");
  expect(text).toContain("nicht im Haus");
  expect(text).toContain("ab 2029");
  expect(text).toContain("Summe 4 Boxen, 1,60 m");
});

test("a bank's list names the rule of banks, and one without a box says so", () => {
  expect(plain({ ...list, finance: true })).toContain("10 Jahre, § 147 AO, Art. 97");
  expect(plain({ ...list, boxes: [], totals: { boxes: 0, metres: 0 } })).toContain("Keine Daten");
});

test("a list is a sound PDF/A, and comes out the same every time", () => {
  const pdf = dueList(list, printing);
  expectSound(pdf);
  expect(dueList(list, printing).equals(pdf)).toBe(true);
});
