import { expect, test } from "vitest";
import { readPayments } from "./payments.ts";

const paid = [
  { number: "RE-2026-00001", paid_on: "2026-12-10" },
  { number: "RE-2026-00002", paid_on: "2026-12-01" },
];

test.each([
  "RE-2026-00001\t10.12.2026\nRE-2026-00002\t1.12.2026",
  "Nummer;Bezahlt am;Betrag\r\nRE-2026-00001; 2026-12-10 ;12,00\r\n\r\nRE-2026-00002;01.12.2026;\r\n",
])("payments are read as a spreadsheet gives them: %j", (text) => {
  expect(readPayments(text)).toEqual({ payments: paid });
});

test.each([
  ["RE-1\t10.12.2026\nRE-2", 2],
  ["RE-1\t10.12.2026\nRE-2\tgestern", 2],
  ["RE-1\t31.02.2026", 1],
  ["Nummer\tTag\n\tTag", 2],
  ["Nummer\tTag\n\t10.12.2026", 2],
  ["RE-1\t10.12.26", 1],
])("%j: line %i is no payment, and none is taken", (text, wrong) => {
  expect(readPayments(text)).toEqual({ wrong });
});

test("nothing is no payment", () => {
  expect(readPayments("")).toEqual({ payments: [] });
});
