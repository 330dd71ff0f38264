import type { BackupPlace } from "./backup-place.ts";
import type { Manifest } from "./manifest.ts";
import { filesIn, type NamedFile } from "./read.ts";

/** A backup that was read to its end, and where it lies. */
export interface ProvenBackup {
  readonly name: string;
  readonly from: BackupPlace;
  readonly manifest: Manifest;
}

/** The files that a backup names and that were not lost before, each once. */
export async function* filesBeside({ name, from, manifest }: ProvenBackup): AsyncGenerator<NamedFile> {
  const missingFiles = new Set(manifest.lost);
  const { bytes, close } = await from.open(name);
  try {
    for await (const file of filesIn(bytes)) if (!missingFiles.has(file.sha256)) yield file;
  } finally {
    close();
  }
}

/** Returns the name that people use for a file. */
export const fileTitle = ({ name, sha256 }: NamedFile) =>
  name === undefined ? `picture ${sha256}` : `package ${name}`;

/** Does something with each of them, some side by side; when it throws, nothing is under way any more. */
export async function runForEach<T>(
  all: AsyncIterable<T>,
  atOnce: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  let some: T[] = [];
  for await (const one of all) {
    if (some.push(one) < atOnce) continue;
    await allOf(some.map(work));
    some = [];
  }
  await allOf(some.map(work));
}

async function allOf(works: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(works);
  const failure = results.find(({ status }) => status === "rejected");
  if (failure?.status === "rejected") throw failure.reason;
}

const atOnce = 4;

/** Reads every file that a backup names to its last byte, and reports each fault. */
export async function proveFiles(
  backup: ProvenBackup,
  report: (fault: string) => void,
  read: () => void,
): Promise<void> {
  await runForEach(filesBeside(backup), atOnce, async (file) => {
    const fault = await backup.from.faultOf(file.sha256, file.bytes);
    if (fault !== null) report(`${fileTitle(file)}: ${fault}`);
    read();
  });
}
