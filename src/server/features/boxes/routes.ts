import * as boxes from "#contract/calls/boxes.ts";
import { boxSheet } from "#contract/sheets/boxes.ts";
import { berlinDay } from "#rules/dates.ts";
import { toPage } from "#rules/lists/paging.ts";
import { maxSheetRows } from "#rules/lists/sheet-limit.ts";
import type { Reader } from "#server/database/database.ts";
import { barcodePicture } from "#server/documents/codes/code-pictures.ts";
import { answer, answerChange, type Call } from "#server/http/answers.ts";
import { drawnPicture } from "#server/http/send-file.ts";
import { removeUnused } from "#server/features/images/mutations.ts";
import { markBoxes } from "#server/features/marking/mutations.ts";
import { answerSheet, refuseMoreThan } from "#server/exports/answer-sheet.ts";
import { createKeptBoxes, deleteBox, destroyMarked, editBox } from "./mutations.ts";
import { boxById, boxesById, codeOfBox, idsOfBoxes, listOfBoxes, overviewOfBoxes } from "./queries.ts";

const boxesAtOnce = 1000;

/** Every box of a list: its ids are found once, as a search or a deep page takes as long for one box as for all. */
async function* everyBox({ db, scope, query }: Pick<SheetCall, "scope" | "query"> & { db: Reader }) {
  const { boxes: ids, count } = await idsOfBoxes(db, scope, query, maxSheetRows);
  refuseMoreThan(count);
  for (let at = 0; at < ids.length; at += boxesAtOnce) yield boxesById(db, scope, ids.slice(at, at + boxesAtOnce));
}
type SheetCall = Call<typeof boxes.sheetOfBoxes>;

type Destroying = Pick<Call<typeof boxes.destroyMarked>, "change" | "scope" | "query" | "now">;

const destroyEveryMarked = ({ change, scope, query, now }: Destroying) =>
  change(
    (tx) => destroyMarked(tx, scope.userId, berlinDay(now()), { until: query.marked_until, reason: query.reason }),
    async (db, { boxes: ids, moment, kept, held }) => {
      const destroyed = await boxesById(db, scope, ids);
      return { ...toPage(destroyed, destroyed.length, {}), destruction: moment, kept, held };
    },
  );

export const boxRoutes = [
  answer(boxes.listBoxes, ({ db, scope, query }) => listOfBoxes(db.read, scope, query)),
  answerSheet(boxes.sheetOfBoxes, {
    of: boxes.listBoxes,
    sheet: boxSheet,
    rows: everyBox,
    about: ({ owner }) => ({ customer: owner }),
  }),
  answer(boxes.boxesOverview, ({ db, scope }) => overviewOfBoxes(db.read, scope)),
  answer(boxes.getBox, ({ db, scope, id, origin }) => boxById(db.read, scope, id, origin)),
  answer(boxes.createBoxes, ({ change, scope, body, now }) => {
    const { owner, owner_id, start, amount, size, retention_class: retentionClass, begins } = body;
    const customerId = owner_id ?? (typeof owner === "object" ? owner.id : owner) ?? 0;
    const kept = { retentionClass: retentionClass ?? undefined, begins: begins ?? undefined, today: berlinDay(now()) };
    return change(
      (tx) => createKeptBoxes(tx, scope.userId, { customerId, start, amount, size }, kept),
      (db, ids) => boxesById(db, scope, ids),
    );
  }),
  answerChange(
    boxes.editBox,
    ({ scope, id, body, now }, commit) => commit((tx) => editBox(tx, scope.userId, id, { ...body, now: now() })),
    ({ db, scope, id, origin }) => boxById(db, scope, id, origin),
  ),
  answer(boxes.markBoxes, ({ change, scope, body }) =>
    change(async (tx) => ({ marked: await markBoxes(tx, scope.userId, body.boxes) })),
  ),
  answer(boxes.destroyMarked, destroyEveryMarked),
  answer(boxes.postDestroyMarked, destroyEveryMarked),
  answer(boxes.deleteBox, async ({ db, change, scope, id, pictures }) => {
    const files = await change((tx) => deleteBox(tx, scope.userId, id));
    await removeUnused(db, pictures, files);
  }),
  answer(boxes.boxBarcode, async ({ db, scope, id }) => {
    const code = await codeOfBox(db.read, scope, id);
    return drawnPicture(`${code}.png`, await barcodePicture(code));
  }),
];
