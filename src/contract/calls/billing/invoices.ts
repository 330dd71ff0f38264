import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/billing/invoices.ts";

export const listInvoices = route(
  { method: "GET", path: "/invoices/", access: "user", writes: false },
  of<typeof schemas.listInvoices>(),
);

export const sheetOfInvoices = route(
  { method: "GET", path: "/invoices/sheet/", access: "user", writes: false },
  of<typeof schemas.sheetOfInvoices>(),
);

export const getInvoice = route(
  { method: "GET", path: "/invoices/{id}/", access: "user", writes: false },
  of<typeof schemas.getInvoice>(),
);

export const issueInvoice = route(
  { method: "POST", path: "/invoices/", access: "staff", writes: true, touches: ["invoices", "billing"] },
  of<typeof schemas.issueInvoice>(),
);

export const cancelInvoice = route(
  { method: "POST", path: "/invoices/{id}/cancel/", access: "staff", writes: true, touches: ["invoices", "billing"] },
  of<typeof schemas.cancelInvoice>(),
);

export const noteInvoice = route(
  { method: "PATCH", path: "/invoices/{id}/", access: "staff", writes: true, touches: ["invoices", "billing"] },
  of<typeof schemas.noteInvoice>(),
);

export const sendInvoices = route(
  { method: "POST", path: "/invoices/send/", access: "staff", writes: true, touches: ["invoices"] },
  of<typeof schemas.sendInvoices>(),
);

export const noteSent = route(
  { method: "POST", path: "/invoices/sent/", access: "staff", writes: true, touches: ["invoices", "billing"] },
  of<typeof schemas.noteSent>(),
);

export const printInvoices = route(
  { method: "GET", path: "/invoices/print/", access: "staff", writes: false },
  of<typeof schemas.printInvoices>(),
);

export const zipInvoices = route(
  { method: "GET", path: "/invoices/zip/", access: "staff", writes: false },
  of<typeof schemas.zipInvoices>(),
);

export const notePayments = route(
  { method: "POST", path: "/invoices/paid/", access: "staff", writes: true, touches: ["invoices", "billing"] },
  of<typeof schemas.notePayments>(),
);

export const invoiceXml = route(
  { method: "GET", path: "/invoices/{id}/xml/", access: "user", writes: false },
  of<typeof schemas.invoiceXml>(),
);

export const invoicePdf = route(
  { method: "GET", path: "/invoices/{id}/pdf/", access: "user", writes: false },
  of<typeof schemas.invoicePdf>(),
);

export const invoiceStorage = route(
  { method: "GET", path: "/invoices/{id}/storage/", access: "user", writes: false },
  of<typeof schemas.invoiceStorage>(),
);

export const invoiceServices = route(
  { method: "GET", path: "/invoices/{id}/services/", access: "user", writes: false },
  of<typeof schemas.invoiceServices>(),
);

export const sheetOfInvoiceServices = route(
  { method: "GET", path: "/invoices/{id}/services/sheet/", access: "user", writes: false },
  of<typeof schemas.sheetOfInvoiceServices>(),
);

export const boxMovements = route(
  { method: "GET", path: "/invoices/{id}/movements/", access: "user", writes: false },
  of<typeof schemas.boxMovements>(),
);
