import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { BoxState } from "#rules/stock/box-state.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import * as refusedByServer from "#rules/texts/server-refusals.ts";
import { filesAreKept } from "#server/database/jobs/backup-locks.ts";
import { changeBox } from "#server/database/boxes/box-changes.ts";
import type { Database, Reader, Transaction } from "#server/database/database.ts";
import { badInput, notFound, Refusal, refuse } from "#server/http/errors.ts";
import { semaphore } from "#server/http/waiting/semaphore.ts";
import { NoPicture, type Picture, type PictureStore, readPicture, type StoredFile } from "#server/storage/pictures.ts";
import { StoreUnavailable } from "#server/storage/file-store.ts";

/** Two who look for claims of the same file and add their own take turns. */
async function lockFile(tx: Transaction, sha256: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sha256.readInt32BE(0)}, ${sha256.readInt32BE(4)})`.execute(tx);
}

/** Decoding takes a thread and, for 50 megapixels, 200 MB: one after another, whoever sent them (decision 9). */
const decodeTurn = semaphore(1);

/** An uploaded file as a picture; a 400 for the field `image` that says why it is none. */
export async function acceptPicture(file: Buffer | null, userId: number, gone: AbortSignal): Promise<Picture> {
  if (!file || file.length === 0) throw badInput({ image: [refused.noPicture] });
  try {
    return await decodeTurn(String(userId), async () => {
      gone.throwIfAborted();
      return readPicture(file);
    });
  } catch (error) {
    if (!(error instanceof NoPicture)) throw error;
    const reasons = { type: refused.noPicture, broken: refused.brokenPicture, huge: refused.hugePicture };
    throw badInput({ image: [reasons[error.reason]] });
  }
}

/** Thrown where somebody took a claim for a dead one's: after a jump of the clock, or of a process that stood still. */
class ClaimLost extends Error {}

/** Makes a row of a picture while its file is surely there. */
type PictureReference = <Row>(tx: Transaction, make: (tx: Transaction) => Promise<Row>) => Promise<Row>;

/** Parts of a file that are stored; a PDF is stored like a picture. */
type PutFile = Pick<Picture, "sha256" | "bytes" | "preview">;

/** Puts a picture's file and then keeps its row, by `keep`, so that no row is ever without its file. */
export const keepPicture = <Row>(
  db: Database,
  store: PictureStore,
  picture: PutFile,
  keep: (tx: Transaction) => Promise<Row>,
): Promise<Row> => keepPictureBy(db, store, picture, (held) => db.write((tx) => held(tx, keep)));

/**
 * The same where `write` makes the row, in a transaction of its own, by what it is given. Nobody removes the file in between, or it is
 * put again; it goes again where the row is refused.
 */
export async function keepPictureBy<T>(
  db: Database,
  store: PictureStore,
  picture: PutFile,
  write: (held: PictureReference) => Promise<T>,
): Promise<T> {
  for (;;) {
    const claim = await claimForWriting(db, picture.sha256);
    try {
      await putFile(store, picture);
      return await write(async (tx, make) => {
        if (!(await release(tx, claim))) throw new ClaimLost();
        return make(tx);
      });
    } catch (error) {
      if (error instanceof ClaimLost) continue;
      await db.write((tx) => release(tx, claim));
      if (!(error instanceof StoreUnavailable)) await removeUnused(db, store, [picture.sha256]); // or the hourly sweep does
      throw error;
    }
  }
}

/** Keeps the row of a picture whose file is there. Answers the image's id. */
export async function addImage(tx: Transaction, userId: number, boxId: number, picture: Picture): Promise<number> {
  const box = await lockBox(tx, boxId);
  if (!box) throw badInput({ box_id: [refused.unknownBox] });
  refuseDestroyed(box.state);
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

async function putFile(store: PictureStore, picture: PutFile): Promise<void> {
  try {
    await store.put(picture);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ENOSPC" || code === "EDQUOT") throw new Refusal(refusedByServer.diskFull);
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
  const removedImage = await tx.deleteFrom("images").where("id", "=", id).returning("sha256").executeTakeFirst();
  if (!removedImage) throw notFound();
  await changeBox(tx, {
    boxId: image.box_id,
    userId,
    kind: HistoryKind.imageChanged,
    meta: { from: "image", to: null },
  });
  return removedImage.sha256;
}

/**
 * Removes files that no image has any more. To be called after the change that let go of them is committed: that is done, also where
 * the files cannot be reached now, which the hourly sweep then removes.
 */
export async function removeUnused(db: Database, store: PictureStore, files: readonly Buffer[]): Promise<void> {
  for (const sha256 of files) {
    const claim = await db.write((tx) => claimForRemoval(tx, sha256));
    if (claim !== null) await whileClaimed(db, claim, () => store.delete(sha256)).catch(unlessAway);
  }
}

/**
 * Removes files under a claim. Where their place did not answer the claim goes by its age only: the removal may be carried out late, and
 * nobody shall have put the same file there by then.
 */
async function whileClaimed<T>(db: Database, claim: number, remove: () => Promise<T>): Promise<T> {
  try {
    const removal = await remove();
    await db.write((tx) => release(tx, claim));
    return removal;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) await db.write((tx) => release(tx, claim));
    throw error;
  }
}

function unlessAway(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error;
}

/** The files of a page that no row has. An upload may be about to give one of them its row. */
export async function leftAmong(db: Reader, page: readonly StoredFile[]): Promise<StoredFile[]> {
  const digests = page.flatMap(({ sha256, part }) => (sha256 && !part ? [sha256] : []));
  const { rows } = await sql<{ sha256: Buffer }>`
    select distinct named.sha256 from unnest(${digests}::bytea[]) as named (sha256)
    where exists (select from used_pictures u where u.sha256 = named.sha256)`.execute(db);
  const referencedDigests = new Set(rows.map(({ sha256 }) => sha256.toString("hex")));
  return page.filter(({ sha256, part }) => !sha256 || part || !referencedDigests.has(sha256.toString("hex")));
}

/** When a sweep ends early, and what it leaves alone: files written since `before`, which an upload may still be about. */
export interface Sweep {
  readonly before: Date;
  readonly signal?: AbortSignal;
}

/**
 * Removes what broken-off uploads and deletions left behind; answers how many files. It claims each of them as a deletion does, so
 * that an upload of the same picture on any server that shares the folder does not lose its file.
 */
export async function sweepPictures(db: Database, store: PictureStore, { before, signal }: Sweep): Promise<number> {
  await db.write((tx) => tx.deleteFrom("picture_claims").where(sql<boolean>`not ${claimCondition}`).execute());
  let removedCount = 0;
  for await (const page of store.pages()) {
    for (const file of await leftAmong(db.read, page)) {
      if (signal?.aborted) return removedCount;
      if (isOlder((await file.listed.facts())?.written, before) && (await removeLeft(db, store, file, before)))
        removedCount++;
    }
  }
  return removedCount;
}

const isOlder = (written: Date | null | undefined, before: Date) => written instanceof Date && written < before;

async function removeLeft(db: Database, store: PictureStore, file: StoredFile, before: Date): Promise<boolean> {
  const { sha256, part } = file;
  const claim = sha256 && (await db.write((tx) => claimForRemoval(tx, sha256, part)));
  if (claim === null) return false;
  return whileClaimed(db, claim, async () => {
    // again: since it was listed, the same picture may have come and gone, or come to stay
    if (!isOlder(await store.written(file), before)) return false;
    await store.remove(file);
    return true;
  });
}

/** Condition under which a claim still holds although its process has not ended it. The time is long enough for any disk, and a removal is brief. */
const claimCondition = sql<boolean>`at > now() - case when removing then interval '30 seconds' else interval '1 hour' end`;
const timeouts = 50; // ms; until a removal is looked for again

/** Claims a file that is about to be written, for an hour at most; waits while somebody removes it. Answers the id of the claim. */
export async function claimForWriting(db: Database, sha256: Buffer): Promise<number> {
  for (;;) {
    const claim = await db.write(async (tx) => {
      const claims = await claimsOf(tx, sha256);
      return claims.some(({ removing }) => removing) ? null : addClaim(tx, sha256, false);
    });
    if (claim !== null) return claim;
    await setTimeout(timeouts);
  }
}

/**
 * Claims a file that is about to be removed; null where an image has it, or somebody is at it, or a backup may still name it: then a
 * later sweep removes it. No image has a part of one.
 */
async function claimForRemoval(tx: Transaction, sha256: Buffer, part = false): Promise<number | null> {
  if (await filesAreKept(tx)) return null;
  const claims = await claimsOf(tx, sha256);
  if (claims.length > 0) return null;
  if (part) return addClaim(tx, sha256, true);
  const reference = await tx
    .selectFrom("used_pictures")
    .select("bytes")
    .where("sha256", "=", sha256)
    .limit(1)
    .executeTakeFirst();
  return reference ? null : addClaim(tx, sha256, true);
}

/** The claims of a file that hold; those that do not are gone for good, so that whoever made one notices. */
async function claimsOf(tx: Transaction, sha256: Buffer) {
  await lockFile(tx, sha256);
  await tx
    .deleteFrom("picture_claims")
    .where("sha256", "=", sha256)
    .where(sql<boolean>`not ${claimCondition}`)
    .execute();
  return tx.selectFrom("picture_claims").select("removing").where("sha256", "=", sha256).execute();
}

async function addClaim(tx: Transaction, sha256: Buffer, removing: boolean): Promise<number> {
  const claim = tx.insertInto("picture_claims").values({ sha256, removing }).returning("id");
  return (await claim.executeTakeFirstOrThrow()).id;
}

/** Makes claims hold from now on. */
export async function renewClaims(tx: Transaction, claims: readonly number[]): Promise<void> {
  await sql`update picture_claims set at = now() where id = any(${claims}::bigint[])`.execute(tx);
}

/** Lets go of claims; the hourly sweep removes their files where nothing has them. */
export async function releaseClaims(tx: Transaction, claims: readonly number[]): Promise<void> {
  await sql`delete from picture_claims where id = any(${claims}::bigint[])`.execute(tx);
}

/** Ends a claim and says whether it was still there. */
async function release(tx: Transaction, claim: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("picture_claims").where("id", "=", claim).executeTakeFirst();
  return numDeletedRows > 0n;
}

function lockBox(tx: Transaction, id: number) {
  return tx.selectFrom("boxes").select(["state", "customer_id"]).where("id", "=", id).forUpdate().executeTakeFirst();
}

function refuseDestroyed(state: BoxState): void {
  if (state === BoxState.destroyed) throw refuse(refused.destroyedImages);
}
