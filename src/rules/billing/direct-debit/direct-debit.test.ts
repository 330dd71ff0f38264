import { describe, expect, test } from "vitest";
import * as refused from "#rules/texts/billing-refusals.ts";
import { bankDayFrom, collectionDay, firstCollectionDay } from "./bank-days.ts";
import { creditorIdProblem } from "#rules/billing/identifiers/creditor-id.ts";
import { debitAccountProblem, mandateProblem } from "./mandate.ts";
import { sepaText } from "./sepa-text.ts";

describe("what is wrong with", () => {
  test.each([
    ["DE98ZZZ09999999999", null],
    ["DE98ABC09999999999", null], // the three letters are the creditor's own
    ["AT61ZZZ01234567890", null],
    ["DE97ZZZ09999999999", refused.creditorIdCheck],
    ["DE98ZZZ9999999999", refused.creditorIdForm],
    ["de98zzz09999999999", refused.creditorIdForm],
    ["", refused.creditorIdForm],
  ])("the creditor identifier %j", (text, problem) => {
    expect(creditorIdProblem(text)).toEqual(problem);
  });

  test.each([
    ["DE89370400440532013000", null],
    ["AT611904300234573201", null],
    ["DE88370400440532013000", refused.ibanCheck],
    ["DE8937040044053201300", refused.ibanLength("DE", 22)],
    ["CH9300762011623852957", refused.debitCountry],
    ["GB29NWBK60161331926819", refused.debitCountry],
  ])("the account %j of a direct debit", (text, problem) => {
    expect(debitAccountProblem(text)).toEqual(problem);
  });

  test.each(["", "M 1", "Mandat-ü", "/M1", "M1/", "M//1", "M_1", "x".repeat(36), "M\u00001"])(
    "the reference %j of a mandate",
    (text) => {
      expect(mandateProblem(text)).toEqual(refused.mandateForm);
    },
  );

  test.each(["M-0042/1", "1", "x".repeat(35), "A+B?(C):D.E,F'"])("the reference %j is nothing", (text) => {
    expect(mandateProblem(text)).toBeNull();
  });
});

test.each([
  ["Müller & Söhne GmbH", "Mueller + Soehne GmbH"],
  ["Groß, Œuvre-Łódź e. V.", "Gross, Oeuvre-Lodz e. V."],
  ["A\u0308rzte “Nord” <Süd>", "Aerzte .Nord. .Sued."],
  ["  zwei\n\tZeilen ", "zwei Zeilen"],
  ["Акцепт 📦", "...... ."],
])("%j is written as %j in SEPA", (text, written) => {
  expect(sepaText(text, 70)).toBe(written);
});

test("a name that is too long is cut after its letters were replaced", () => {
  expect(sepaText("ß".repeat(60), 70)).toBe("s".repeat(70));
});

test.each([
  ["2026-12-15", "2026-12-15"],
  ["2026-12-12", "2026-12-14"], // a Saturday
  ["2026-12-25", "2026-12-28"], // both days of Christmas, and a weekend
  ["2027-01-01", "2027-01-04"],
  ["2027-03-26", "2027-03-30"], // Good Friday to Easter Monday
  ["2026-05-01", "2026-05-04"],
  ["2026-05-14", "2026-05-14"], // Ascension Day: banks work
])("the first bank day from %s on is %s", (day, first) => {
  expect(bankDayFrom(day)).toBe(first);
});

test.each([
  ["2026-12-09T10:59:59Z", "2026-12-10"], // a Wednesday before noon in Berlin
  ["2026-12-09T11:00:00Z", "2026-12-11"], // at noon the bank has closed
  ["2026-07-08T10:00:00Z", "2026-07-10"], // noon in summer
  ["2026-12-11T09:00:00Z", "2026-12-14"], // a Friday morning
  ["2026-12-11T19:00:00Z", "2026-12-15"], // a Friday evening: taken on Monday
  ["2026-12-12T09:00:00Z", "2026-12-15"], // a Saturday, however early
  ["2026-12-13T22:59:00Z", "2026-12-15"], // a Sunday, one minute before midnight
  ["2026-12-24T09:00:00Z", "2026-12-28"], // Christmas Eve: banks work
  ["2026-12-24T14:00:00Z", "2026-12-29"],
  ["2026-12-31T14:00:00Z", "2027-01-05"],
  ["2027-03-25T15:00:00Z", "2027-03-31"], // the Thursday before Easter
])("handed in at %s with noon as the hour of closing, a debit is at the earliest on %s", (now, first) => {
  expect(firstCollectionDay(new Date(now), "12:00")).toBe(first);
});

test("a later hour of closing lets the same file be of the same day", () => {
  const [now, evening] = [new Date("2026-12-09T14:00:00Z"), new Date("2026-12-11T19:00:00Z")];
  expect([firstCollectionDay(now, "15:00"), firstCollectionDay(now, "15:01")]).toEqual(["2026-12-11", "2026-12-10"]);
  expect(firstCollectionDay(evening, "23:00")).toBe("2026-12-14");
});

test("is collected when it is due, and where that is too early on the first bank day that is possible", () => {
  expect(collectionDay("2026-12-15", "2026-12-11")).toBe("2026-12-15");
  expect(collectionDay("2026-12-10", "2026-12-11")).toBe("2026-12-11");
  expect(collectionDay("2026-12-12", "2026-12-11")).toBe("2026-12-14");
});
