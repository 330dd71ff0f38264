import { createHash } from "node:crypto";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type KindName, kindNames } from "#server/takeover/old-system/kinds.ts";
import type { LineFile } from "./line-file.ts";
import { type FolderManifest, folderFormat, type KeptFile, manifestText } from "./folder-manifest.ts";
import { type FetchedPicture, sweepPictureFiles, writeWhole } from "./picture-files.ts";
import { dropLines, type WorkLines } from "./work-folder.ts";

const compare = new Intl.Collator("en", { numeric: true }).compare;

/** Data that are written about a fetch. Lines are written only for what is there at the end of the fetch. */
export interface FetchOutcome {
  /** By kind the ids that its list had at the end. */
  readonly ids: Readonly<Record<KindName, ReadonlySet<string>>>;
  /** Keys of the pictures that something names. */
  readonly pictures: ReadonlySet<string>;
  readonly program: string;
  readonly completed: string;
  readonly doubts: readonly string[];
}

/** Writes the lines of some keys, in the order of their keys. */
function writeLines(folder: string, name: string, from: LineFile, keys: Iterable<string>): KeptFile {
  const file = openSync(join(folder, name), "w", 0o600);
  const sum = createHash("sha256");
  let [lines, bytes] = [0, 0];
  try {
    for (const key of [...keys].sort(compare)) {
      const line = Buffer.from(`${from.read(key)}\n`);
      for (let at = 0; at < line.length; ) at += writeSync(file, line, at);
      sum.update(line);
      [lines, bytes] = [lines + 1, bytes + line.length];
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return { name, lines, bytes, sha256: sum.digest("hex") };
}

const numberOf = (data: string) => Number(data.slice("data-".length));
const dataFolders = (folder: string) => readdirSync(folder).filter((name) => /^data-\d+$/.test(name));

/** Says whether the last answer for an object was not an object. */
export const isFaulty = ({ details, faults, lists }: WorkLines, kind: KindName, id: string): boolean => {
  const seen = lists[kind].seen(id);
  return details[kind].seen(id) !== seen && faults.seen(`${kind}/${id}`) === seen;
};

/**
 * Ends a fetch: writes its files beside those of the one before, then the manifest, which makes them valid in one step, and then removes what
 * is not needed any more.
 */
export function completeFolder(folder: string, lines: WorkLines, outcome: FetchOutcome): FolderManifest {
  const data = `data-${Math.max(0, ...dataFolders(folder).map(numberOf)) + 1}`;
  mkdirSync(join(folder, data), { mode: 0o700 });
  const write = (name: string, from: LineFile, keys: Iterable<string>) =>
    writeLines(join(folder, data), name, from, keys);
  const files = kindNames.flatMap((kind) => [
    write(`${kind}.list.jsonl`, lines.lists[kind], outcome.ids[kind]),
    write(
      `${kind}.jsonl`,
      lines.details[kind],
      [...outcome.ids[kind]].filter((id) => lines.details[kind].seen(id) !== undefined && !isFaulty(lines, kind, id)),
    ),
  ]);
  files.push(write("pictures.jsonl", lines.pictures, outcome.pictures));
  const faults = kindNames.flatMap((kind) =>
    [...outcome.ids[kind]].filter((id) => isFaulty(lines, kind, id)).map((id) => `${kind}/${id}`),
  );
  files.push(write("faults.jsonl", lines.faults, faults));
  const kept = new Map<string, number>();
  for (const key of outcome.pictures) {
    const picture = JSON.parse(lines.pictures.read(key)) as FetchedPicture;
    if ("sha256" in picture) kept.set(picture.sha256, picture.bytes);
  }
  const { address, begun, whole, barcodes } = lines.begun;
  const manifest: FolderManifest = {
    format: folderFormat,
    program: outcome.program,
    address,
    begun,
    completed: outcome.completed,
    whole,
    barcodes,
    data,
    files,
    pictures: { files: kept.size, bytes: [...kept.values()].reduce((sum, bytes) => sum + bytes, 0) },
    doubts: [...outcome.doubts],
  };
  writeWhole(join(folder, "manifest.json"), manifestText(manifest));
  tidyFolder(folder, data, new Set(kept.keys()));
  return manifest;
}

/** Removes what belongs to no valid manifest. */
function tidyFolder(folder: string, data: string, kept: ReadonlySet<string>): void {
  for (const name of dataFolders(folder))
    if (name !== data && existsSync(join(folder, name))) rmSync(join(folder, name), { recursive: true });
  sweepPictureFiles(join(folder, "pictures"), kept);
  dropLines(folder);
}
