import * as invoices from "#contract/calls/billing/invoices.ts";
import { serviceEntrySheet } from "#contract/sheets/billing.ts";
import { invoiceSheet } from "#contract/sheets/invoices.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { print } from "#server/exports/print.ts";
import { answerSheet, everyPage } from "#server/exports/answer-sheet.ts";
import { answerChange, routeHandler } from "#server/http/answers.ts";
import { notFound } from "#server/http/errors.ts";
import { cancelInvoice, issueInvoice, noteInvoice, notePayments } from "./mutations.ts";
import {
  admitReader,
  invoiceById,
  issuedFile,
  movementsOf,
  pageOfRuns,
  pageOfServices,
  readableInvoices,
} from "./queries.ts";

const lists = { admit: admitReader };

export const invoiceRoutes = [
  routeHandler(invoices.listInvoices, ({ db, scope, query }) => readableInvoices(db.read, scope, query), lists),
  {
    ...answerSheet(invoices.sheetOfInvoices, {
      of: invoices.listInvoices,
      sheet: invoiceSheet,
      rows: ({ db, scope, query }) => everyPage((piece) => readableInvoices(db, scope, { ...query, ...piece })),
    }),
    ...lists,
  },
  routeHandler(invoices.getInvoice, ({ db, scope, id }) => invoiceById(db.read, scope, id)),
  routeHandler(invoices.issueInvoice, ({ change, scope, actor, body, config, now }) =>
    change(
      (tx) => issueInvoice(tx, { scope, actor, provider: config.provider, now: now() }, body),
      (db, made) => invoiceById(db, scope, made),
    ),
  ),
  routeHandler(invoices.cancelInvoice, ({ change, scope, actor, id, body, now }) =>
    change(
      (tx) => cancelInvoice(tx, { id, ...body, actor, now: now() }),
      (db, made) => invoiceById(db, scope, made),
    ),
  ),
  answerChange(
    invoices.noteInvoice,
    ({ id, actor, body }, commit) => commit((tx) => noteInvoice(tx, actor, id, body)),
    ({ db, scope, id }) => invoiceById(db, scope, id),
  ),
  routeHandler(invoices.notePayments, ({ change, actor, body }) =>
    change((tx) => notePayments(tx, actor, body.payments)),
  ),
  routeHandler(invoices.invoiceXml, async ({ db, scope, id, record }) => {
    const { number, customer, xml } = await issuedFile(db.read, scope, id);
    if (xml === null) throw notFound();
    const meta = { document: "invoiceXml" as const, from: number, to: number };
    await record({ kind: AuditKind.documentMade, customer, meta });
    return { type: "application/xml", name: `${number}.xml`, bytes: Buffer.from(xml) };
  }),
  routeHandler(invoices.invoicePdf, async (call) => {
    const { db, scope, id } = call;
    const { number, customer, snapshot, xml } = await issuedFile(db.read, scope, id);
    const data = { snapshot, xml: xml === null ? null : Buffer.from(xml) };
    return print(call, `${number}.pdf`, "invoicePdf", data, { customer, meta: { from: number, to: number } });
  }),
  routeHandler(invoices.invoiceStorage, ({ db, scope, id, query }) => pageOfRuns(db.read, scope, id, query)),
  routeHandler(invoices.invoiceServices, ({ db, scope, id, query }) => pageOfServices(db.read, scope, id, query)),
  answerSheet(invoices.sheetOfInvoiceServices, {
    of: invoices.invoiceServices,
    sheet: serviceEntrySheet,
    rows: ({ db, scope, id, query }) => everyPage((piece) => pageOfServices(db, scope, id, { ...query, ...piece })),
  }),
  routeHandler(invoices.boxMovements, async (call) => {
    const { db, scope, id } = call;
    const data = await movementsOf(db.read, scope, id);
    const { number, customer } = data;
    const about = { customer: customer.code, meta: { from: number, to: number } };
    return print(call, `${number}-Boxenbewegungen.pdf`, "boxMovements", data, about);
  }),
];
