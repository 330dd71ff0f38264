import { get, of, patch, post } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/billing/invoices.ts";

export const listInvoices = get("/invoices/", "user", of<typeof schemas.listInvoices>());
export const sheetOfInvoices = get("/invoices/sheet/", "user", of<typeof schemas.sheetOfInvoices>());
export const getInvoice = get("/invoices/{id}/", "user", of<typeof schemas.getInvoice>());
export const issueInvoice = post("/invoices/", "staff", ["invoices", "billing"], of<typeof schemas.issueInvoice>());
export const cancelInvoice = post(
  "/invoices/{id}/cancel/",
  "staff",
  ["invoices", "billing"],
  of<typeof schemas.cancelInvoice>(),
);
export const noteInvoice = patch("/invoices/{id}/", "staff", ["invoices", "billing"], of<typeof schemas.noteInvoice>());
export const sendInvoices = post("/invoices/send/", "staff", ["invoices"], of<typeof schemas.sendInvoices>());
export const noteSent = post("/invoices/sent/", "staff", ["invoices", "billing"], of<typeof schemas.noteSent>());
export const printInvoices = get("/invoices/print/", "staff", of<typeof schemas.printInvoices>());
export const zipInvoices = get("/invoices/zip/", "staff", of<typeof schemas.zipInvoices>());
export const notePayments = post(
  "/invoices/paid/",
  "staff",
  ["invoices", "billing"],
  of<typeof schemas.notePayments>(),
);
export const invoiceXml = get("/invoices/{id}/xml/", "user", of<typeof schemas.invoiceXml>());
export const invoicePdf = get("/invoices/{id}/pdf/", "user", of<typeof schemas.invoicePdf>());
export const invoiceStorage = get("/invoices/{id}/storage/", "user", of<typeof schemas.invoiceStorage>());
export const invoiceServices = get("/invoices/{id}/services/", "user", of<typeof schemas.invoiceServices>());
export const sheetOfInvoiceServices = get(
  "/invoices/{id}/services/sheet/",
  "user",
  of<typeof schemas.sheetOfInvoiceServices>(),
);
export const boxMovements = get("/invoices/{id}/movements/", "user", of<typeof schemas.boxMovements>());
