import * as batches from "#contract/calls/destruction/destruction-batches.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { berlinDay } from "#rules/dates.ts";
import { showBatch } from "#rules/destruction/batch-state.ts";
import { lastSeal } from "#server/database/seals/seal-days.ts";
import { attachmentOf } from "#server/documents/destruction-certificate.ts";
import { print } from "#server/exports/print.ts";
import { batchById } from "#server/database/destruction/batch-reads.ts";
import { knownCertificate } from "#server/database/destruction/known-certificate.ts";
import { routeHandler } from "#server/http/answers.ts";
import { notFound } from "#server/http/errors.ts";
import { storeBatchCertificate } from "./mutations.ts";
import { certificateData, certificateOf, requestOf } from "./queries.ts";

/** Returns the customer and the batch that a paper is about, for the audit trail. */
const about = (customer: number, id: number) => ({ customer, meta: { from: showBatch(id), to: showBatch(id) } });

export const certificateRoutes = [
  routeHandler(batches.certifyBatch, async (call) => {
    const { db, scope, id, config, origin, change } = call;
    const data = await certificateData(db.read, scope, id, config.providerName);
    const { digest } = attachmentOf(data);
    const address = data.number.replace("/", "-");
    const link = origin === "" ? null : `${origin}/verify/${address}?digest=${digest}`;
    const file = `${config.filePrefix}-Vernichtungsbescheinigung-${address}.pdf`;
    const { bytes } = await print(call, file, "destructionCertificate", { data, link }, about(data.customer.code, id));
    return change(
      (tx) => storeBatchCertificate(tx, scope, id, { number: data.number, bytes, digest }),
      async (reader) => {
        const batch = await batchById(reader, scope, id);
        if (!batch) throw notFound();
        return batch;
      },
    );
  }),
  routeHandler(
    batches.certificate,
    async ({ db, scope, id, config, record }) => {
      const { bytes, number, customer } = await certificateOf(db.read, scope, id);
      const { meta } = about(customer, id);
      await record({ kind: AuditKind.documentMade, customer, meta: { ...meta, document: "destructionCertificate" } });
      const name = `${config.filePrefix}-Vernichtungsbescheinigung-${number.replace("/", "-")}.pdf`;
      return { type: "application/pdf", name, bytes };
    },
    { current: true },
  ),
  routeHandler(batches.batchRequest, async (call) => {
    const { db, scope, id, now, origin, config } = call;
    const link = origin === "" ? null : `${origin}/destructions/${id}`;
    const { data, customer } = await requestOf(db.read, scope, { id, today: berlinDay(now()), link });
    const file = `${config.filePrefix}-Vernichtungsanfrage-${showBatch(id)}.pdf`;
    return print(call, file, "destroyRequest", data, { ...about(customer, id), seal: await lastSeal(db.read) });
  }),
  routeHandler(batches.verifyCertificate, async ({ db, query }) => {
    const certificate = await knownCertificate(db.read, query);
    if (!certificate) throw notFound();
    return certificate;
  }),
];
