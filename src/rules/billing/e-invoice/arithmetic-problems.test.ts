import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimalText } from "#rules/billing/decimal.ts";
import { type InvoiceLine, serviceLine, storageLine, computeTotals } from "#rules/billing/invoice-lines.ts";
import type { InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { goldenInvoices } from "#test/billing/golden-invoices.ts";
import { arithmeticProblems } from "./arithmetic-problems.ts";

const { metreDays, twoRates, cancellation, reverseCharge } = goldenInvoices;
const [stored] = metreDays.lines;
if (!stored) throw new Error("The invoice has no line.");
const withLine = (changes: Partial<InvoiceLine>): InvoiceSnapshot => ({
  ...metreDays,
  lines: [{ ...stored, ...changes }],
});
const withVat = (changes: Partial<InvoiceSnapshot["vats"][number]>): InvoiceSnapshot => ({
  ...metreDays,
  vats: metreDays.vats.map((sum) => ({ ...sum, ...changes })),
});

describe("an invoice that does not add up", () => {
  const wrong: readonly (readonly [kind: string, invoice: InvoiceSnapshot, sentence: RegExp])[] = [
    [
      "a price that was changed",
      withLine({ price: "4.5100" }),
      /^Zeile 1 \(Lagerung\): 2810\.400 × 4\.5100 ÷ 30 ist nicht 421,56/,
    ],
    ["a quantity that was changed", withLine({ quantity: "2810.500" }), /^Zeile 1 \(Lagerung\): 2810\.500 × /],
    ["a base of another month", withLine({ base: 31 }), /÷ 31 ist nicht 421,56/],
    ["a line that is a cent too expensive", withLine({ net: "421.57" }), /ist nicht 421,57/],
    ["a price below 0", withLine({ price: "-4.5000", net: "-421.56" }), /Der Preis ist negativ/],
    ["a base of 0", withLine({ base: 0 }), /Zeile 1 \(Lagerung\): .* ist keine Zahl/],
    ["a price of five decimals", withLine({ price: "4.50001" }), /ist keine Zahl/],
    ["an amount with a comma", withLine({ net: "421,56" }), /ist keine Zahl/],
    ["no rate where there is tax", withLine({ vat_rate: "0.00" }), /Der Steuersatz 0\.00 passt nicht zur Steuerart S/],
    [
      "a rate where there is no tax",
      { ...reverseCharge, lines: reverseCharge.lines.map((line) => ({ ...line, vat_rate: "19.00" })) },
      /Steuerart AE/,
    ],
    [
      "a line that ends before it begins",
      withLine({ from: "2026-11-10", to: "2026-11-10" }),
      /Der letzte Tag liegt vor dem ersten/,
    ],
    ["a line without its last day", withLine({ to: null }), /Der letzte Tag liegt vor dem ersten/],
    ["a line of a day that does not exist", withLine({ to: "2026-11-31" }), /Der letzte Tag liegt vor dem ersten/],
    ["a line of another month", withLine({ from: "2026-10-31" }), /nicht im Zeitraum/],
    ["a line that goes on after the month", withLine({ to: "2026-12-02" }), /nicht im Zeitraum/],
    ["no line", { ...metreDays, lines: [] }, /hat keine Zeile/],
    ["a rate that is missing", { ...twoRates, vats: twoRates.vats.slice(0, 1) }, /Die Steuer für S mit 7,00 % fehlt/],
    ["a rate that is there twice", { ...metreDays, vats: [...metreDays.vats, ...metreDays.vats] }, /mehr als einmal/],
    ["a rate that no line has", { ...metreDays, vats: twoRates.vats }, /Keine Zeile hat diesen Satz/],
    ["a sum of a rate that is wrong", withVat({ net: "421.55" }), /ergeben 421,56.€ und nicht 421,55/],
    ["a tax that is a cent too low", withVat({ vat: "80.09" }), /80,09.€ ist nicht die Steuer auf 421,56/],
    ["a sum that is no number", withVat({ vat: "" }), /Eine Summe der Rechnung ist keine Zahl/],
    ["a net total that is wrong", { ...metreDays, net: "421.55" }, /^Netto: /],
    ["a total of tax that is wrong", { ...metreDays, vat: "80.11" }, /^Umsatzsteuer: /],
    [
      "a gross total that is wrong",
      { ...metreDays, gross: "501.65" },
      /^Brutto: 421,56.€ und 80,10.€ sind nicht 501,65/,
    ],
    [
      "a period that ends before it begins",
      { ...metreDays, period_to: "2026-10-31" },
      /Der Zeitraum endet am 31\.10\.2026/,
    ],
    ["a day of payment before the invoice", { ...metreDays, due_on: "2026-11-30" }, /Fällig am 30\.11\.2026/],
    ["a day that does not exist", { ...metreDays, issued_on: "2026-02-30" }, /„2026-02-30“ ist kein Tag/],
    ["a cancellation of nothing", { ...cancellation, corrects: null }, /nennt keine Rechnung/],
    [
      "a cancellation before its invoice",
      { ...cancellation, corrects: { number: "1", issued_on: "2026-12-04" } },
      /^Rechnung 1 ist vom 04\.12\.2026/,
    ],
  ];

  test.each(wrong)("is named: %s", (_kind, invoice, sentence) => {
    expect(arithmeticProblems(invoice)).toContainEqual(expect.stringMatching(sentence));
  });

  test("that is below 0 is no invoice", () => {
    const lines = metreDays.lines.map((line) => ({ ...line, quantity: "-2810.400", net: "-421.56" }));
    expect(arithmeticProblems({ ...metreDays, lines, ...computeTotals(lines) })).toEqual([
      "Brutto: Der Betrag ist negativ.",
    ]);
  });

  test("names the line, and each of them", () => {
    const lines = goldenInvoices.manyLines.lines.map((line, at) =>
      at % 1000 === 999 ? { ...line, net: "0.00" } : line,
    );
    const named = arithmeticProblems({ ...goldenInvoices.manyLines, lines }).filter((text) => text.startsWith("Zeile"));
    expect(named.map((text) => text.slice(0, 30))).toEqual([
      "Zeile 1000 (Gescannte Seite): ",
      "Zeile 2000 (Gescannte Seite): ",
    ]);
  });
});

const amounts = fc.integer({ min: 0, max: 99_999_999 });
const vats = fc.constantFrom(
  { vat_category: "S", vat_rate: "19.00" } as const,
  { vat_category: "S", vat_rate: "7.00" } as const,
  { vat_category: "AE", vat_rate: "0.00" } as const,
);
const november = { cost_centre: "", from: "2026-11-01", to: "2026-12-01", unit: "metre_month" } as const;
const served = { cost_centre: "", item: "other", unit: "piece", text: "" } as const;
const lines = fc.tuple(amounts, amounts, vats, fc.constantFrom(28, 29, 30, 31, 0)).map(([amount, cents, vat, days]) => {
  const euros = decimalText(BigInt(cents), 4);
  return days === 0
    ? serviceLine({ ...served, ...vat, quantity: decimalText(BigInt(amount), 3), price: euros })
    : storageLine({ ...november, ...vat, amount, price: euros }, "day", days);
});

test("whatever is stored and done adds up, and a cent more or less on a line is found", () => {
  fc.assert(
    fc.property(fc.array(lines, { minLength: 1, maxLength: 20 }), fc.constantFrom(1n, -1n), (some, cent) => {
      const right = { ...metreDays, lines: some, ...computeTotals(some) };
      expect(arithmeticProblems(right)).toEqual([]);
      const [first, ...others] = some;
      const net = first && decimalText(BigInt(first.net.replace(".", "")) + cent, 2);
      const changed = first && net !== undefined ? [{ ...first, net }, ...others] : [];
      const wrong = { ...metreDays, lines: changed, ...computeTotals(changed) };
      expect(arithmeticProblems(wrong).some((text) => text.startsWith("Zeile 1 "))).toBe(true);
    }),
  );
});
