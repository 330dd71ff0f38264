import { readConfig } from "#server/config.ts";
import { openStore } from "#server/storage/open-store.ts";
import { expectAnswer, storesAt, type FileStores } from "#server/storage/stores.ts";
import type { FileStore } from "#server/storage/file-store.ts";
import { TwoStores } from "#server/storage/two-stores.ts";
import { absolute, sayWhy } from "#cli/backup/places.ts";
import { printProgress } from "#cli/backup/progress.ts";
import { type Command, CommandError } from "#cli/command.ts";
import type { Database } from "#server/database/database.ts";
import { type KeptPicture, keptPictures } from "#server/database/jobs/kept-pictures.ts";
import { runForEach } from "#server/backup/verify.ts";
import { WrongPicture } from "#server/storage/pictures.ts";

/** Things to move, and the callbacks to notify. */
interface Moving {
  readonly db: Database;
  readonly from: FileStores;
  readonly to: FileStores;
  /** True where new files reach the target already: a file there is then never older than a copied one. */
  readonly isInUse: boolean;
  readonly copied: () => void;
  readonly lost: (sentence: string) => void;
}

/** Pictures that are copied side by side: each waits for the disk or the network most of the time. */
const atOnce = 4;

/** Copies the pictures that rows have and the target lacks, and proves each there; answers how many. @throws StoreUnavailable */
async function copyPictures(moving: Moving): Promise<number> {
  let count = 0;
  await runForEach(lackingAt(moving), atOnce, async (kept) => {
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
async function copyPackages({ db, from, to, isInUse, lost }: Moving): Promise<number> {
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

const nameLimit = 20;
/** Rounds over all pictures: the second copies those that came during the first. What comes after the last is found in the old place. */
const rounds = 2;

export const movePictures: Command = {
  summary:
    "Copy all pictures and packages to another place while people work, and prove each there. Stopped, it goes on where it was.",
  usage: "--to FOLDER|URL",
  options: { to: { type: "string", help: "a folder, or s3://bucket/prefix?endpoint=https://…" } },
  asItIs: true,
  prepare(args) {
    const address = absolute(args.none().required("to"));
    const { dataDir, storageUrl = dataDir, storageAlsoUrl } = readConfig(process.env);
    return async ({ db }) => {
      const to = await openStore(address).catch(sayWhy);
      const [first, second] = [await openStore(storageUrl), storageAlsoUrl && (await openStore(storageAlsoUrl))];
      const sources = [first, second].filter((place) => place && place.addressOf("") !== to.addressOf(""));
      const from = combineStores(sources as FileStore[]);
      if (!from) throw new CommandError(`${to.address} is where files lie already: nothing has to move.`);
      for (const place of [from, to]) await expectAnswer(place).catch(sayWhy);
      const count = db.read
        .selectFrom("used_pictures")
        .select((of) => of.fn.count<string>("sha256").distinct().as("all"));
      const all = Number((await count.executeTakeFirst())?.all).toLocaleString("en");
      let pictures = 0;
      const missingFiles = new Set<string>();
      const moving: Moving = {
        db,
        from: storesAt(from),
        to: storesAt(to),
        isInUse: to.addressOf("") === first.addressOf(""),
        copied: () => printProgress(`${(++pictures).toLocaleString("en")} of ${all} pictures`),
        lost: (sentence) => missingFiles.add(sentence),
      };
      const packages = await copyPackages(moving).catch(sayWhy);
      for (let round = 0; round < rounds; round++) if ((await copyPictures(moving).catch(sayWhy)) === 0) break;
      console.log(`Copied and proven: ${pictures.toLocaleString("en")} of ${all} pictures, ${packages} packages.`);
      for (const sentence of [...missingFiles].slice(0, nameLimit)) console.error(sentence);
      if (missingFiles.size > 0)
        console.error(`${missingFiles.size} files are not whole where they lie: they were not copied.`);
      console.log(nextStep(moving, { old: second && moving.isInUse ? second : first, to }));
      return missingFiles.size === 0 ? 0 : 1;
    };
  },
};

function combineStores([first, second]: readonly FileStore[]): FileStore | undefined {
  return first && second ? new TwoStores(first, second) : first;
}

/** Says what the operator does now. */
function nextStep({ isInUse }: Moving, { old, to }: { readonly old: FileStore; readonly to: FileStore }): string {
  if (isInUse) return `Nothing needs ${old.address} any more: leave out STORAGE_ALSO_URL, and start the servers again.`;
  const settings = `STORAGE_URL='${display(to)}' and STORAGE_ALSO_URL='${display(old)}'`;
  return `Now set ${settings}, start the servers again, and call this once more for what came meanwhile.`;
}

const display = (place: FileStore) => place.addressOf("").replace(/\/$/, "");
