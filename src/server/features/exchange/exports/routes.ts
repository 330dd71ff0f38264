import { exportCustomer } from "#contract/calls/paper/services.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { showCustomerCode } from "#rules/stock/box-code.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { Snapshot } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { allSeals } from "#server/database/seals/seal-days.ts";
import { pictureEntries } from "#server/documents/content-images.ts";
import { type Spool, spoolFile, zipOf } from "#server/documents/sheets/spool.ts";
import { everyPage } from "#server/exports/answer-sheet.ts";
import { exportFiles } from "#server/exports/customer-export.ts";
import { pageOfInvoices } from "#server/database/billing/invoice-pages.ts";
import { routeHandler, type Call } from "#server/http/answers.ts";
import { callerLine } from "#server/http/waiting/caller-line.ts";
import { refuseLost, rightTo } from "#server/http/downloads/picture-downloads.ts";
import { refuse } from "#server/http/errors.ts";
import {
  aboutCustomer,
  boxRowsOf,
  exportEarlierHistory,
  exportedCustomer,
  exportedOriginals,
  type ExportedProof,
  exportedPictures,
  exportedProofs,
  historyOf,
  leavesOfHistory,
  linesOfTable,
} from "./queries.ts";

type ExportCall = Call<typeof exportCustomer>;

/** Says whether the caller may still export everything of the customer. */
const mayStill =
  ({ db, id }: Pick<ExportCall, "db" | "id">) =>
  (scope: Scope) =>
    exportedCustomer(db.read, scope, id).then(
      ({ may }) => may,
      () => false,
    );

/** Ends what is read as soon as nobody waits for it any more; answers what it answers. */
async function* whileWaited<T, R>(gone: AbortSignal, pieces: AsyncGenerator<T, R>): AsyncGenerator<T, R> {
  try {
    for (;;) {
      const piece = await pieces.next();
      if (piece.done) return piece.value;
      gone.throwIfAborted();
      yield piece.value;
    }
  } finally {
    await pieces.return(undefined as never); // what is broken off lets go of what it reads
  }
}

/** `nachweise/<Lieferung>/<Nummer>.png`, in the order of the deliveries. */
function namedProofs(proofs: readonly ExportedProof[]) {
  const numbers = new Map<number, number>();
  return proofs.map(({ delivery, content_type, ...proof }) => {
    const number = (numbers.get(delivery) ?? 0) + 1;
    numbers.set(delivery, number);
    const extension = content_type.replace("image/", "").replace("jpeg", "jpg");
    return { ...proof, name: `nachweise/${showDeliveryCode(delivery)}/${number}.${extension}` };
  });
}

async function make(db: Snapshot, spool: Spool, call: ExportCall) {
  const { scope, id, pictures, gone, now } = call;
  const { code, name, seesInvoices } = await exportedCustomer(db, scope, id);
  const customerPictures = await exportedPictures(db, scope, id);
  const proofs = namedProofs(await exportedProofs(db, scope, id));
  await refuseLost(pictures, customerPictures);
  const checkRight = rightTo(call, mayStill(call));
  const shas = customerPictures.map(({ sha256 }) => sha256.toString("hex"));
  const entries = pictureEntries(customerPictures, async function* ({ sha256 }) {
    await checkRight();
    yield* pictures.pieces(sha256);
  });
  const table = (of: Parameters<typeof linesOfTable>[3]) => whileWaited(gone, linesOfTable(db, scope, id, of));
  const { isStaff } = scope;
  const earlier = await exportEarlierHistory(db, scope, id);
  const result = await exportFiles(spool, {
    code,
    name,
    isStaff,
    taken: now().toISOString(),
    about: await aboutCustomer(db, scope, id),
    tables: {
      boxes: table("boxes"),
      contents: table("contents"),
      deliveries: table("deliveries"),
      holds: table("holds"),
    },
    boxes: whileWaited(gone, boxRowsOf(db, scope, id, false)),
    destroyed: whileWaited(gone, boxRowsOf(db, scope, id, true)),
    history: whileWaited(gone, historyOf(db, scope, id)),
    earlier: earlier && whileWaited(gone, earlier),
    leaves: whileWaited(gone, leavesOfHistory(db, scope, id)),
    invoices: seesInvoices
      ? {
          rows: everyPage((piece) => pageOfInvoices(db, scope, { customer: id, ...piece })),
          originals: await exportedOriginals(db, scope, id),
        }
      : null,
    seals: isStaff ? await allSeals(db) : null,
    proofs: proofs.map(({ name: file, sha256 }) => ({ name: file, pieces: pictures.pieces(sha256) })),
    pictures: entries.map((entry, at) => ({ ...entry, name: `bilder/${entry.name}`, sha256: shas[at] ?? "" })),
  });
  return { ...result, code };
}

export const exportRoutes = [
  routeHandler(
    exportCustomer,
    async (call) => {
      const { db, scope, id, exports, config, now, record } = call;
      const { may, code } = await exportedCustomer(db.read, scope, id);
      if (!may) throw refuse(refused.noRight);
      const bytes = await exports(callerLine(scope), () =>
        spoolFile(config.dataDir, async (spool) => {
          const result = await db.snapshot((reader) => make(reader, spool, call));
          await record({
            kind: AuditKind.exportMade,
            customer: code,
            meta: { export: "customer", amount: result.boxes },
          });
          return zipOf(result.files, now().toISOString());
        }),
      );
      return { type: "application/zip", name: `${config.filePrefix}-Export-${showCustomerCode(code)}.zip`, bytes };
    },
    { current: true },
  ),
];
