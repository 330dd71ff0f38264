import * as debitFiles from "#contract/calls/billing/debit-files.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { firstCollectionDay } from "#rules/billing/direct-debit/bank-days.ts";
import { berlinDay } from "#rules/dates.ts";
import { writeDirectDebits } from "#server/exports/direct-debits.ts";
import { routeHandler } from "#server/http/answers.ts";
import { createDebitFile, deleteDebitFile } from "./mutations.ts";
import { debitedInvoices, debitFileById, pageOfDebitFiles } from "./queries.ts";

export const debitFileRoutes = [
  routeHandler(debitFiles.listDebitFiles, ({ db, scope, query, now }) =>
    pageOfDebitFiles(db.read, scope, query, berlinDay(now())),
  ),
  routeHandler(debitFiles.createDebitFile, ({ change, scope, actor, body, config, now }) =>
    change(
      (tx) => createDebitFile(tx, actor, { until: body.until, first: firstCollectionDay(now(), config.sepaCutoff) }),
      (db, made) => debitFileById(db, scope, made),
    ),
  ),
  routeHandler(debitFiles.debitFile, async ({ db, scope, id, record }) => {
    const invoices = await debitedInvoices(db.read, scope, id);
    const { messageId, xml } = writeDirectDebits({ id, created: new Date(invoices[0]?.created ?? 0), invoices });
    const meta = { export: "directDebits" as const, from: id, to: id, amount: invoices.length };
    await record({ kind: AuditKind.exportMade, meta });
    return { type: "application/xml", name: `${messageId}.xml`, bytes: Buffer.from(xml) };
  }),
  routeHandler(debitFiles.deleteDebitFile, ({ change, actor, id }) => change((tx) => deleteDebitFile(tx, actor, id))),
];
