import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { objectId, type KindName, kindNames } from "#server/takeover/old-system/kinds.ts";
import { BrokenFolder } from "./broken-folder.ts";
import { LineFile } from "./line-file.ts";
import { type FolderManifest, folderFormat, hexDigest } from "./folder-manifest.ts";
import { type FetchedPicture, pictureKey, writeWhole } from "./picture-files.ts";
import { linesOf } from "./prove-folder.ts";

/** What a fetch into a folder was begun with. */
export interface FetchStart {
  readonly format: number;
  readonly address: string;
  readonly begun: string;
  readonly whole: boolean;
  readonly barcodes: boolean;
}

/** What is seen of an object in its list: as long as it stays the same, the object is not read again. */
export const entryDigest = (entry: string): string => hexDigest(entry).slice(0, 32);

/** The lines that a fetch has read so far, by kind; they outlive the process. */
export interface WorkLines {
  readonly begun: FetchStart;
  readonly lists: Readonly<Record<KindName, LineFile>>;
  readonly details: Readonly<Record<KindName, LineFile>>;
  /** Pictures by their address. */
  readonly pictures: LineFile;
  /** What cannot be read, by kind and id. */
  readonly faults: LineFile;
}

const workName = "fetching";
const begunName = "begun.json";

const linesIn = (folder: string, begun: FetchStart): WorkLines => {
  const file = (name: string) => new LineFile(join(folder, name));
  const each = (ending: string) =>
    Object.fromEntries(kindNames.map((kind) => [kind, file(`${kind}${ending}`)])) as Record<KindName, LineFile>;
  return { begun, lists: each(".list"), details: each(".detail"), pictures: file("pictures"), faults: file("faults") };
};

const filesOf = ({ lists, details, pictures, faults }: WorkLines) => [
  ...Object.values(lists),
  ...Object.values(details),
  pictures,
  faults,
];

export function closeWork(lines: WorkLines): void {
  for (const file of filesOf(lines)) file.close();
}

export function syncLines(lines: WorkLines): void {
  for (const file of filesOf(lines)) file.sync();
}

/** What a fetch that has not ended was begun with; null where there is none. @throws BrokenFolder */
export function readBegun(folder: string): FetchStart | null {
  const path = join(folder, workName, begunName);
  if (!existsSync(path)) return null;
  try {
    const begun = JSON.parse(readFileSync(path, "utf8")) as FetchStart;
    if (begun.format === folderFormat) return begun;
  } catch {
    throw new BrokenFolder(`${path} ist verändert.`);
  }
  throw new BrokenFolder(
    `${folder} wurde von einem anderen Magazin begonnen: Bitte mit jenem zu Ende holen, oder in einen neuen Ordner.`,
  );
}

/** Goes on with the fetch that was begun in a folder. @throws BrokenFolder where a line was changed */
export const openLines = (folder: string, begun: FetchStart): WorkLines => linesIn(join(folder, workName), begun);

/** Removes what a fetch had begun. */
export function dropLines(folder: string): void {
  rmSync(join(folder, workName, begunName), { force: true }); // without it the rest is nothing
  rmSync(join(folder, workName), { recursive: true, force: true });
}

/** Begins a fetch in a folder, on what the one before knows where it is not to be read whole. */
export async function beginLines(folder: string, begun: FetchStart, before: FolderManifest | null): Promise<WorkLines> {
  const unnamed = join(folder, `${workName}.unfinished`);
  rmSync(unnamed, { recursive: true, force: true });
  rmSync(join(folder, workName), { recursive: true, force: true });
  mkdirSync(unnamed, { recursive: true, mode: 0o700 });
  const lines = linesIn(unnamed, begun);
  if (before !== null && !begun.whole) await takeOver(join(folder, before.data), lines);
  syncLines(lines);
  closeWork(lines);
  writeWhole(join(unnamed, begunName), JSON.stringify(begun));
  renameSync(unnamed, join(folder, workName));
  return openLines(folder, begun);
}

async function takeOver(data: string, { lists, details, pictures }: WorkLines): Promise<void> {
  for (const kind of kindNames) {
    for await (const line of linesOf(join(data, `${kind}.list.jsonl`)))
      lists[kind].write(String(objectId(JSON.parse(line))), entryDigest(line), line);
    for await (const line of linesOf(join(data, `${kind}.jsonl`))) {
      const id = String(objectId(JSON.parse(line)));
      details[kind].write(id, lists[kind].seen(id) ?? "-", line);
    }
  }
  for await (const line of linesOf(join(data, "pictures.jsonl"))) {
    const picture = JSON.parse(line) as FetchedPicture;
    if ("sha256" in picture) pictures.write(pictureKey(picture.address), "-", line);
  }
}

const ours =
  /^(manifest\.json(\.unfinished)?|lock|data-\d+|pictures|fetching(\.unfinished)?|(report\.html|questions\.csv)(\.unfinished)?)$/;

/** Makes the folder where there is none. @throws BrokenFolder where something else lies in it */
export function openFetchFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const foreign = readdirSync(folder).find((name) => !ours.test(name));
  if (foreign !== undefined)
    throw new BrokenFolder(`In ${folder} liegt anderes (${foreign}): Bitte einen leeren Ordner nehmen.`);
}
