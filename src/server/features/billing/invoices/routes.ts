import * as invoices from "#contract/calls/billing/invoices.ts";
import { invoiceSheet } from "#contract/sheets/invoices.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { pageOfInvoices } from "#server/database/billing/invoice-pages.ts";
import { print } from "#server/documents/print.ts";
import { spoolFile, zipOf } from "#server/documents/sheets/spool.ts";
import { answerSheet, everyPage } from "#server/exports/answer-sheet.ts";
import { answerChange, routeHandler } from "#server/http/answers.ts";
import { notFound } from "#server/http/errors.ts";
import { callerLine } from "#server/http/waiting/caller-line.ts";
import { cancelInvoice, issueInvoice, noteInvoice, notePayments } from "./mutations.ts";
import { invoiceById, issuedFile, issuedFiles, movementsOf, seesInvoices } from "./queries.ts";
import { noteSent, sendInvoices } from "./sending.ts";

const lists = { admit: seesInvoices };

/** The first and the last number of several invoices, for the trail. */
const spanOf = (found: readonly { readonly number: string }[]) => ({
  from: found[0]?.number ?? "",
  to: found.at(-1)?.number ?? "",
  amount: found.length,
});

export const invoiceRoutes = [
  routeHandler(invoices.listInvoices, ({ db, scope, query }) => pageOfInvoices(db.read, scope, query), lists),
  {
    ...answerSheet(invoices.sheetOfInvoices, {
      of: invoices.listInvoices,
      sheet: invoiceSheet,
      rows: ({ db, scope, query }) => everyPage((piece) => pageOfInvoices(db, scope, { ...query, ...piece })),
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
  routeHandler(invoices.sendInvoices, ({ change, actor, body, config, now }) =>
    change((tx) => sendInvoices(tx, { actor, now: now(), sendsMails: config.mail !== undefined }, body)),
  ),
  routeHandler(invoices.noteSent, ({ change, actor, body }) => change((tx) => noteSent(tx, actor, body))),
  routeHandler(invoices.printInvoices, async (call) => {
    const found = await issuedFiles(call.db.read, call.scope, call.query.ids);
    const snapshots = found.map(({ snapshot }) => snapshot);
    return print(call, "Rechnungen.pdf", "invoicesPdf", { snapshots }, { meta: spanOf(found) });
  }),
  routeHandler(invoices.zipInvoices, async (call) => {
    const { db, scope, query, exports, config, now, gone, record, pdfWorkers } = call;
    const found = await issuedFiles(db.read, scope, query.ids);
    await record({ kind: AuditKind.documentMade, meta: { ...spanOf(found), document: "invoicePdf" } });
    const bytes = await exports(callerLine(scope), () =>
      spoolFile(config.dataDir, async (spool) => {
        const files = [];
        for (const { number, snapshot, xml } of found) {
          const bytes = xml === null ? null : Buffer.from(xml);
          const printing = { provider: snapshot.seller.name, day: snapshot.issued_on };
          files.push(
            await spool.add(`${number}.pdf`, [
              await pdfWorkers.set("invoicePdf", { snapshot, xml: bytes }, printing, gone),
            ]),
          );
          if (bytes && snapshot.form === "xrechnung") files.push(await spool.add(`${number}.xml`, [bytes]));
        }
        return zipOf(files, now().toISOString());
      }),
    );
    return { type: "application/zip", name: `${config.filePrefix}-Rechnungen.zip`, bytes };
  }),
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
  routeHandler(invoices.boxMovements, async (call) => {
    const { db, scope, id } = call;
    const data = await movementsOf(db.read, scope, id);
    const { number, customer } = data;
    const about = { customer: customer.code, meta: { from: number, to: number } };
    return print(call, `${number}-Boxenbewegungen.pdf`, "boxMovements", data, about);
  }),
];
