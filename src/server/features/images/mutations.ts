import { sql } from "kysely";
import { BoxState } from "#rules/box-state.ts";
import { HistoryKind } from "#rules/history.ts";
import { refused } from "#rules/texts/refusal-texts.ts";
import { changeBox } from "#server/database/box-changes.ts";
import type { Database, Transaction } from "#server/database/database.ts";
import { badInput, notFound, Refusal, refuse } from "#server/http/errors.ts";
import { turns } from "#server/http/passwords.ts";
import { NoPicture, type Picture, type PictureStore, readPicture } from "#server/storage/pictures.ts";

/** Nobody adds and removes the same picture's file at the same moment. */
async function lockFile(tx: Transaction, sha256: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sha256.readInt32BE(0)}, ${sha256.readInt32BE(4)})`.execute(tx);
}

/** Decoding takes a thread and, for 50 megapixels, 200 MB: one after another, whoever sent them (decision 9). */
const decodeTurn = turns(1);

/** An uploaded file as a picture; a 400 for the field `image` that says why it is none. */
export async function acceptPicture(file: Buffer | null, gone: AbortSignal): Promise<Picture> {
  if (!file || file.length === 0) throw badInput({ image: [refused.noPicture] });
  try {
    return await decodeTurn(() => {
      gone.throwIfAborted();
      return readPicture(file);
    });
  } catch (error) {
    if (!(error instanceof NoPicture)) throw error;
    const reasons = { type: refused.noPicture, broken: refused.brokenPicture, huge: refused.hugePicture };
    throw badInput({ image: [reasons[error.reason]] });
  }
}

/**
 * Keeps a picture of a box: the file first, then the row, so that no row is ever without its file, and no lock waits for the disk.
 * Answers the image's id.
 */
export async function keepPicture(
  db: Database,
  userId: number,
  store: PictureStore,
  boxId: number,
  picture: Picture,
): Promise<number> {
  for (;;) {
    await putFile(store, picture);
    const id = await db.write((tx) => addImage(tx, userId, store, boxId, picture));
    if (id !== null) return id;
  }
}

/** Null where somebody who let go of the same picture has meanwhile removed its file. */
async function addImage(
  tx: Transaction,
  userId: number,
  store: PictureStore,
  boxId: number,
  picture: Picture,
): Promise<number | null> {
  const box = await lockBox(tx, boxId);
  if (!box) throw badInput({ box_id: [refused.unknownBox] });
  refuseDestroyed(box.state);
  await lockFile(tx, picture.sha256);
  if (!(await store.has(picture.sha256))) return null;
  const { sha256, contentType, bytes, width, height } = picture;
  const { id } = await tx
    .insertInto("images")
    .values({
      box_id: boxId,
      customer_id: box.customer_id,
      sha256,
      content_type: contentType,
      bytes: bytes.length,
      crc32: picture.crc32,
      width,
      height,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await changeBox(tx, { boxId, userId, kind: HistoryKind.imageChanged, meta: { from: null, to: "image" } });
  return id;
}

async function putFile(store: PictureStore, picture: Picture): Promise<void> {
  try {
    await store.put(picture);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ENOSPC" || code === "EDQUOT") throw new Refusal(refused.diskFull);
    throw error;
  }
}

export async function setViewed(tx: Transaction, id: number, viewed: boolean): Promise<void> {
  const { numUpdatedRows } = await tx.updateTable("images").set({ viewed }).where("id", "=", id).executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound();
}

/** Deletes an image's row; answers the file that may now be without one. */
export async function deleteImage(tx: Transaction, userId: number, id: number): Promise<Buffer> {
  const image = await tx.selectFrom("images").select("box_id").where("id", "=", id).executeTakeFirst();
  const box = image && (await lockBox(tx, image.box_id));
  if (!image || !box) throw notFound();
  refuseDestroyed(box.state);
  const gone = await tx.deleteFrom("images").where("id", "=", id).returning("sha256").executeTakeFirst();
  if (!gone) throw notFound();
  await changeBox(tx, {
    boxId: image.box_id,
    userId,
    kind: HistoryKind.imageChanged,
    meta: { from: "image", to: null },
  });
  return gone.sha256;
}

/** Removes files that no image has any more. To be called after the change that let go of them is committed. */
export async function removeUnused(db: Database, store: PictureStore, files: readonly Buffer[]): Promise<void> {
  for (const sha256 of files) {
    await db.write(async (tx) => {
      await lockFile(tx, sha256);
      const used = await tx.selectFrom("images").select("id").where("sha256", "=", sha256).limit(1).executeTakeFirst();
      if (!used) await store.delete(sha256);
    });
  }
}

function lockBox(tx: Transaction, id: number) {
  return tx.selectFrom("boxes").select(["state", "customer_id"]).where("id", "=", id).forUpdate().executeTakeFirst();
}

function refuseDestroyed(state: BoxState): void {
  if (state === BoxState.destroyed) throw refuse(refused.destroyedImages);
}
