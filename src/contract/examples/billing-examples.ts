import { owner, pageOf } from "./values.ts";

const vat = { vat_category: "S", vat_rate: "19.00" } as const;
const PriceRule = { item: "storage", unit: "metre_month", price: "4.5000", ...vat, valid_from: "2026-01-01" } as const;
const PriceList = { id: 2, name: "Standard 2026", ...vat, customers: 3, rules: [PriceRule] };
const Terms = {
  price_list: { id: 2, name: "Standard 2026" },
  storage_mode: "day",
  also_while_out: false,
  valid_from: "2000-01-01",
  minimum: "50.00",
  minimum_scope: "storage",
  invoice_form: "zugferd",
  vat_id: "DE136695976",
  leitweg_id: "",
  e_address: "rechnung@klinikum-nord.example",
  e_scheme: "EM",
  order_reference: "",
  contract_reference: "A-2026/17",
  payment_days: 14,
  discount_days: null,
  discount_percent: null,
  address_extra: "",
  exemption_reason: "",
  sepa_mandate: "M-0042-1",
  mandate_date: "2026-01-15",
  iban: "DE02120300000000202051",
  storage_when: "arrears",
  interval: "month",
} as const;
const DebitFile = {
  id: 12,
  created: "2026-12-14T09:00:00.000Z",
  invoices: 42,
  cancelled: 1,
  gross: "12480.20",
  collect_from: "2026-12-15",
  collect_to: "2026-12-15",
} as const;
const RestoredNumber = {
  id: 3,
  series: "invoice",
  taken: "2026-12-14T02:30:00.000Z",
  restored: "2026-12-15T09:00:00.000Z",
  known: "RE-2026-00004",
  named: "RE-2026-00009",
  answered: "2026-12-15T10:00:00.000Z",
  by: "Erika Muster",
} as const;
const InvoiceDebitFile = {
  file: 12,
  created: DebitFile.created,
  collect_on: DebitFile.collect_from,
  taken_back: null,
} as const;
const ServiceEntry = {
  id: 31,
  day: "2026-11-12",
  item: "hours",
  unit: "hour",
  quantity: "2.500",
  price: "48.0000",
  ...vat,
  text: "Umräumen auf Wunsch",
  cost_centre: "4711",
  box: null,
  delivery: null,
} as const;
const InvoiceLine = {
  item: "storage",
  text: "",
  cost_centre: "4711",
  quantity: "2810.400",
  unit: "metre_day",
  base: 30,
  price: "4.5000",
  net: "421.56",
  ...vat,
  from: "2026-11-01",
  to: "2026-12-01",
} as const;
const IssuedLine = { ...InvoiceLine, source: "storage", before: null } as const;
const { id: _, ...InvoiceService } = ServiceEntry;
const { id, code, name } = owner;
const sums = { net: "421.56", vat: "80.10", gross: "501.66" };
const Invoice = {
  id: 1_204_667_123,
  number: "RE-2026-00042",
  kind: 380,
  customer: { id, code, name },
  period_from: "2026-11-01",
  period_to: "2026-11-30",
  ...sums,
  issued: "2026-12-01T08:30:00.000Z",
  due: "2026-12-15",
  form: "zugferd",
  corrects: null,
  cancelled_by: null,
  sent: null,
  paid_on: null,
  mail: { agreed: "rechnung@kanzlei.example", to: null, state: null, failure: null },
} as const;
const StoredDay = { day: "2026-11-01", mm: 93_680, boxes: 234, came: 2, went: 0 };
const standing = {
  invoice: null,
  billed_with: null,
  is_due: true,
  period_from: "2026-11-01",
  period_to: "2026-11-30",
} as const;
const BilledCustomer = {
  customer: { id, code, name },
  storage: "421.56",
  services: "0.00",
  trips: "0.00",
  net: "421.56",
  gross: "501.66",
  before: "398.10",
  ...standing,
  warnings: [],
  open_month: null,
  problems: [],
} as const;

const providerTexts = {
  street: "Hafenstraße 1",
  postcode: "28195",
  city: "Bremen",
  contact_phone: "0421 12345",
  contact_email: "rechnung@muster.example",
  contact: "Frau Kasse",
  vat_id: "DE136695976",
  tax_number: "",
  register: "Amtsgericht Bremen HRB 12345",
  iban: "DE02120300000000202051",
  bic: "BYLADEM1001",
  creditor_id: "DE98ZZZ09999999999",
  exemption_reason: "",
} as const;

/** Prices, and what customers owe for a month. */
export const billingExamples = {
  requests: {
    createPriceList: { body: { name: "Standard 2026", ...vat } },
    editPriceList: { body: { name: "Standard 2027" } },
    setPrice: { body: { item: "retrieval_box", unit: "piece", price: "3.9500", ...vat, valid_from: "2026-01-01" } },
    setTerms: { body: { price_list: null, storage_mode: "day", also_while_out: false, minimum: "50.00" } },
    editProvider: { body: { contact: "Frau Kasse", before: { contact: "" } } },
    issueInvoice: { body: { customer: id, month: "2026-11", gross: "501.66" } },
    cancelInvoice: { body: { number: "RE-2026-00042", debit_file: 12 } },
    noteInvoice: { body: { paid_on: "2026-12-10" } },
    nameLastNumber: { body: { number: "RE-2026-00009" } },
    createDebitFile: { body: { until: "2026-12-15" } },
    sendInvoices: { body: { invoices: [42, 43] } },
    noteSent: { body: { invoices: [42, 43], is_sent: true } },
    notePayments: { body: { payments: [{ number: "RE-2026-00042", paid_on: "2026-12-10" }] } },
    createServiceEntry: {
      body: {
        customer: id,
        day: "2026-11-12",
        item: "hours",
        quantity: "2.5",
        price: "48.00",
        text: "Umräumen auf Wunsch",
      },
    },
  },
  shapes: {
    PriceRule,
    PriceList,
    Terms,
    ServiceEntry,
    InvoiceLine,
    Invoice,
    InvoiceDebitFile,
    InvoiceDetail: {
      ...Invoice,
      debits: [InvoiceDebitFile],
      buyer: { name, street: "Am Wall 1", address_extra: "Haus C", postcode: "28195", city: "Bremen", country: "DE" },
      discount: { percent: "2.00", until: "2026-12-08", amount: "10.03", due: "491.63" },
      lines: [IssuedLine],
      vats: [{ ...vat, net: "421.56", vat: "80.10" }],
    },
    IssuedLine,
    InvoiceRun: { line: 1, from: "2026-11-01", to: "2026-11-12", mm: 93_680, boxes: 234 },
    InvoiceService,
    StoredDay,
    BilledCustomer,
    DebitFile,
    RestoredNumber,
    Provider: { name: "Muster Archiv GmbH", ...providerTexts, zero_invoices: true, set: [], problems: [] },
  },
  replies: {
    notePayments: { changed: 1 },
    noteSent: { changed: 2 },
    sendInvoices: {
      queued: 1,
      left: [{ id: 43, number: "RE-2026-00043", reason: "Es ist keine E-Mail-Adresse für Rechnungen vereinbart." }],
    },
    listPriceLists: { results: [PriceList] },
    listDebitFiles: { ...pageOf(DebitFile), open: { invoices: 3, gross: "871.20" } },
    restoredNumbers: { results: [RestoredNumber] },
    billedMonth: { month: "2026-11", until: "2026-12-01", problems: [], results: [BilledCustomer] },
    previewInvoice: {
      customer: { id, code, name },
      month: "2026-11",
      until: "2026-12-01",
      lines: [InvoiceLine],
      vats: [{ ...vat, net: "421.56", vat: "80.10" }],
      ...sums,
      ...standing,
      in_advance: false,
      warnings: [],
      problems: [],
      days: [StoredDay],
    },
  },
} as const;
