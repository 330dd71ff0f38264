import { sql } from "kysely";
import { BoxState } from "#rules/box-state.ts";
import { HistoryKind } from "#rules/history.ts";
import { refused } from "#rules/texts/refusal-texts.ts";
import { changeBox } from "#server/database/box-changes.ts";
import type { Database, Reader, Transaction } from "#server/database/database.ts";
import { badInput, notFound, Refusal, refuse } from "#server/http/errors.ts";
import { NoPicture, type Picture, type PictureStore, readPicture, type StoredFile } from "#server/storage/pictures.ts";

/** Nobody adds and removes the same picture's file at the same moment. */
async function lockFile(tx: Transaction, sha256: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sha256.readInt32BE(0)}, ${sha256.readInt32BE(4)})`.execute(tx);
}

async function tryLockFile(tx: Transaction, sha256: Buffer): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(${sha256.readInt32BE(0)}, ${sha256.readInt32BE(4)}) as mine`.execute(tx);
  return rows[0]?.mine === true;
}

async function isUsed(tx: Transaction, sha256: Buffer): Promise<boolean> {
  return (
    (await tx.selectFrom("images").select("id").where("sha256", "=", sha256).limit(1).executeTakeFirst()) !== undefined
  );
}

/** An uploaded file as a picture; a 400 for the field `image` that says why it is none. */
export async function acceptPicture(file: Buffer | null): Promise<Picture> {
  if (!file || file.length === 0) throw badInput({ image: [refused.noPicture] });
  try {
    return await readPicture(file);
  } catch (error) {
    if (!(error instanceof NoPicture)) throw error;
    const reasons = { type: refused.noPicture, broken: refused.brokenPicture, huge: refused.hugePicture };
    throw badInput({ image: [reasons[error.reason]] });
  }
}

/** Keeps a picture of a box: the file first, then the row, so that no row is ever without its file. Answers the image's id. */
export async function addImage(
  tx: Transaction,
  userId: number,
  store: PictureStore,
  boxId: number,
  picture: Picture,
): Promise<number> {
  const box = await lockBox(tx, boxId);
  if (!box) throw badInput({ box_id: [refused.unknownBox] });
  refuseDestroyed(box.state);
  await lockFile(tx, picture.sha256);
  await putFile(store, picture);
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
      if (!(await isUsed(tx, sha256))) await store.delete(sha256);
    });
  }
}

/** The files of a page that no image has. An upload may be about to give one of them its row. */
export async function leftAmong(db: Reader, page: readonly StoredFile[]): Promise<StoredFile[]> {
  const named = page.flatMap(({ sha256, part }) => (sha256 && !part ? [sha256] : []));
  const { rows } = await sql<{ sha256: Buffer }>`
    select distinct named.sha256 from unnest(${named}::bytea[]) as named (sha256)
    where exists (select from images where images.sha256 = named.sha256)`.execute(db);
  const used = new Set(rows.map(({ sha256 }) => sha256.toString("hex")));
  return page.filter(({ sha256, part }) => !sha256 || part || !used.has(sha256.toString("hex")));
}

/** When a sweep ends early, and what it leaves alone: files written since `before`, which an upload may still be about. */
export interface Sweep {
  readonly before: Date;
  readonly signal?: AbortSignal;
}

/**
 * Removes what broken-off uploads and deletions left behind; answers how many files. Safe beside uploads of the same picture on
 * any server that shares the folder: whoever has the file's lock has put it there and has committed its row, or does so afterwards.
 */
export async function sweepPictures(db: Database, store: PictureStore, { before, signal }: Sweep): Promise<number> {
  let removed = 0;
  for await (const page of store.pages()) {
    for (const file of await leftAmong(db.read, page)) {
      if (signal?.aborted) return removed;
      const written = file.sha256 && (await store.written(file));
      if (written && written < before && (await removeLeft(db, store, file, before))) removed++;
    }
  }
  return removed;
}

async function removeLeft(db: Database, store: PictureStore, file: StoredFile, before: Date): Promise<boolean> {
  const { sha256, part } = file;
  if (!sha256) return false;
  return db.write(async (tx) => {
    if (!(await tryLockFile(tx, sha256))) return false; // somebody is at work on it
    const written = await store.written(file);
    if (!written || written >= before) return false;
    if (!part && (await isUsed(tx, sha256))) return false;
    await store.remove(file);
    return true;
  });
}

function lockBox(tx: Transaction, id: number) {
  return tx.selectFrom("boxes").select(["state", "customer_id"]).where("id", "=", id).forUpdate().executeTakeFirst();
}

function refuseDestroyed(state: BoxState): void {
  if (state === BoxState.destroyed) throw refuse(refused.destroyedImages);
}
