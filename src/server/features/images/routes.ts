import * as images from "#contract/calls/images.ts";
import { answer } from "#server/http/answers.ts";
import type { PictureStore } from "#server/storage/pictures.ts";
import { acceptPicture, deleteImage, keepPicture, removeUnused, setViewed } from "./mutations.ts";
import { fileOfImage, imageById } from "./queries.ts";

export const imageRoutes = [
  answer(images.uploadImage, async ({ db, scope, body, file, pictures, origin, gone }) => {
    const picture = await acceptPicture(file, gone);
    try {
      const id = await keepPicture(db, scope.userId, pictures, body.box_id, picture);
      return await imageById(db.read, scope, id, origin);
    } catch (error) {
      await removeUnused(db, pictures, [picture.sha256]);
      throw error;
    }
  }),
  answer(images.editImage, async ({ db, scope, id, body, origin }) => {
    await db.write((tx) => setViewed(tx, id, body.viewed));
    return imageById(db.read, scope, id, origin);
  }),
  answer(images.deleteImage, async ({ db, scope, id, pictures }) => {
    const file = await db.write((tx) => deleteImage(tx, scope.userId, id));
    await removeUnused(db, pictures, [file]);
  }),
  answer(images.imageFile, async ({ db, scope, id, pictures }) => {
    const { sha256, content_type } = await fileOfImage(db.read, scope, id);
    const name = `Bild-${id}.${content_type.split("/")[1]}`;
    return { type: content_type, name, ...(await shown(pictures, sha256, "whole")) };
  }),
  answer(images.imagePreview, async ({ db, scope, id, pictures }) => {
    const { sha256 } = await fileOfImage(db.read, scope, id);
    return { type: "image/jpeg", name: `Bild-${id}-klein.jpeg`, ...(await shown(pictures, sha256, "preview")) };
  }),
];

async function shown(pictures: PictureStore, sha256: Buffer, kind: "whole" | "preview") {
  const tag = `${sha256.toString("hex")}-${kind}`;
  return { bytes: await pictures.open(sha256, kind), tag, isPicture: true };
}
