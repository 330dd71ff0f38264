import { describe, expect, test } from "vitest";
import * as refused from "#rules/texts/billing-refusals.ts";
import { bankDayFrom, collectionDay } from "./bank-days.ts";
import { creditorIdProblem } from "./creditor-id.ts";
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

test("is collected when it is due, and where that is today or before on the next bank day", () => {
  expect(collectionDay("2026-12-15", "2026-12-10")).toBe("2026-12-15");
  expect(collectionDay("2026-12-10", "2026-12-10")).toBe("2026-12-11");
  expect(collectionDay("2026-12-01", "2026-12-11")).toBe("2026-12-14");
});
