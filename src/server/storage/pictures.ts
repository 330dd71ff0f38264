import { createHash, randomUUID } from "node:crypto";
import { access, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import sharp from "sharp";

export const maxPictureBytes = 20 * 1024 * 1024; // product 8
export const maxPixels = 50_000_000; // product 8
const previewSize = 400; // px, the longer side

const types = { jpeg: "image/jpeg", png: "image/png", webp: "image/webp" } as const;
type Format = keyof typeof types;

/** A picture as it is kept: upright, without metadata, with its small preview. */
export interface Picture {
  readonly sha256: Buffer;
  readonly contentType: (typeof types)[Format];
  readonly bytes: Buffer;
  readonly preview: Buffer;
  readonly crc32: number;
  readonly width: number;
  readonly height: number;
}

/** Why a file is no picture that we keep. */
export class NoPicture extends Error {
  readonly reason: "type" | "broken" | "huge";
  constructor(reason: "type" | "broken" | "huge") {
    super(`not a picture: ${reason}`);
    this.reason = reason;
  }
}

sharp.cache(false);
sharp.concurrency(1);
// an SVG or a PDF could fetch, run and grow without end: only these three are ever decoded
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"] });

/** What a file is by its first bytes, whatever its name says. */
export function formatOf(bytes: Buffer): Format | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "jpeg";
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return "png";
  if (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP") return "webp";
  return null;
}

/**
 * Reads an uploaded file as a picture: turned upright, without metadata (place, camera, names), with a preview.
 * @throws NoPicture when it is none, is broken, or has more than 50 megapixels.
 */
export async function readPicture(file: Buffer): Promise<Picture> {
  const format = formatOf(file);
  if (!format) throw new NoPicture("type");
  const limits = { limitInputPixels: maxPixels, failOn: "error" } as const;
  const { width, height } = await sharp(file, { limitInputPixels: false }).metadata().catch(broken);
  if (width * height > maxPixels) throw new NoPicture("huge");
  const upright = sharp(file, limits)
    .autoOrient()
    .toFormat(format, format === "png" ? {} : { quality: 90 });
  const { data, info } = await upright.toBuffer({ resolveWithObject: true }).catch(broken);
  const small = { width: previewSize, height: previewSize, fit: "inside", withoutEnlargement: true } as const;
  const preview = await sharp(data).resize(small).jpeg({ quality: 72 }).toBuffer().catch(broken);
  const sha256 = createHash("sha256").update(data).digest();
  return {
    sha256,
    contentType: types[format],
    bytes: data,
    preview,
    crc32: crc32(data),
    width: info.width,
    height: info.height,
  };
}

function broken(): never {
  throw new NoPicture("broken");
}

const pieceBytes = 256 * 1024;

/**
 * Pictures on disk under their SHA-256: `images/ab/abcd…` and `images/ab/abcd….preview`. A file is there whole or not at
 * all: it is written aside, synced, and renamed.
 */
export class PictureStore {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = path.join(dataDir, "images");
  }

  #file(sha256: Buffer): string {
    const name = sha256.toString("hex");
    return path.join(this.#folder, name.slice(0, 2), name);
  }

  /** @throws what the file system says, such as ENOSPC; nothing is left of the picture then. */
  async put({ sha256, bytes, preview }: Pick<Picture, "sha256" | "bytes" | "preview">): Promise<void> {
    const file = this.#file(sha256);
    const made = await mkdir(path.dirname(file), { recursive: true });
    if (made) await syncFolders(path.dirname(made), path.dirname(file)); // or a power failure takes the new folder away
    await writeWhole(`${file}.preview`, preview);
    await writeWhole(file, bytes);
  }

  /** A picture for reading, from disk as it is read; whoever does not read it to its end destroys the stream. */
  async open(sha256: Buffer, kind: "whole" | "preview"): Promise<{ length: number; stream: Readable }> {
    const file = await open(this.#file(sha256) + (kind === "preview" ? ".preview" : ""), "r");
    const { size } = await file.stat();
    if (size > 0) return { length: size, stream: file.createReadStream({ start: 0, end: size - 1 }) };
    await file.close();
    throw new Error(`The picture ${sha256.toString("hex")} is empty on disk.`);
  }

  /** Whether a picture and its preview are there. */
  async has(sha256: Buffer): Promise<boolean> {
    const file = this.#file(sha256);
    const missing = await Promise.all([access(file), access(`${file}.preview`)]).catch(() => true);
    return missing !== true;
  }

  /** A picture piece by piece, so that a large one does not stand in memory whole. */
  async *pieces(sha256: Buffer): AsyncGenerator<Buffer> {
    const file = await open(this.#file(sha256), "r");
    try {
      for (;;) {
        const { bytesRead, buffer } = await file.read({ buffer: Buffer.allocUnsafeSlow(pieceBytes) });
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  }

  /** How many bytes a picture has on disk; null where its file is gone. */
  async sizeOf(sha256: Buffer): Promise<number | null> {
    const found = await stat(this.#file(sha256)).catch(() => null);
    return found && found.size;
  }

  async delete(sha256: Buffer): Promise<void> {
    const file = this.#file(sha256);
    await rm(file, { force: true });
    await rm(`${file}.preview`, { force: true });
  }

  /**
   * The name of every file on disk: a SHA-256 in hex for a picture, the same with `.preview`, and with `.part` what a write
   * that was broken off left behind.
   */
  async *all(): AsyncGenerator<string> {
    for (const folder of await readdir(this.#folder).catch(() => [])) {
      yield* await readdir(path.join(this.#folder, folder)).catch(() => [folder]);
    }
  }
}

async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const aside = `${file}.${randomUUID()}.part`;
  try {
    const handle = await open(aside, "wx");
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(aside, file);
    await syncFolder(path.dirname(file));
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

/** Syncs the folders from `top` down to the one above `bottom`. */
async function syncFolders(top: string, bottom: string): Promise<void> {
  for (let folder = path.dirname(bottom); folder.length >= top.length; folder = path.dirname(folder)) {
    await syncFolder(folder);
    if (folder === top) return;
  }
}

/** Makes what was renamed in a folder outlive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return; // a folder cannot be opened there, and NTFS keeps its own journal
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
