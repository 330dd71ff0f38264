import { createHash } from "node:crypto";
import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { hexDigest } from "./folder-manifest.ts";

/** Facts of a picture by its address: the SHA-256 under which its bytes lie, or the reason why there are none. */
export type FetchedPicture =
  | { readonly address: string; readonly sha256: string; readonly bytes: number; readonly type: string }
  | { readonly address: string; readonly fault: PictureFault };

/** `status-404` and its like: what the address answers. */
export type PictureFault = "elsewhere" | "call" | "empty" | "no-picture" | `status-${number}`;

/** The address of a picture, as it stands in an answer, as a key of lines: in one word. */
export const pictureKey = (address: string): string => encodeURIComponent(address.toWellFormed());

const unfinished = ".unfinished";
const placeOf = (pictures: string, hash: string) => join(pictures, hash.slice(0, 2), hash);

/** Writes a file so that under its name it is there whole or not at all. */
export function writeWhole(path: string, bytes: string | Uint8Array): void {
  const begun = `${path}${unfinished}`;
  const file = openSync(begun, "w", 0o600);
  try {
    const whole = Buffer.from(bytes as Uint8Array);
    for (let from = 0; from < whole.length; ) from += writeSync(file, whole, from);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(begun, path);
}

/** Keeps the bytes of a picture under their SHA-256, and answers it. */
export function writePicture(pictures: string, bytes: Uint8Array): string {
  const hash = hexDigest(bytes);
  const path = placeOf(pictures, hash);
  mkdirSync(join(pictures, hash.slice(0, 2)), { recursive: true, mode: 0o700 });
  if (!existsSync(path)) writeWhole(path, bytes);
  return hash;
}

/** Says whether the bytes of a picture are there and unchanged. */
export async function isWhole(pictures: string, hash: string): Promise<boolean> {
  const sum = createHash("sha256");
  try {
    for await (const piece of createReadStream(placeOf(pictures, hash))) sum.update(piece as Uint8Array);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
  return sum.digest("hex") === hash;
}

/** Removes files that no picture is made of any more, and what a kill left. */
export function sweepPictureFiles(pictures: string, kept: ReadonlySet<string>): void {
  if (!existsSync(pictures)) return;
  for (const folder of readdirSync(pictures))
    for (const name of readdirSync(join(pictures, folder))) if (!kept.has(name)) rmSync(join(pictures, folder, name));
}
