import * as invoices from "#contract/calls/billing/invoices.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { spoolFile, zipOf } from "#server/documents/sheets/spool.ts";
import { routeHandler } from "#server/http/answers.ts";
import { print } from "#server/exports/print.ts";
import { callerLine } from "#server/http/waiting/caller-line.ts";
import { noteSent, sendInvoices } from "./mutations.ts";
import { issuedFiles } from "./queries.ts";

/** The first and the last number of several invoices, for the trail. */
const spanOf = (found: readonly { readonly number: string }[]) => ({
  from: found[0]?.number ?? "",
  to: found.at(-1)?.number ?? "",
  amount: found.length,
});

export const sendingRoutes = [
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
          const data = xml === null ? null : Buffer.from(xml);
          const printing = { provider: snapshot.seller.name, day: snapshot.issued_on };
          files.push(
            await spool.add(`${number}.pdf`, [
              await pdfWorkers.set("invoicePdf", { snapshot, xml: data }, printing, gone),
            ]),
          );
          if (data && snapshot.form === "xrechnung") files.push(await spool.add(`${number}.xml`, [data]));
        }
        return zipOf(files, now().toISOString());
      }),
    );
    return { type: "application/zip", name: `${config.filePrefix}-Rechnungen.zip`, bytes };
  }),
];
