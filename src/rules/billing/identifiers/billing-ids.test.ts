import { describe, expect, test } from "vitest";
import { ibanProblem } from "./iban.ts";
import { leitwegProblem } from "./leitweg-id.ts";
import { vatIdProblem } from "./vat-id.ts";

/** A text with each two neighbours exchanged that are not alike, and each digit made another one. */
function typos(text: string): string[] {
  return Array.from(text).flatMap((letter, at) => {
    const next = text[at + 1];
    const wrong = /\d/.test(letter) ? [`${text.slice(0, at)}${(Number(letter) + 1) % 10}${text.slice(at + 1)}`] : [];
    const areDigits = next !== undefined && /\d\d/.test(letter + next) && letter !== next;
    return areDigits ? [...wrong, `${text.slice(0, at)}${next}${letter}${text.slice(at + 2)}`] : wrong;
  });
}

describe("a Leitweg-ID", () => {
  const right = ["04011000-1234512345-06", "991-33333TEST-33", "99-0204-14"];
  test.each(right)("is right with its check digits, in capitals or not: %s", (id) => {
    expect(leitwegProblem(id)).toBeNull();
    expect(leitwegProblem(id.toLowerCase())).toBeNull();
  });

  test("with a digit that is wrong or two exchanged is found", () => {
    const wrong = typos("04011000-1234512345-06");
    expect(wrong.length).toBeGreaterThan(30);
    for (const id of wrong) expect(leitwegProblem(id)?.message, id).toMatch(/Prüfziffern der Leitweg-ID stimmen nicht/);
  });

  test.each([
    "",
    "0",
    "04011000",
    "0-1234-06",
    "04011000-12345_12345-06",
    "0401100012345-1234512345-06",
    "04011000--06",
    " 04011000-1234512345-06",
  ])("of another form is none: %j", (id) => expect(leitwegProblem(id)?.message).toMatch(/zwei oder drei Teile/));
});

describe("a VAT id", () => {
  test.each([
    "DE136695976",
    "DE 136 695 976",
    "de136695976",
    "DE129273398",
    "ATU12345678",
    "BE0123456789",
    "ESX1234567X",
    "FRXX999999999",
    "IE1234567WA",
    "NL123456789B01",
    "SE123456789001",
    "EL123456789",
    "XI123456789",
  ])("has the form of its country: %s", (id) => expect(vatIdProblem(id)).toBeNull());

  test.each([
    "ATU1234567",
    "AT123456789",
    "BE2123456789",
    "ES123456789",
    "FRIO999999999",
    "NL123456789A01",
    "SE123456789002",
  ])("of another form is none: %s", (id) =>
    expect(vatIdProblem(id)?.message).toContain(`mit ${id.slice(0, 2)} beginnt`),
  );

  test("from Germany with a digit that is wrong or two exchanged is found", () => {
    const wrong = typos("DE136695976");
    expect(wrong.length).toBeGreaterThan(12);
    for (const id of wrong) expect(vatIdProblem(id)?.message, id).toMatch(/Prüfziffer der USt-IdNr\. stimmt nicht/);
    expect(vatIdProblem("DE12345678")?.message).toBe("Eine deutsche USt-IdNr. hat nach DE neun Ziffern.");
  });

  test.each(["", "136695976", "GB123456789", "CHE123456789", "GR123456789", "\u0000DE136695976"])(
    "is of a country of the EU: %j",
    (id) => expect(vatIdProblem(id)?.message).toMatch(/beginnt mit einem Land der EU/),
  );
});

describe("an IBAN", () => {
  test.each([
    "DE89370400440532013000",
    "de89 3704 0044 0532 0130 00",
    "AT611904300234573201",
    "FR1420041010050500013M02606",
    "CH9300762011623852957",
    "NL91ABNA0417164300",
  ])("is right with its check digits, with blanks or without: %s", (iban) => expect(ibanProblem(iban)).toBeNull());

  test("with a digit that is wrong or two exchanged is found", () => {
    const wrong = typos("DE89370400440532013000");
    expect(wrong.length).toBeGreaterThan(30);
    for (const iban of wrong) expect(ibanProblem(iban)?.message, iban).toMatch(/Prüfziffern der IBAN stimmen nicht/);
  });

  test("of another length than its country's is none", () => {
    expect(ibanProblem("DE8937040044053201300")?.message).toBe("Eine IBAN mit DE hat 22 Stellen.");
    for (const text of ["", "DE", "12345678901234567890", "DE89-3704-0044-0532-0130-00"])
      expect(ibanProblem(text)?.message, text).toMatch(/beginnt mit zwei Buchstaben und zwei Ziffern/);
  });
});
