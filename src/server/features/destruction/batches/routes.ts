import * as batches from "#contract/calls/destruction/destruction-batches.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { berlinDay } from "#rules/dates.ts";
import { showBatch } from "#rules/destruction/batch-state.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { Transaction } from "#server/database/database.ts";
import * as steps from "#server/features/destruction/steps/mutations.ts";
import { acceptPicture } from "#server/features/stock/images/mutations.ts";
import { routeHandler, answerChange, type Call } from "#server/http/answers.ts";
import { badInput } from "#server/http/errors.ts";
import { pdfFault } from "#server/storage/active-pdf.ts";
import { isPdf } from "#server/storage/pictures.ts";
import { attachLetter, createBatch, editBatch, type Letter } from "./mutations.ts";
import { batchOrNone, batchLetter, listOfBatches, pageOfLines } from "./queries.ts";

const maxLetterBytes = 10 * 1024 * 1024; // a letter of many pages, scanned in colour

/** The uploaded letter: a PDF as it is, or a picture as every other one. @throws a 400 for the field `image` */
async function acceptLetter({ file, scope, gone, body }: Call<typeof batches.attachLetter>): Promise<Letter> {
  if (!file || file.length === 0 || file.length > maxLetterBytes) throw badInput({ image: [refused.noLetter] });
  if (isPdf(file)) {
    const fault = pdfFault(file);
    if (fault) throw badInput({ image: [refused.wrongPdf[fault]] });
    return { ...body, type: "application/pdf", bytes: file };
  }
  const { contentType, bytes } = await acceptPicture(file, scope.userId, gone);
  return { ...body, type: contentType, bytes };
}

type Stepping = Pick<Call<typeof batches.proposeBatch>, "change" | "scope" | "id" | "now">;

/** Takes a step and answers the batch as it is then. */
const step = ({ change, scope, id, now }: Stepping, work: (tx: Transaction, today: string) => Promise<void>) =>
  change(
    (tx) => work(tx, berlinDay(now())),
    (db) => batchOrNone(db, scope, id),
  );

const letterEnding: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
};

export const batchRoutes = [
  routeHandler(batches.listBatches, ({ db, scope, query }) => listOfBatches(db.read, scope, query)),
  routeHandler(batches.getBatch, ({ db, scope, id }) => batchOrNone(db.read, scope, id)),
  routeHandler(batches.listBatchLines, ({ db, scope, id, query, now }) =>
    pageOfLines(db.read, scope, { ...query, id, today: berlinDay(now()) }),
  ),
  routeHandler(batches.createBatch, ({ change, scope, body, now }) =>
    change(
      (tx) => createBatch(tx, scope.userId, body, berlinDay(now())),
      (db, id) => batchOrNone(db, scope, id),
    ),
  ),
  answerChange(
    batches.editBatch,
    ({ scope, id, body, now }, commit) => commit((tx) => editBatch(tx, scope, id, body, berlinDay(now()))),
    ({ db, scope, id }) => batchOrNone(db, scope, id),
  ),
  routeHandler(batches.proposeBatch, (call) =>
    step(call, (tx, today) => steps.proposeBatch(tx, call.scope, call.id, today)),
  ),
  routeHandler(batches.decideBatch, (call) =>
    step(call, (tx, today) => steps.decideBatch(tx, call.scope, call.id, call.body, today)),
  ),
  routeHandler(batches.attachLetter, async (call) => {
    const letter = await acceptLetter(call);
    return step(call, (tx) => attachLetter(tx, call.scope, call.id, letter));
  }),
  routeHandler(
    batches.batchLetter,
    async ({ db, scope, id, record }) => {
      const { content_type: type, bytes, customer } = await batchLetter(db.read, scope, id);
      const number = showBatch(id);
      const meta = { document: "signedLetter", from: number, to: number } as const;
      await record({ kind: AuditKind.documentMade, customer, meta });
      return { type, name: `Freigabe-${number}.${letterEnding[type]}`, bytes };
    },
    { current: true },
  ),
  routeHandler(batches.confirmBatch, (call) =>
    step(call, (tx, today) => steps.confirmBatch(tx, call.scope, call.id, call.body.number, today)),
  ),
  routeHandler(batches.closeLines, (call) =>
    step(call, (tx, today) => steps.closeLines(tx, call.scope, call.id, { ...call.body, today })),
  ),
  routeHandler(batches.completeBatch, (call) =>
    step(call, (tx) => steps.completeBatch(tx, call.scope, call.id, call.body)),
  ),
  routeHandler(batches.abortBatch, (call) =>
    step(call, (tx) => steps.abortBatch(tx, call.scope, call.id, call.body.reason)),
  ),
];
