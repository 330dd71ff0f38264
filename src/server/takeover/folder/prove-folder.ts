import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BrokenFolder } from "./broken-folder.ts";
import { manifestDigest, FolderManifest, folderFormat, type KeptFile } from "./folder-manifest.ts";
import { isWhole, type FetchedPicture } from "./picture-files.ts";

/** The lines of a file, one after the other; a line ends with a line feed and nothing else (texts may hold U+2028). */
export async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of createReadStream(path, "utf8")) {
    const lines = (rest + String(piece)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

/** Reads the description of the folder; null where no fetch into the folder has ended. @throws BrokenFolder */
export function readManifest(folder: string): FolderManifest | null {
  const path = join(folder, "manifest.json");
  if (!existsSync(path)) return null;
  const { digest, ...said } = parsed(path);
  if (said["format"] !== folderFormat)
    throw new BrokenFolder(
      `${folder} hat das Format ${String(said["format"])}. Dieses Magazin liest das Format ${folderFormat}: Bitte das Magazin nehmen, das ihn geschrieben hat, oder in einen neuen Ordner holen.`,
    );
  const { data } = FolderManifest.safeParse(said);
  if (data === undefined || manifestDigest(data) !== digest) throw new BrokenFolder(`${path} ist verändert.`);
  return data;
}

function parsed(path: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  } catch {
    throw new BrokenFolder(`${path} ist verändert.`);
  }
}

/** Reads a whole folder to its last byte, pictures too, and answers its manifest. @throws BrokenFolder where one byte is another */
export async function proveFolder(folder: string): Promise<FolderManifest> {
  const manifest = readManifest(folder);
  if (manifest === null) throw new BrokenFolder(`In ${folder} ist nichts zu Ende geholt.`);
  for (const file of manifest.files) await proveFile(join(folder, manifest.data), file);
  const pictures = join(folder, "pictures");
  for await (const line of linesOf(join(folder, manifest.data, "pictures.jsonl"))) {
    const picture = JSON.parse(line) as FetchedPicture;
    if ("sha256" in picture && !(await isWhole(pictures, picture.sha256)))
      throw new BrokenFolder(
        `Das Bild ${join(pictures, picture.sha256.slice(0, 2), picture.sha256)} fehlt oder ist verändert.`,
      );
  }
  return manifest;
}

async function proveFile(data: string, { name, sha256 }: KeptFile): Promise<void> {
  const path = join(data, name);
  if (!existsSync(path)) throw new BrokenFolder(`${path} fehlt.`);
  const sum = createHash("sha256");
  for await (const piece of createReadStream(path)) sum.update(piece as Uint8Array);
  if (sum.digest("hex") !== sha256) throw new BrokenFolder(`${path} ist verändert.`);
}
