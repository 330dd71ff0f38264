import * as boxes from "#contract/calls/boxes.ts";
import { berlinDay } from "#rules/dates.ts";
import { toPage } from "#rules/lists/paging.ts";
import { barcodePicture } from "#server/documents/codes/code-pictures.ts";
import { answer, answerChange, type Call } from "#server/http/answers.ts";
import { drawnPicture } from "#server/http/send-file.ts";
import { removeUnused } from "#server/features/images/mutations.ts";
import { editMeta } from "#server/features/meta/mutations.ts";
import { createBoxes, deleteBox, destroyMarked, editBox } from "./mutations.ts";
import { boxById, boxesById, codeOfBox, listOfBoxes, overviewOfBoxes } from "./queries.ts";

type Destroying = Pick<Call<typeof boxes.destroyMarked>, "db" | "scope" | "query" | "now">;

async function destroyEveryMarked({ db, scope, query, now }: Destroying) {
  const ids = await db.write((tx) => destroyMarked(tx, scope.userId, berlinDay(now()), query.marked_until));
  const destroyed = await boxesById(db.read, scope, ids);
  return toPage(destroyed, destroyed.length, {});
}

export const boxRoutes = [
  answer(boxes.listBoxes, ({ db, scope, query }) => listOfBoxes(db.read, scope, query)),
  answer(boxes.boxesOverview, ({ db, scope }) => overviewOfBoxes(db.read, scope)),
  answer(boxes.getBox, ({ db, scope, id, origin }) => boxById(db.read, scope, id, origin)),
  answer(boxes.createBoxes, async ({ db, scope, body }) => {
    const { owner, owner_id, start, amount, size } = body;
    const customerId = owner_id ?? (typeof owner === "object" ? owner.id : owner) ?? 0;
    const ids = await db.write((tx) => createBoxes(tx, scope.userId, { customerId, start, amount, size }));
    return boxesById(db.read, scope, ids);
  }),
  answerChange(
    boxes.editBox,
    ({ db, scope, id, body, now }) => db.write((tx) => editBox(tx, scope.userId, id, { ...body, now: now() })),
    ({ db, scope, id, origin }) => boxById(db.read, scope, id, origin),
  ),
  answer(boxes.destroyMarked, destroyEveryMarked),
  answer(boxes.postDestroyMarked, destroyEveryMarked),
  answer(boxes.editMeta, ({ db, scope, body }) => db.write((tx) => editMeta(tx, scope.userId, body))),
  answer(boxes.deleteBox, async ({ db, scope, id, pictures }) => {
    const files = await db.write((tx) => deleteBox(tx, scope.userId, id));
    await removeUnused(db, pictures, files);
  }),
  answer(boxes.boxBarcode, async ({ db, scope, id }) => {
    const code = await codeOfBox(db.read, scope, id);
    return drawnPicture(`${code}.png`, await barcodePicture(code));
  }),
];
