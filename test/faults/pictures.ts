import type pg from "pg";
import { provePictures } from "#cli/check/checks-pictures.ts";
import { Database } from "#server/database/database.ts";
import { readPicture } from "#server/storage/pictures.ts";
import { pictureFile } from "#test/support/factories.ts";
import type { Archive } from "./product.ts";
import type { NamedBox, Upload, Writing } from "./writing.ts";
import { openStores } from "#server/storage/stores.ts";

/** Adds a picture to a box and often removes it again; neither is repeated when it was cut off. */
export async function uploadPicture(writers: Writing, box: NamedBox): Promise<void> {
  const file = await pictureFile();
  const upload: Upload = { box, sha256: (await readPicture(file)).sha256.toString("hex") };
  if (writers.uploads.some(({ sha256 }) => sha256 === upload.sha256)) return; // by which it is found again
  writers.uploads.push(upload);
  const form = new FormData();
  form.set("box_id", String(box.id));
  form.set("image", new Blob([file]), "Bild.jpg");
  const image = await writers.post<{ id: number }>("/boximages/", form);
  if (!image) return;
  upload.image = image.id;
  if (Math.random() < 0.6) return;
  upload.deletion = "asked";
  if (await writers.remove(`/boximages/${image.id}/`)) upload.deletion = "done";
}

/** By box, how many entries its pictures have put into its history. */
export type Entries = ReadonlyMap<number, number>;

/** Every picture whole or not at all, acknowledged ones whole, with the file that belongs to each, byte for byte. */
export async function comparePictures(
  archive: Archive,
  { uploads }: Writing,
  client: pg.Client,
  complaints: string[],
): Promise<{ entries: Entries; whole: number; notAtAll: number }> {
  const { rows } = await client.query<{ id: string; box: string; name: string }>(
    "select id, box_id as box, encode(sha256, 'hex') as name from images",
  );
  const stored = new Map(rows.map(({ id, box, name }) => [name, { id: Number(id), box: Number(box) }]));
  const entries = new Map<number, number>();
  let [whole, notAtAll] = [0, 0];
  for (const { box, sha256, image, deletion } of uploads) {
    const found = stored.get(sha256);
    stored.delete(sha256);
    if (image === undefined && found) whole++;
    if (image === undefined && !found) notAtAll++;
    if (found && (found.box !== box.id || (image !== undefined && found.id !== image)))
      complaints.push("a picture is in another box than it was added to");
    if (!found && image !== undefined && !deletion) complaints.push(`picture ${image} of box ${box.code} is lost`);
    if (found && deletion === "done") complaints.push(`picture ${found.id} is there although it was deleted`);
    entries.set(box.id, (entries.get(box.id) ?? 0) + (found ? 1 : image === undefined ? 0 : 2));
  }
  if (stored.size > 0) complaints.push(`${stored.size} pictures are there that nobody sent`);
  complaints.push(...(await wrongFiles(archive)));
  return { entries, whole, notAtAll };
}

async function wrongFiles({ place, dataDir, storageUrl }: Archive): Promise<readonly string[]> {
  const db = new Database(place, { sizes: { reading: 1, writing: 1 } });
  try {
    const { pictures } = await openStores({ dataDir, storageUrl, storageAlsoUrl: undefined });
    return (await provePictures(db, pictures, true)).first;
  } finally {
    await db.close();
  }
}
