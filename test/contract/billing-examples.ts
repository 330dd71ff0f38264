import { requests } from "#contract/examples.ts";
import { berlinDay } from "#rules/dates.ts";
import type { factories } from "#test/support/factories.ts";
import { anyWord } from "#test/support/words.ts";
import type { Caller, Sent } from "./caller.ts";

type Example = (a: ReturnType<typeof factories>, caller: Caller) => Sent | Promise<Sent>;

const today = () => berlinDay(new Date());
const month = () => today().slice(0, 7);

const readInvoice: Example = async (a, { owner, userId }) => {
  await a.invoiceReader({ id: userId }, owner);
  const { id } = await a.invoice(owner, { id: userId });
  return { path: { id } };
};

/** Prices, and what customers owe. */
export const billingExamples: Readonly<Record<string, Example>> = {
  listPriceLists: () => ({}),
  createPriceList: () => ({ body: { ...requests.createPriceList.body, name: `Preisliste ${anyWord()}` } }),
  editPriceList: async (a) => ({ path: await a.priceList(), body: { name: `Preisliste ${anyWord()}` } }),
  deletePriceList: async (a) => ({ path: await a.priceList() }),
  setPrice: async (a) => ({ path: await a.priceList(), body: { ...requests.setPrice.body, valid_from: today() } }),
  getTerms: (_a, { owner }) => ({ path: { id: owner.id } }),
  setTerms: async (a, { owner }) => ({
    path: { id: owner.id },
    body: { ...requests.setTerms.body, price_list: (await a.priceList()).id },
  }),
  getProvider: () => ({}),
  editProvider: () => ({ body: { contact: `Frau ${anyWord()}` } }),
  listServiceEntries: (_a, { owner }) => ({ query: { customer: owner.id, month: month() } }),
  sheetOfServiceEntries: (_a, { owner }) => ({ query: { customer: owner.id, month: month() } }),
  sheetOfMonth: () => ({ query: { month: month() } }),
  createServiceEntry: (_a, { owner }) => ({
    body: { ...requests.createServiceEntry.body, customer: owner.id, day: today() },
  }),
  deleteServiceEntry: async (a, { owner, userId }) => ({ path: await a.serviceEntry(owner, { id: userId }) }),
  listInvoices: async (a, { owner, userId }) => {
    await a.invoiceReader({ id: userId }, owner);
    return {};
  },
  sheetOfInvoices: async (a, { owner, userId }) => {
    await a.invoiceReader({ id: userId }, owner);
    return { query: { customer: owner.id } };
  },
  getInvoice: readInvoice,
  issueInvoice: async (a, { owner }) => ({ body: { customer: owner.id, month: await a.billableMonth(owner) } }),
  cancelInvoice: async (a, { owner, userId }) => {
    const { id, number } = await a.invoice(owner, { id: userId });
    return { path: { id }, body: { number } };
  },
  noteInvoice: async (a, { owner, userId }) => {
    const { id } = await a.invoice(owner, { id: userId });
    return { path: { id }, ...requests.noteInvoice };
  },
  invoiceXml: readInvoice,
  invoicePdf: readInvoice,
  invoiceStorage: readInvoice,
  invoiceServices: readInvoice,
  sheetOfInvoiceServices: readInvoice,
  boxMovements: readInvoice,
  sendInvoices: async (a, { owner, userId }) => {
    const { id } = await a.invoice(owner, { id: userId });
    return { body: { invoices: [id] } };
  },
  noteSent: async (a, { owner, userId }) => {
    const { id } = await a.invoice(owner, { id: userId });
    return { body: { invoices: [id], is_sent: true } };
  },
  printInvoices: async (a, { owner, userId }) => ({
    query: { ids: String((await a.invoice(owner, { id: userId })).id) },
  }),
  zipInvoices: async (a, { owner, userId }) => ({
    query: { ids: String((await a.invoice(owner, { id: userId })).id) },
  }),
  notePayments: async (a, { owner, userId }) => {
    const { number } = await a.invoice(owner, { id: userId });
    return { body: { payments: [{ number, paid_on: today() }] } };
  },
  datevStack: async (a, { owner, userId }) => {
    await a.invoice(owner, { id: userId });
    return { query: { month: month() } };
  },
  billingArchive: async (a, { owner, userId }) => {
    await a.invoice(owner, { id: userId });
    return { query: { year: Number(today().slice(0, 4)) } };
  },
  listDebitFiles: () => ({}),
  createDebitFile: async (a, { owner, userId }) => ({
    body: { until: (await a.debitInvoice(owner, { id: userId })).due },
  }),
  debitFile: async (a, { owner, userId }) => ({ path: await a.debitFile(owner, { id: userId }) }),
  deleteDebitFile: async (a, { owner, userId }) => ({ path: await a.debitFile(owner, { id: userId }) }),
  restoredNumbers: () => ({}),
  nameLastNumber: async (a) => ({ path: await a.askedNumber(), body: { number: null } }),
  billedMonth: () => ({ query: { month: month() } }),
  previewInvoice: (_a, { owner }) => ({ path: { id: owner.id }, query: { month: month() } }),
};
