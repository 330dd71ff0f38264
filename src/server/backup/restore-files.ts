import { createHash } from "node:crypto";
import { previewOf } from "#server/storage/pictures.ts";
import type { FileStores } from "#server/storage/stores.ts";
import { BrokenBackup, type NamedFile } from "./read.ts";
import { gather } from "./tar.ts";
import { runForEach, filesBeside, fileTitle, type ProvenBackup } from "./verify.ts";

interface RestoringFiles {
  /** Where they go. */
  readonly stores: FileStores;
  /** Handles a file that is missing or damaged; where it throws, nothing more is restored. */
  readonly onFault: (sentence: string) => void;
  readonly onFile: () => void;
}

const atOnce = 2; // one more preview is made while a picture is read

/** Brings the pictures and packages that a backup names to their place. Those that are there already are proved and left alone. */
export async function restoreFiles(backup: ProvenBackup, { stores, onFault, onFile }: RestoringFiles): Promise<void> {
  const { pictures, place } = stores;
  const restorePicture = async (file: NamedFile) => {
    const sha256 = Buffer.from(file.sha256, "hex");
    if ((await pictures.faultOf(sha256, file.bytes, true)) === null) return;
    const bytes = await contentOf(backup, file, onFault);
    if (bytes) await pictures.put({ sha256, bytes, preview: await previewOf(bytes) });
  };
  const restorePackage = async (file: NamedFile, name: string) => {
    const fault = await backup.from.faultOf(file.sha256, file.bytes);
    if (fault !== null) onFault(`${fileTitle(file)}: ${fault}`);
    else await backup.from.read(backup.from.fileOf(file.sha256), (content) => place.put(`apps/${name}`, content));
  };
  await runForEach(filesBeside(backup), atOnce, async (file) => {
    await (file.name === undefined ? restorePicture(file) : restorePackage(file, file.name));
    onFile();
  });
}

/** All of a picture that lies beside a backup: it has 20 MB at most, a scanned PDF 100. */
async function contentOf(
  { from }: ProvenBackup,
  file: NamedFile,
  onFault: (sentence: string) => void,
): Promise<Buffer | null> {
  const { sha256, bytes } = file;
  try {
    const content = await from.read(from.fileOf(sha256), gather);
    const same = content.length === bytes && createHash("sha256").update(content).digest("hex") === sha256;
    if (same) return content;
    onFault(`${fileTitle(file)}: ${from.fileOf(sha256)} is not what was kept`);
  } catch (error) {
    if (!(error instanceof BrokenBackup)) throw error;
    onFault(`${fileTitle(file)}: ${error.message}`);
  }
  return null;
}
