import { createHash } from "node:crypto";
import type { ClientBase } from "pg";
import type { OpenFile } from "#server/storage/file-store.ts";
import type { PackageStore } from "#server/storage/packages.ts";
import { type PictureStore, WrongPicture } from "#server/storage/pictures.ts";
import type { BackupPlace } from "./backup-place.ts";
import type { PackageEntry } from "./manifest.ts";
import type { NamedFile } from "./read.ts";
import { runForEach } from "./verify.ts";

/** Where the files are that a backup names, and where they go. */
export interface Bringing {
  readonly pictures: PictureStore;
  readonly packages: PackageStore;
  readonly to: BackupPlace;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
}

/** Files that are copied side by side: each waits for the disk or the network most of the time. */
const atOnce = 8;
const pageLength = 1000;
const saidEvery = 200; // files

/** Brings the pictures that rows have to the place, those that it lacks; answers those that are lost. */
export async function bringPictures(client: ClientBase, { pictures, to, signal, say }: Bringing): Promise<string[]> {
  const missingFiles: string[] = [];
  const bring = async ({ sha256, bytes }: NamedFile) => {
    signal.throwIfAborted();
    try {
      await keep(to, sha256, await pictures.open(Buffer.from(sha256, "hex"), bytes));
    } catch (error) {
      if (!(error instanceof WrongPicture)) throw error;
      missingFiles.push(sha256);
    }
  };
  let fileCount = 0;
  await runForEach(missing(namedBy(client), to), atOnce, async (picture) => {
    await bring(picture);
    if (++fileCount % saidEvery === 0) say(`${fileCount.toLocaleString("en")} new pictures`);
  });
  return missingFiles;
}

/** Brings the packages of the app; answers them, and the names of those that are lost. */
export async function bringPackages(
  client: ClientBase,
  { packages, to, signal }: Bringing,
): Promise<{ packages: PackageEntry[]; lost: string[] }> {
  const { rows } = await client.query<{ file: string }>("select file from apps where file is not null order by 1");
  const packageFiles: PackageEntry[] = [];
  const missingFiles: string[] = [];
  for (const { file: name } of rows) {
    signal.throwIfAborted();
    const entry = await describe(name, await packages.open(name));
    const file = entry && (await packages.open(name));
    if (!entry || !file) {
      missingFiles.push(name);
      continue;
    }
    if (await to.place.has(to.fileOf(entry.sha256))) file.stream.destroy();
    else await keep(to, entry.sha256, file);
    packageFiles.push(entry);
  }
  return { packages: packageFiles, lost: missingFiles };
}

async function describe(name: string, file: OpenFile | null): Promise<PackageEntry | null> {
  if (!file) return null;
  const hash = createHash("sha256");
  for await (const piece of file.stream as AsyncIterable<Buffer>) hash.update(piece);
  return { name, bytes: file.length, sha256: hash.digest("hex") };
}

/** Keeps a file and reads it again, so that what a backup names is known to lie there as it is. */
async function keep(to: BackupPlace, sha256: string, { length, stream }: OpenFile): Promise<void> {
  try {
    await to.put(to.fileOf(sha256), stream as AsyncIterable<Buffer>);
  } finally {
    stream.destroy();
  }
  const fault = await to.faultOf(sha256, length);
  if (fault !== null) throw new Error(`${fault}, although it was written a moment ago.`);
}

/** A page of each table by its own index. */
const nextOf = (table: "images" | "delivery_proofs" | "digital_copies", which = "") => `(
  select sha256, min(bytes) as bytes from ${table} where sha256 > decode($1, 'hex') ${which} group by sha256 order by sha256 limit ${pageLength})`;

/** The pictures that rows have, each once, in the order of their SHA-256. */
async function* namedBy(client: ClientBase): AsyncGenerator<NamedFile> {
  for (let after = ""; ; ) {
    const { rows } = await client.query<NamedFile>(
      `select encode(p.sha256, 'hex') as sha256, min(bytes) as bytes from (${nextOf("images")} union all ${nextOf("delivery_proofs")}
        union all ${nextOf("digital_copies", "and deleted is null")}) p
       group by p.sha256 order by p.sha256 limit ${pageLength}`,
      [after],
    );
    yield* rows;
    after = rows.at(-1)?.sha256 ?? "";
    if (rows.length < pageLength) return;
  }
}

/** Those of them that do not lie there yet: both sides come in the same order, so that nobody remembers names. */
async function* missing(named: AsyncIterable<NamedFile>, to: BackupPlace): AsyncGenerator<NamedFile> {
  const there = to.files();
  let next = await there.next();
  for await (const picture of named) {
    const name = to.fileOf(picture.sha256);
    while (next.done !== true && next.value < name) next = await there.next();
    if (next.done === true || next.value !== name) yield picture;
  }
  await there.return(undefined);
}
