import { randomInt } from "node:crypto";
import type { Route } from "#contract/route.ts";
import * as services from "#contract/calls/services.ts";
import { showBoxCode } from "#rules/box-code.ts";
import { berlinDay } from "#rules/dates.ts";
import { refused } from "#rules/refusal-texts.ts";
import { contentImages } from "#server/documents/content-images.ts";
import type { DocumentData, DocumentName } from "#server/documents/press.ts";
import { answer, type Call, type FileReply } from "#server/http/answers.ts";
import { refuse } from "#server/http/errors.ts";
import type { PictureStore } from "#server/storage/pictures.ts";
import {
  archiveListOf,
  boxesOverviewOf,
  destroyListOf,
  destroyRequestOf,
  type FoundPicture,
  labelsOf,
  picturesOf,
  rowLabelsOf,
} from "./queries.ts";

type Asked = Pick<Call<Route>, "press" | "config" | "now" | "gone">;

/** A document as a download; its data as JSON, or as they are. */
async function pdf<Name extends DocumentName>(
  { press, config, now, gone }: Asked,
  file: string,
  name: Name,
  data: DocumentData<Name> | string,
): Promise<FileReply> {
  const printing = { provider: config.providerName, day: berlinDay(now()) };
  return { type: "application/pdf", name: file, bytes: await press.set(name, data, printing, gone) };
}

const signs = "abcdefghijklmnopqrstuvwxyz0123456789";
/** A random id of 6 characters (specification 7, 9). */
const randomId = () => Array.from({ length: 6 }, () => signs[randomInt(signs.length)]).join("");

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

export const serviceRoutes = [
  answer(services.printLabels, async (call) => {
    const labels = await labelsOf(call.db, call.scope, call.body.codes);
    return pdf(call, `${randomId()}.pdf`, "labelSheet", { start: call.body.start, labels });
  }),
  answer(services.printRowLabels, async (call) => {
    const rows = await rowLabelsOf(call.db, call.scope, call.body.rows);
    return pdf(call, `${randomId()}.pdf`, "rowLabelSheet", { start: call.body.start, rows });
  }),
  answer(services.archiveList, async (call) => {
    const data = await archiveListOf(call.db, call.scope, call.id, call.query);
    return pdf(call, `${call.config.filePrefix}-Archivliste.pdf`, "archiveList", data);
  }),
  answer(services.destroyList, async (call) => {
    const data = await destroyListOf(call.db, call.scope, call.id, call.query);
    return pdf(call, `${call.config.filePrefix}-Vernichtungsliste.pdf`, "destroyList", data);
  }),
  answer(services.destroyRequest, async (call) => {
    const year = Number(berlinDay(call.now()).slice(0, 4));
    const data = await destroyRequestOf(call.db, call.scope, call.id, year);
    return pdf(call, `${call.config.filePrefix}-Vernichtungsanfrage.pdf`, "destroyRequest", data);
  }),
  answer(services.customerOverview, async (call) => {
    const data = await boxesOverviewOf(call.db, call.scope, call.id, call.query);
    return pdf(call, `${call.config.filePrefix}-Boxenübersicht.pdf`, "boxesOverview", data);
  }),
  answer(services.contentImages, async ({ db, scope, id, query, pictures, config }) => {
    const found = await picturesOf(db, scope, id, query);
    await refuseLost(pictures, found);
    const bytes = contentImages(found, ({ sha256 }) => pictures.pieces(sha256));
    return { type: "application/zip", name: `${config.filePrefix}-Inhaltsbilder.zip`, bytes };
  }),
];
