import * as boxes from "#contract/calls/boxes.ts";
import { berlinDay } from "#rules/dates.ts";
import { toPage } from "#rules/lists/paging.ts";
import { barcodePicture } from "#server/documents/codes/code-pictures.ts";
import { answer, answerChange, type Call } from "#server/http/answers.ts";
import { drawnPicture } from "#server/http/send-file.ts";
import { removeUnused } from "#server/features/images/mutations.ts";
import { markBoxes } from "#server/features/marking/mutations.ts";
import { createBoxes, deleteBox, destroyMarked, editBox } from "./mutations.ts";
import { boxById, boxesById, codeOfBox, listOfBoxes, overviewOfBoxes } from "./queries.ts";

type Destroying = Pick<Call<typeof boxes.destroyMarked>, "change" | "scope" | "query" | "now">;

const destroyEveryMarked = ({ change, scope, query, now }: Destroying) =>
  change(
    (tx) => destroyMarked(tx, scope.userId, berlinDay(now()), query.marked_until),
    async (db, { boxes: ids, moment }) => {
      const destroyed = await boxesById(db, scope, ids);
      return { ...toPage(destroyed, destroyed.length, {}), destruction: moment };
    },
  );

export const boxRoutes = [
  answer(boxes.listBoxes, ({ db, scope, query }) => listOfBoxes(db.read, scope, query)),
  answer(boxes.boxesOverview, ({ db, scope }) => overviewOfBoxes(db.read, scope)),
  answer(boxes.getBox, ({ db, scope, id, origin }) => boxById(db.read, scope, id, origin)),
  answer(boxes.createBoxes, ({ change, scope, body }) => {
    const { owner, owner_id, start, amount, size } = body;
    const customerId = owner_id ?? (typeof owner === "object" ? owner.id : owner) ?? 0;
    return change(
      (tx) => createBoxes(tx, scope.userId, { customerId, start, amount, size }),
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
