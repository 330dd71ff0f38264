import * as services from "#contract/calls/services.ts";
import { AuditKind } from "#rules/audit/audit.ts";
import { showBoxCode } from "#rules/box-code.ts";
import { refused } from "#rules/texts/refusal-texts.ts";
import { contentImages } from "#server/documents/content-images.ts";
import { print } from "#server/documents/print.ts";
import { answer, type Call } from "#server/http/answers.ts";
import { forbidden, refuse } from "#server/http/errors.ts";
import type { PictureStore } from "#server/storage/pictures.ts";
import { archiveListOf, boxesOverviewOf, type FoundPicture, picturesOf, seenCustomerCode } from "./queries.ts";

const statsAtOnce = 64;

/** A download that a lost file would break off in the middle is refused before it begins. */
async function refuseLost(store: PictureStore, pictures: readonly FoundPicture[]): Promise<void> {
  for (let at = 0; at < pictures.length; at += statsAtOnce) {
    const some = pictures.slice(at, at + statsAtOnce);
    const sizes = await Promise.all(some.map(({ sha256 }) => store.sizeOf(sha256)));
    const lost = some.find(({ bytes }, index) => sizes[index] !== bytes);
    if (lost) throw refuse(refused.lostPicture(showBoxCode(lost.code)));
  }
}

const rightsAge = 1000; // ms; a zip of many small pictures must not ask for each of them

/** Breaks a long download off when the caller has meanwhile lost the right to it: a download may take an hour. */
function rightTo({
  db,
  scopeNow,
  id,
  now,
}: Pick<Call<typeof services.contentImages>, "db" | "scopeNow" | "id" | "now">) {
  let asked = now().getTime();
  return async () => {
    const at = now().getTime();
    if (at - asked < rightsAge) return;
    asked = at;
    const scope = await scopeNow();
    if (!scope || (await seenCustomerCode(db.primary, scope, id)) === null) throw forbidden("signed_out");
  };
}

export const listRoutes = [
  answer(services.archiveList, async (call) => {
    const { data, customer } = await archiveListOf(call.db.read, call.scope, call.id, call.query);
    const about = { customer, meta: call.query };
    return print(call, `${call.config.filePrefix}-Archivliste.pdf`, "archiveList", data, about);
  }),
  answer(services.customerOverview, async (call) => {
    const { data, customer } = await boxesOverviewOf(call.db.read, call.scope, call.id, call.query);
    const about = { customer, meta: call.query };
    return print(call, `${call.config.filePrefix}-Boxenübersicht.pdf`, "boxesOverview", data, about);
  }),
  answer(services.contentImages, async (call) => {
    const { db, scope, id, query, pictures, config, record } = call;
    const { found, customer } = await picturesOf(db.primary, scope, id, query);
    await refuseLost(pictures, found);
    await record({ kind: AuditKind.zipMade, customer, meta: { ...query, amount: found.length } });
    const checkRight = rightTo(call);
    const bytes = contentImages(found, async function* ({ sha256 }) {
      await checkRight();
      yield* pictures.pieces(sha256);
    });
    return { type: "application/zip", name: `${config.filePrefix}-Inhaltsbilder.zip`, bytes };
  }),
];
