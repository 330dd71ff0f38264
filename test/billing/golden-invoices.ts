import { type InvoiceLine, serviceLine, storageLine, computeTotals } from "#rules/billing/invoice-lines.ts";
import { intervalMonths } from "#rules/billing/billing-plan.ts";
import { monthDays } from "#rules/billing/month.ts";
import { settlementLines } from "#rules/billing/settlement-lines.ts";
import { showMonth } from "#rules/months.ts";
import { addDays } from "#rules/dates.ts";
import type { InvoiceBuyer, InvoiceSeller, InvoiceSnapshot } from "#rules/billing/snapshot.ts";

const seller: InvoiceSeller = {
  name: "Archiv Nord GmbH",
  street: "Am Speicher 7",
  postcode: "20457",
  city: "Hamburg",
  vat_id: "DE136695976",
  tax_number: "27/123/45678",
  register: "Amtsgericht Hamburg, HRB 12345",
  contact: { name: "Petra Lager", phone: "+49 40 123456-0", email: "rechnung@archiv-nord.example" },
  iban: "DE89 3704 0044 0532 0130 00",
  bic: "COBADEFFXXX",
};

const buyer: InvoiceBuyer = {
  code: "0042",
  name: "Kanzlei Müller & Söhne",
  street: "Jungfernstieg 1",
  postcode: "20354",
  city: "Hamburg",
  vat_id: null,
  leitweg_id: null,
  e_address: "eingang@kanzlei-mueller.example",
  e_scheme: "EM",
  order_reference: "",
  contract_reference: "",
};

const standard = { vat_category: "S", vat_rate: "19.00" } as const;
const reduced = { vat_category: "S", vat_rate: "7.00" } as const;
const exempt = { vat_category: "E", vat_rate: "0.00" } as const;
const reverse = { vat_category: "AE", vat_rate: "0.00" } as const;

const november = {
  cost_centre: "",
  from: "2026-11-01",
  to: "2026-12-01",
  unit: "metre_month",
  price: "4.5000",
} as const;
const metreDays = storageLine({ ...november, ...standard, amount: 2_810_400 }, "day", 30);
const served = { cost_centre: "", text: "", ...standard } as const;
const retrieval = serviceLine({ ...served, item: "retrieval_box", unit: "piece", quantity: "12.000", price: "3.2500" });
const pages = serviceLine({ ...served, item: "scan_page", unit: "page", quantity: "3.000", price: "0.3275" });
const hours = serviceLine({
  ...served,
  item: "hours",
  unit: "hour",
  quantity: "1.250",
  price: "60.0000",
  text: "Umzug",
});

/** An invoice for November 2026 of these lines, with the sums that they have. */
function invoiceOf(lines: readonly InvoiceLine[], changes: Partial<InvoiceSnapshot> = {}): InvoiceSnapshot {
  const period = { period_from: "2026-11-01", period_to: "2026-11-30" };
  const days = { issued_on: "2026-12-01", due_on: "2026-12-15", payment_days: 14, ...period };
  const first = { kind: 380, number: "2026-0001", corrects: null, form: "zugferd", seller, buyer } as const;
  return { ...first, ...days, lines, ...computeTotals(lines), ...changes };
}

const authority: InvoiceBuyer = {
  ...buyer,
  name: "Freie und Hansestadt Hamburg",
  leitweg_id: "04011000-1234512345-06",
  e_address: "04011000-1234512345-06",
  e_scheme: "0204",
  order_reference: "B-2026-17",
  contract_reference: "RV 2024/3",
};
const vienna = { street: "Kärntner Straße 1", postcode: "1010", city: "Wien", country: "AT" } as const;
const abroad: InvoiceBuyer = { ...buyer, ...vienna, vat_id: "ATU12345678", e_address: "DE136695976", e_scheme: "9930" };
const paris: InvoiceBuyer = {
  ...buyer,
  name: "Société des Archives",
  street: "12 rue de Rivoli",
  postcode: "75001",
  city: "Paris",
  country: "FR",
  vat_id: "FR40303265045",
};
const zurich: InvoiceBuyer = { ...buyer, street: "Bahnhofstrasse 1", postcode: "8001", city: "Zürich", country: "CH" };
const twoRates = [
  metreDays,
  serviceLine({ ...served, ...reduced, item: "other", unit: "piece", quantity: "2.000", price: "5.0500" }),
];
const thousands = Array.from({ length: 2000 }, (_, at) => ({
  ...(at % 2 === 0 ? retrieval : pages),
  cost_centre: `K${at % 7}`,
}));

/** Returns the stock in the store from a day of a month on, `mm` long, at a price. */
const storedIn = (month: string, { mm = 1000, price = "4.5000", days = monthDays(month).days, from = 1 } = {}) => {
  const first = addDays(monthDays(month).from, from - 1);
  const amount = { ...november, ...standard, price, amount: mm * days, from: first, to: addDays(first, days) };
  return { ...storageLine(amount, "day", monthDays(month).days), text: showMonth(month) };
};
/** Two boxes of a metre were billed in advance for November, of which one went back after ten days. */
const advanceWithReturn = [
  ...settlementLines(
    [{ ...storedIn("2026-11"), quantity: "40.000", net: "6.00" }],
    [storedIn("2026-11", { mm: 2000 })],
    "November 2026",
  ),
  { ...storedIn("2026-12"), text: "Dezember 2026 im Voraus" },
];
const quarterWithNewPrice = [
  storedIn("2026-10"),
  storedIn("2026-11", { days: 15 }),
  storedIn("2026-11", { from: 16, days: 15, price: "4.8000" }),
  storedIn("2026-12", { price: "4.8000" }),
];
const leapYear = intervalMonths("2028-02", "year").map((month) => storedIn(month));
/** From in advance to afterwards: November was billed in advance by the day, and counted by whole months since. */
const change = [
  ...settlementLines(
    [storageLine({ ...november, ...standard, amount: 3000 }, "month_any_day", 30)],
    [storedIn("2026-11", { mm: 2000 })],
    "November 2026",
  ),
  storageLine({ ...november, ...standard, from: "2026-12-01", to: "2027-01-01", amount: 3000 }, "month_any_day", 31),
];
const december = { period_from: "2026-12-01", period_to: "2026-12-31" };

/** Invoices that are right, by what is particular about them. */
export const goldenInvoices = {
  metreDays: invoiceOf([metreDays]),
  authority: invoiceOf([metreDays, retrieval], { form: "xrechnung", buyer: authority }),
  twoRates: invoiceOf(twoRates),
  cancellation: invoiceOf(twoRates, {
    kind: 381,
    number: "2026-0002",
    issued_on: "2026-12-03",
    due_on: "2026-12-17",
    corrects: { number: "2026-0001", issued_on: "2026-12-01" },
    form: "xrechnung",
  }),
  directDebit: invoiceOf([metreDays], {
    form: "xrechnung",
    buyer: authority,
    debit: {
      mandate: "M-0042/1",
      signed_on: "2026-01-15",
      iban: "DE02120300000000202051",
      creditor_id: "DE98ZZZ09999999999",
    },
  }),
  reverseCharge: invoiceOf([{ ...metreDays, ...reverse }], { buyer: abroad }),
  lateService: invoiceOf([metreDays, { ...hours, text: "Umzug, Oktober 2026", from: "2026-10-01", to: "2026-11-01" }]),
  paris: invoiceOf([{ ...metreDays, ...reverse }], { buyer: paris }),
  zurich: invoiceOf([metreDays], { buyer: zurich }),
  berlin: invoiceOf([metreDays], { buyer: { ...buyer, postcode: "10117", city: "Berlin", country: "DE" } }),
  exempt: invoiceOf([{ ...hours, ...exempt }], { seller: { ...seller, vat_id: null, register: null } }),
  allCategories: invoiceOf([metreDays, { ...hours, ...exempt }, { ...retrieval, ...reverse }], { buyer: abroad }),
  finePrice: invoiceOf([pages]),
  costCentres: invoiceOf(
    [
      { ...metreDays, cost_centre: "4711" },
      { ...retrieval, cost_centre: "Personal" },
    ],
    { form: "xrechnung" },
  ),
  allUnits: invoiceOf([
    storageLine({ ...november, ...standard, unit: "box_month", amount: 60 }, "day", 30),
    storageLine({ ...november, ...standard, amount: 12_345 }, "month_end", 30),
    storageLine({ ...november, ...standard, unit: "box_month", amount: 7 }, "month_any_day", 30),
    hours,
    serviceLine({ ...served, item: "trip", unit: "trip", quantity: "1.000", price: "25.0000" }),
    serviceLine({ ...served, item: "intake", unit: "box", quantity: "40.000", price: "1.1000" }),
    serviceLine({ ...served, item: "destruction", unit: "metre", quantity: "3.700", price: "9.9900" }),
    serviceLine({ ...served, item: "account_fee", unit: "month", quantity: "1.000", price: "15.0000" }),
  ]),
  discount: invoiceOf([metreDays], { payment_days: 30, due_on: "2026-12-31", discount: { days: 7, percent: "2.00" } }),
  discountOfAuthority: invoiceOf([metreDays], {
    form: "xrechnung",
    buyer: { ...authority, address_extra: "Kasse, Zimmer 7" },
    discount: { days: 7, percent: "2.50" },
  }),
  exemptFor: invoiceOf([metreDays, { ...hours, ...exempt }], {
    exemption: "Kein Ausweis von Umsatzsteuer, Kleinunternehmer gemäß § 19 UStG",
  }),
  paidOut: invoiceOf(
    settlementLines(
      [{ ...storedIn("2026-11"), quantity: "10.000", net: "1.50" }],
      [storedIn("2026-11")],
      "November 2026",
    ),
    { ...december, form: "xrechnung", payment_days: 0, due_on: "2026-12-01", pays_out: true },
  ),
  noAccount: invoiceOf([retrieval], {
    seller: { ...seller, iban: null, bic: null },
    payment_days: 0,
    due_on: "2026-12-01",
  }),
  onPaper: invoiceOf([retrieval], { form: "paper", buyer: { ...buyer, e_address: "" } }),
  hardTexts: invoiceOf(
    [{ ...hours, text: `a < b & c > "d" 📦 \u0000\u0007\ud83d\n\tü ${"lang ".repeat(800)}`, cost_centre: "<K&1>" }],
    { buyer: { ...buyer, name: "R&D <Test> 'GmbH' \u001f 👩‍⚖️" }, form: "xrechnung" },
  ),
  free: invoiceOf([{ ...retrieval, price: "0.0000", net: "0.00" }]),
  manyLines: invoiceOf(thousands),
  advanceWithReturn: invoiceOf(advanceWithReturn, december),
  quarterWithNewPrice: invoiceOf(quarterWithNewPrice, {
    period_from: "2026-10-01",
    period_to: "2026-12-31",
    form: "xrechnung",
  }),
  leapYear: invoiceOf(leapYear, {
    issued_on: "2029-01-02",
    due_on: "2029-01-16",
    period_from: "2028-01-01",
    period_to: "2028-12-31",
  }),
  change: invoiceOf(change, { ...december, issued_on: "2027-01-02", due_on: "2027-01-16", form: "xrechnung" }),
} as const satisfies Readonly<Record<string, InvoiceSnapshot>>;
export type GoldenInvoice = keyof typeof goldenInvoices;
