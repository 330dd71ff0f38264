import type { BackupPlace } from "./backup-place.ts";
import type { Manifest } from "./manifest.ts";
import { picturesIn } from "./read.ts";

/** A backup that was read to its end, and where it lies. */
export interface ProvenBackup {
  readonly name: string;
  readonly from: BackupPlace;
  readonly manifest: Manifest;
}

/** A file that lies beside a backup, as the backup knows it. */
export interface BesideFile {
  readonly sha256: string;
  readonly bytes: number;
  /** For people. */
  readonly what: string;
}

/** The pictures that a backup names and that were not lost before, each once. */
export async function* picturesBeside({ name, from, manifest }: ProvenBackup): AsyncGenerator<BesideFile> {
  const lost = new Set(manifest.lost);
  const file = await from.open(name);
  try {
    for await (const { sha256, bytes } of picturesIn(file.bytes))
      if (!lost.has(sha256)) yield { sha256, bytes, what: `picture ${sha256}` };
  } finally {
    file.close();
  }
}

/** Does something with each of them, some side by side; when it throws, nothing is under way any more. */
export async function eachOf<T>(all: AsyncIterable<T>, atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  let some: T[] = [];
  for await (const one of all) {
    if (some.push(one) < atOnce) continue;
    await allOf(some.map(work));
    some = [];
  }
  await allOf(some.map(work));
}

async function allOf(works: readonly Promise<void>[]): Promise<void> {
  const ended = await Promise.allSettled(works);
  const failed = ended.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

const atOnce = 4;

/** Reads every file that a backup names to its last byte, and tells each fault. */
export async function proveFiles(backup: ProvenBackup, told: (fault: string) => void, read: () => void): Promise<void> {
  const { from, manifest } = backup;
  const prove = async ({ sha256, bytes, what }: BesideFile) => {
    const fault = await from.faultOf(sha256, bytes);
    if (fault !== null) told(`${what}: ${fault}`);
    read();
  };
  await eachOf(picturesBeside(backup), atOnce, prove);
  for (const { name, sha256, bytes } of manifest.packages) await prove({ sha256, bytes, what: `package ${name}` });
}
