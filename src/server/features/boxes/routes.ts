import * as boxes from "#contract/boxes.ts";
import { barcodePicture } from "#server/documents/pictures.ts";
import { answer } from "#server/http/answers.ts";
import { createBoxes, deleteBox } from "./mutations.ts";
import { boxById, boxesById, codeOfBox, listOfBoxes, overviewOfBoxes } from "./queries.ts";

export const boxRoutes = [
  answer(boxes.listBoxes, ({ db, scope, query }) => listOfBoxes(db, scope, query)),
  answer(boxes.boxesOverview, ({ db, scope }) => overviewOfBoxes(db, scope)),
  answer(boxes.getBox, ({ db, scope, id, origin }) => boxById(db, scope, id, origin)),
  answer(boxes.createBoxes, async ({ db, scope, body }) => {
    const { owner, owner_id, start, amount, size } = body;
    const customerId = owner_id ?? (typeof owner === "object" ? owner.id : owner) ?? 0;
    const ids = await db.write((tx) => createBoxes(tx, scope.userId, { customerId, start, amount, size }));
    return boxesById(db, scope, ids);
  }),
  answer(boxes.deleteBox, ({ db, scope, id }) => db.write((tx) => deleteBox(tx, scope.userId, id))),
  answer(boxes.boxBarcode, async ({ db, scope, id }) => {
    const code = await codeOfBox(db.read, scope, id);
    return { type: "image/png", bytes: await barcodePicture(code) };
  }),
];
