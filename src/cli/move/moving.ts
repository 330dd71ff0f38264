import type { Database } from "#server/database/database.ts";
import { type KeptPicture, keptPictures } from "#server/database/jobs/kept-pictures.ts";
import { eachOf } from "#server/backup/verify.ts";
import { WrongPicture } from "#server/storage/pictures.ts";
import type { FileStores } from "#server/storage/stores.ts";

/** What moves, and who is told. */
export interface Moving {
  readonly db: Database;
  readonly from: FileStores;
  readonly to: FileStores;
  /** Whether new files come to the target already: what lies there is then never older than what is copied. */
  readonly isInUse: boolean;
  readonly copied: () => void;
  readonly lost: (sentence: string) => void;
}

/** Pictures that are copied side by side: each waits for the disk or the network most of the time. */
const atOnce = 4;

/** Copies the pictures that rows have and the target lacks, and proves each there; answers how many. @throws StoreUnavailable */
export async function copyPictures(moving: Moving): Promise<number> {
  let count = 0;
  await eachOf(lackingAt(moving), atOnce, async (kept) => {
    if (!(await copyPicture(moving, kept))) return;
    count++;
    moving.copied();
  });
  return count;
}

async function* lackingAt({ db, to: { pictures } }: Moving): AsyncGenerator<KeptPicture> {
  const lying = pictures.inOrder();
  for (let page = await keptPictures(db.read); page.length > 0; page = await keptPictures(db.read, page.at(-1)))
    for (const picture of page) {
      const lies = await lying(picture.sha256);
      if ((await pictures.faultOf(picture.sha256, picture.bytes, false, lies)) !== null) yield picture;
    }
}

async function copyPicture({ db, from, to, lost }: Moving, { sha256, bytes }: KeptPicture): Promise<boolean> {
  try {
    await to.pictures.copyFrom(from.pictures, sha256, bytes);
    return true;
  } catch (error) {
    if (!(error instanceof WrongPicture)) throw error;
    // somebody may have deleted it meanwhile
    const row = db.read.selectFrom("used_pictures").select("bytes").where("sha256", "=", sha256).limit(1);
    if (await row.executeTakeFirst()) lost(error.message);
    return false;
  }
}

/** Copies the packages of the app that the target lacks, or has otherwise where nobody uses it yet; answers how many. @throws StoreUnavailable */
export async function copyPackages({ db, from, to, isInUse, lost }: Moving): Promise<number> {
  const apps = await db.read.selectFrom("apps").select("file").where("file", "is not", null).orderBy("file").execute();
  let count = 0;
  for (const { file } of apps) {
    const there = await to.packages.digestOf(file ?? "");
    if (there !== null && (isInUse || there === (await from.packages.digestOf(file ?? "")))) continue;
    if (await to.packages.copyFrom(from.packages, file ?? "")) count++;
    else lost(`package ${file}: it is lost or changed while it was copied`);
  }
  return count;
}
