import { createHash } from "node:crypto";
import { type FileHandle, open, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { outsideTransaction } from "#server/database/outside-transaction.ts";
import { filesBelow, makeFolder, sizeOf, writeWhole } from "./disk.ts";
import { seal, unseal } from "./preview-seal.ts";

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

/** A file of the store that is not there, or not what was kept: nobody may be shown it. */
export class WrongPicture extends Error {}

/** An opened picture; whoever does not read it to its end destroys the stream. */
export interface OpenPicture {
  readonly length: number;
  readonly stream: Readable;
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
  outsideTransaction();
  const format = formatOf(file);
  if (!format) throw new NoPicture("type");
  const limits = { limitInputPixels: maxPixels, failOn: "error" } as const;
  const { width, height } = await sharp(file, { limitInputPixels: false }).metadata().catch(broken);
  if (width * height > maxPixels) throw new NoPicture("huge");
  const upright = sharp(file, limits)
    .autoOrient()
    .toFormat(format, format === "png" ? {} : { quality: 90 });
  const { data, info } = await upright.toBuffer({ resolveWithObject: true }).catch(broken);
  const preview = await previewOf(data);
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

/** The small picture of one that is kept. @throws NoPicture */
export async function previewOf(bytes: Buffer): Promise<Buffer> {
  outsideTransaction();
  const small = { width: previewSize, height: previewSize, fit: "inside", withoutEnlargement: true } as const;
  return sharp(bytes).resize(small).jpeg({ quality: 72 }).toBuffer().catch(broken);
}

function broken(): never {
  throw new NoPicture("broken");
}

const pieceBytes = 256 * 1024;

/**
 * Pictures on disk under their SHA-256: `images/ab/abcd…` and `images/ab/abcd….preview`. A file is there whole or not at
 * all: it is written aside, synced, and renamed. It is proved before its first byte is handed out.
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
    outsideTransaction();
    const file = this.#file(sha256);
    await makeFolder(path.dirname(file));
    await writeWhole(`${file}.preview`, seal(preview));
    await writeWhole(file, bytes);
  }

  /** A picture for reading. @throws WrongPicture where it is not there or is not the one of this length and SHA-256. */
  async open(sha256: Buffer, length: number): Promise<OpenPicture> {
    outsideTransaction();
    const file = await this.#prove(sha256, length);
    return { length, stream: file.createReadStream({ start: 0, end: length - 1 }) };
  }

  async #prove(sha256: Buffer, length: number): Promise<FileHandle> {
    const file = await open(this.#file(sha256), "r").catch(wrong(sha256));
    try {
      await expectContent(file, sha256, length).catch(wrong(sha256));
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** The small picture. @throws WrongPicture where it is not there or another one than was kept. */
  async preview(sha256: Buffer): Promise<Buffer> {
    outsideTransaction();
    const jpeg = unseal(await readFile(`${this.#file(sha256)}.preview`).catch(wrong(sha256)));
    return jpeg ?? wrong(sha256)(new Error("its preview is another one than was kept"));
  }

  /** A picture piece by piece, so that a large one does not stand in memory whole. */
  async *pieces(sha256: Buffer): AsyncGenerator<Buffer> {
    outsideTransaction();
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
    outsideTransaction();
    return sizeOf(this.#file(sha256));
  }

  async delete(sha256: Buffer): Promise<void> {
    outsideTransaction();
    const file = this.#file(sha256);
    await rm(file, { force: true });
    await rm(`${file}.preview`, { force: true });
  }

  /** What is wrong with a picture and its preview on disk: with their lengths, or `deep` with any byte; null if nothing is. */
  async faultOf(sha256: Buffer, length: number, deep: boolean): Promise<string | null> {
    outsideTransaction();
    const size = await this.sizeOf(sha256);
    if (size === null) return "its file is lost";
    if (size !== length) return `its file has ${size} bytes, not ${length}`;
    if ((await sizeOf(`${this.#file(sha256)}.preview`)) === null) return "its preview is lost";
    if (!deep) return null;
    try {
      await (await this.#prove(sha256, length)).close();
      await this.preview(sha256);
      return null;
    } catch (error) {
      if (error instanceof WrongPicture) return (error.cause as Error).message;
      throw error;
    }
  }

  /** The files on disk, some at a time, however many there are. */
  async *pages(): AsyncGenerator<StoredFile[]> {
    outsideTransaction();
    let page: StoredFile[] = [];
    for await (const name of filesBelow(this.#folder, pageLength)) {
      page.push(storedFile(name));
      if (page.length < pageLength) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  }

  /** When a file was written; null where it is gone. */
  async written({ name }: StoredFile): Promise<Date | null> {
    outsideTransaction();
    return (await stat(path.join(this.#folder, name)).catch(() => null))?.mtime ?? null;
  }

  async remove({ name }: StoredFile): Promise<void> {
    outsideTransaction();
    await rm(path.join(this.#folder, name), { force: true });
  }
}

/** A file below `images`. */
export interface StoredFile {
  readonly name: string;
  /** The picture that it belongs to; null for what is none of ours. */
  readonly sha256: Buffer | null;
  /** Whether a write has not ended yet, or was broken off. */
  readonly part: boolean;
}

const pageLength = 1000;

function storedFile(name: string): StoredFile {
  const [, hex, part] = /^[\da-f]{2}.([\da-f]{64})(?:\.preview)?(\.[\w-]+\.part)?$/.exec(name) ?? [];
  return { name, sha256: hex === undefined ? null : Buffer.from(hex, "hex"), part: part !== undefined };
}

/** What the disk says of a picture as the one error that is no fault of whoever asks. */
const wrong =
  (sha256: Buffer) =>
  (cause: Error): never => {
    throw new WrongPicture(`picture ${sha256.toString("hex")}: ${cause.message}`, { cause });
  };

/** Reads a file through before anybody is sent a byte of it: half a picture cannot be taken back. */
async function expectContent(file: FileHandle, sha256: Buffer, length: number): Promise<void> {
  const { size } = await file.stat();
  if (size !== length) throw new Error(`it has ${size} bytes, not ${length}`);
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, length));
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read({ buffer, position: at });
    if (bytesRead === 0) break; // cut since
    hash.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
  if (!hash.digest().equals(sha256)) throw new Error("its SHA-256 is another");
}
