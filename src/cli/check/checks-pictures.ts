import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import type { Database } from "#server/database/database.ts";
import { type KeptPicture, keptPictures } from "#server/database/jobs/kept-pictures.ts";
import { leftAmong } from "#server/features/stock/images/mutations.ts";
import type { ListedPicture, PictureStore } from "#server/storage/pictures.ts";
import type { Proof } from "./proof.ts";

const listLimit = 20;
/** Files that are looked at side by side: more do not make a disk faster. */
const looksAtOnce = 16;
/** ms; a younger file without a row may be an upload's that is under way. */
export const underWay = 60_000;

/**
 * Pictures lie outside the database: proves that every row has its file and preview, by their lengths or `deep` by every
 * byte. Rows and files come in the same order, some at a time: there may be millions.
 */
export async function provePictures(db: Database, store: PictureStore, deep: boolean): Promise<Proof> {
  const start = performance.now();
  let [checked, violations] = [0, 0];
  const first: string[] = [];
  const lying = store.inOrder();
  for (let page = await keptPictures(db.read); page.length > 0; page = await keptPictures(db.read, page.at(-1))) {
    checked += page.length;
    const pairs: [KeptPicture, ListedPicture][] = [];
    for (const picture of page) pairs.push([picture, await lying(picture.sha256)]);
    for (let at = 0; at < pairs.length; at += looksAtOnce) {
      const some = pairs.slice(at, at + looksAtOnce);
      const faults = await Promise.all(some.map(([kept, lies]) => faultOf(db, store, { kept, lies, deep })));
      for (const sentence of faults.flat()) {
        violations++;
        if (first.length < listLimit) first.push(sentence);
      }
    }
  }
  return {
    name: `every picture has its file and preview on disk, ${deep ? "byte for byte" : "in their full length"}`,
    over: "pictures",
    checked,
    violations,
    first,
    seconds: (performance.now() - start) / 1000,
  };
}

/** Files that no picture has: they take up room and harm nobody. */
export async function proveNothingLeft(db: Database, store: PictureStore, now: Date): Promise<Proof> {
  const start = performance.now();
  const before = new Date(now.getTime() - underWay);
  let [checked, violations] = [0, 0];
  const first: string[] = [];
  for await (const page of store.pages()) {
    checked += page.length;
    for (const file of await leftAmong(db.read, page)) {
      const modifiedAt = (await file.listed.facts())?.written;
      if (!modifiedAt || modifiedAt >= before) continue;
      violations++;
      const what = file.sha256 ? "belongs to no picture" : "is none of ours";
      if (first.length < listLimit) first.push(`file ${file.name} ${what}`);
    }
  }
  return {
    name: "every file has its picture",
    over: "files",
    checked,
    violations,
    first,
    seconds: (performance.now() - start) / 1000,
    warning: "left",
  };
}

interface Look {
  readonly kept: KeptPicture;
  readonly lies: ListedPicture;
  readonly deep: boolean;
}

/** Returns the faults of a picture, named by the boxes that have it. */
async function faultOf(db: Database, store: PictureStore, { kept, lies, deep }: Look): Promise<string[]> {
  const { sha256, bytes } = kept;
  if ((await store.faultOf(sha256, bytes, deep, lies)) === null) return [];
  // its file goes after its last row, and comes before its first one: whoever has a row now must have the file, too
  const images = await db.read
    .selectFrom("images")
    .innerJoin("boxes", "boxes.id", "images.box_id")
    .select(["images.id", "boxes.code"])
    .where("sha256", "=", sha256)
    .where("bytes", "=", bytes)
    .orderBy("boxes.code")
    .orderBy("images.id")
    .execute();
  const proofs = await db.read
    .selectFrom("delivery_proofs")
    .innerJoin("deliveries", "deliveries.id", "delivery_proofs.delivery_id")
    .select(["delivery_proofs.id", "deliveries.code"])
    .where("sha256", "=", sha256)
    .where("bytes", "=", bytes)
    .orderBy("delivery_proofs.id")
    .execute();
  const copies = await db.read
    .selectFrom("digital_copies")
    .innerJoin("deliveries", "deliveries.id", "digital_copies.delivery_id")
    .select(["digital_copies.id", "deliveries.code"])
    .where("sha256", "=", sha256)
    .where("bytes", "=", bytes)
    .where("deleted", "is", null)
    .orderBy("digital_copies.id")
    .execute();
  const fault = images.length + proofs.length + copies.length > 0 && (await store.faultOf(sha256, bytes, deep));
  if (!fault) return [];
  return [
    ...images.map(({ id, code }) => `${showBoxCode(code)}: picture ${id}: ${fault}`),
    ...proofs.map(({ id, code }) => `delivery ${showDeliveryCode(code)}: proof ${id}: ${fault}`),
    ...copies.map(({ id, code }) => `delivery ${showDeliveryCode(code)}: scan ${id}: ${fault}`),
  ];
}
