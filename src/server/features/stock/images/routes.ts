import * as images from "#contract/calls/stock/images.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import type { Transaction } from "#server/database/database.ts";
import { routeHandler, answerChange } from "#server/http/answers.ts";
import { acceptPicture, addImage, deleteImage, keepPictureBy, removeUnused, setViewed } from "./mutations.ts";
import { fileOfImage, imageById } from "./queries.ts";

export const imageRoutes = [
  routeHandler(images.uploadImage, async ({ db, change, scope, body, file, pictures, origin, gone }) => {
    const picture = await acceptPicture(file, scope.userId, gone);
    const add = (tx: Transaction) => addImage(tx, scope.userId, body.box_id, picture);
    return keepPictureBy(db, pictures, picture, (held) =>
      change(
        (tx) => held(tx, add),
        (reader, id) => imageById(reader, scope, id, origin),
      ),
    );
  }),
  answerChange(
    images.editImage,
    ({ id, body }, commit) => commit((tx) => setViewed(tx, id, body.viewed)),
    ({ db, scope, id, origin }) => imageById(db, scope, id, origin),
  ),
  routeHandler(images.deleteImage, async ({ db, change, scope, id, pictures }) => {
    const file = await change((tx) => deleteImage(tx, scope.userId, id));
    await removeUnused(db, pictures, [file]);
  }),
  routeHandler(
    images.imageFile,
    async ({ db, scope, id, pictures, record }) => {
      const { sha256, content_type, bytes, box, customer } = await fileOfImage(db.read, scope, id);
      await record({ kind: AuditKind.pictureOpened, customer, box, object: ["image", id] });
      const name = `Bild-${id}.${content_type.split("/")[1]}`;
      return { type: content_type, name, tag: sha256.toString("hex"), open: () => pictures.open(sha256, bytes) };
    },
    { current: true },
  ),
  routeHandler(
    images.imagePreview,
    async ({ db, scope, id, pictures }) => {
      const { sha256 } = await fileOfImage(db.read, scope, id);
      const [name, tag] = [`Bild-${id}-klein.jpeg`, `${sha256.toString("hex")}-preview`];
      return { type: "image/jpeg", name, tag, open: () => pictures.preview(sha256) };
    },
    { current: true },
  ),
];
