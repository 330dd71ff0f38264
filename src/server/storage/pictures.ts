import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { outsideTransaction } from "#server/database/outside-transaction.ts";
import { type ListedFile, type OpenFile, type FileStore, StoreUnavailable } from "./file-store.ts";
import { sealPreview, unseal } from "./preview-seal.ts";

export const maxPictureBytes = 20 * 1024 * 1024; // product 8
const maxPixels = 50_000_000; // product 8
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
export class WrongPicture extends Error {
  readonly why: string;
  constructor(message: string, why: string, cause?: Error) {
    super(message, { cause });
    this.why = why;
  }
}

sharp.cache(false);
sharp.concurrency(1);
// an SVG or a PDF could fetch, run and grow without end: only these three are ever decoded
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"] });

/** Detects the format of a file by its first bytes, whatever its name says. */
export function detectFormat(bytes: Buffer): Format | null {
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
  const format = detectFormat(file);
  if (!format) throw new NoPicture("type");
  const limits = { limitInputPixels: maxPixels, failOn: "error" } as const;
  const { width, height } = await sharp(file, { limitInputPixels: false }).metadata().catch(failPicture);
  if (width * height > maxPixels) throw new NoPicture("huge");
  const upright = sharp(file, limits)
    .autoOrient()
    .toFormat(format, format === "png" ? {} : { quality: 90 });
  const { data, info } = await upright.toBuffer({ resolveWithObject: true }).catch(failPicture);
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

/**
 * A picture that is kept byte for byte as another archive had it, with a preview of ours.
 * @throws NoPicture when it is none, is broken, or has more than 50 megapixels.
 */
export async function readKeptPicture(bytes: Buffer): Promise<Picture> {
  outsideTransaction();
  const format = detectFormat(bytes);
  if (!format) throw new NoPicture("type");
  const { autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(failPicture);
  if (autoOrient.width * autoOrient.height > maxPixels) throw new NoPicture("huge");
  const sha256 = createHash("sha256").update(bytes).digest();
  const preview = await previewOf(bytes);
  return { sha256, contentType: types[format], bytes, preview, crc32: crc32(bytes), ...autoOrient };
}

/** Says whether a file begins like a PDF. */
export const isPdf = (bytes: Buffer) => bytes.toString("latin1", 0, 5) === "%PDF-";

/** The small picture of one that is kept; an empty one of a PDF, which nobody renders here (decision 130). @throws NoPicture */
export async function previewOf(bytes: Buffer): Promise<Buffer> {
  outsideTransaction();
  if (isPdf(bytes)) return Buffer.alloc(0);
  const small = { width: previewSize, height: previewSize, fit: "inside", withoutEnlargement: true } as const;
  return sharp(bytes).autoOrient().resize(small).jpeg({ quality: 72 }).toBuffer().catch(failPicture);
}

function failPicture(): never {
  throw new NoPicture("broken");
}

const folder = "images/";
const hexOf = (sha256: Buffer) => sha256.toString("hex");
/** Bytes; the preview of a picture has some 30,000. */
const largestPreview = 1024 * 1024;

/**
 * Pictures under their SHA-256: `images/ab/abcd…` and `images/ab/abcd….preview`. A picture is proved before its first byte is handed
 * out, for half of one cannot be taken back.
 */
export class PictureStore {
  readonly #place: FileStore;

  constructor(place: FileStore) {
    this.#place = place;
  }

  /** @throws what the place says, such as ENOSPC; nothing is left of the picture then, or a sweep finds it. */
  async put({ sha256, bytes, preview }: Pick<Picture, "sha256" | "bytes" | "preview">): Promise<void> {
    await this.#place.put(previewName(sha256), sealPreview(preview));
    await this.#place.put(pictureName(sha256), bytes);
  }

  /** A picture for reading. @throws WrongPicture where it is not there or is not the one of this length and SHA-256; StoreUnavailable. */
  async open(sha256: Buffer, length: number): Promise<OpenFile> {
    outsideTransaction();
    const hash = createHash("sha256");
    for await (const piece of this.#pieces(sha256, length)) hash.update(piece);
    if (!hash.digest().equals(sha256)) throw wrong(sha256, "its SHA-256 is another");
    return this.#open(sha256, length);
  }

  async #open(sha256: Buffer, length: number): Promise<OpenFile> {
    const file = await this.#place.open(pictureName(sha256)).catch(reportWrong(sha256));
    if (!file) throw wrong(sha256, "its file is lost");
    if (file.length === length) return file;
    file.stream.destroy();
    throw wrong(sha256, `its file has ${file.length} bytes, not ${length}`);
  }

  async *#pieces(sha256: Buffer, length: number): AsyncGenerator<Buffer> {
    const { stream } = await this.#open(sha256, length);
    try {
      yield* stream as AsyncIterable<Buffer>;
    } catch (error) {
      reportWrong(sha256)(error as Error);
    } finally {
      stream.destroy();
    }
  }

  /** The small picture. @throws WrongPicture where it is not there or another one than was kept; StoreUnavailable. */
  async preview(sha256: Buffer): Promise<Buffer> {
    outsideTransaction();
    const file = await this.#place.open(previewName(sha256)).catch(reportWrong(sha256));
    if (!file) throw wrong(sha256, "its preview is lost");
    if (file.length > largestPreview) file.stream.destroy();
    const preview =
      file.length > largestPreview ? Buffer.alloc(0) : await buffer(file.stream).catch(reportWrong(sha256));
    const jpeg = unseal(preview);
    if (jpeg === null) throw wrong(sha256, "its preview is another one than was kept");
    return jpeg;
  }

  /** A picture piece by piece, so that a large one does not stand in memory whole. */
  async *pieces(sha256: Buffer): AsyncGenerator<Buffer> {
    const file = await this.#place.open(pictureName(sha256));
    if (!file) throw wrong(sha256, "its file is lost");
    yield* file.stream as AsyncIterable<Buffer>;
  }

  /** Returns the size of a picture in bytes; null where its file is gone. */
  async sizeOf(sha256: Buffer): Promise<number | null> {
    return (await this.#place.has(pictureName(sha256)))?.length ?? null;
  }

  async delete(sha256: Buffer): Promise<void> {
    await Promise.all([pictureName(sha256), previewName(sha256)].map((name) => this.#place.remove(name)));
  }

  /**
   * Returns the fault of a picture and its preview; null if there is none. Checks their lengths, or with `deep` every byte. Facts that a list
   * contained need not be asked for again. @throws StoreUnavailable
   */
  async faultOf(sha256: Buffer, length: number, deep: boolean, listed?: ListedPicture): Promise<string | null> {
    const facts = (file: ListedFile | undefined, name: string) => (listed ? file?.facts() : this.#place.has(name));
    const pictureFacts = await facts(listed?.picture, pictureName(sha256));
    if (!pictureFacts) return "its file is lost";
    if (pictureFacts.length !== length) return `its file has ${pictureFacts.length} bytes, not ${length}`;
    if (!(await facts(listed?.preview, previewName(sha256)))) return "its preview is lost";
    if (!deep) return null;
    try {
      (await this.open(sha256, length)).stream.destroy();
      await this.preview(sha256);
      return null;
    } catch (error) {
      if (error instanceof WrongPicture) return error.why;
      throw error;
    }
  }

  /** The files of pictures, some at a time, however many there are. */
  async *pages(): AsyncGenerator<StoredFile[]> {
    for await (const page of this.#place.list(folder)) yield page.map(storedFile);
  }

  /** The pictures that have files, in the order of their SHA-256. */
  async *#listed(): AsyncGenerator<ListedPicture> {
    let picture: { -readonly [Key in keyof ListedPicture]: ListedPicture[Key] } | undefined;
    for await (const page of this.pages())
      for (const file of page) {
        if (!file.sha256 || file.part) continue;
        const sha256 = hexOf(file.sha256);
        if (picture && picture.sha256 !== sha256) yield picture;
        if (picture?.sha256 !== sha256) picture = { sha256 };
        picture[file.isPreview ? "preview" : "picture"] = file.listed;
      }
    if (picture) yield picture;
  }

  /** Returns the stored files of each picture. The pictures are asked for in the order of their SHA-256. */
  inOrder(): (sha256: Buffer) => Promise<ListedPicture> {
    const listing = this.#listed();
    let last: IteratorResult<ListedPicture> | undefined;
    return async (sha256) => {
      const hex = hexOf(sha256);
      last ??= await listing.next();
      while (last.done !== true && last.value.sha256 < hex) last = await listing.next();
      return last.done !== true && last.value.sha256 === hex ? last.value : { sha256: hex };
    };
  }

  /**
   * Copies a picture of another store and reads it here again. Its preview comes last: where that lies, the picture was proven.
   * @throws WrongPicture where the other store does not have it whole; StoreUnavailable
   */
  async copyFrom(from: PictureStore, sha256: Buffer, length: number): Promise<void> {
    const { stream } = await from.open(sha256, length);
    try {
      await this.#place.put(pictureName(sha256), stream as AsyncIterable<Buffer>);
    } finally {
      stream.destroy();
    }
    (await this.open(sha256, length)).stream.destroy();
    const preview = await from.preview(sha256).catch((error: unknown) => {
      if (error instanceof WrongPicture) return this.#newPreview(sha256, length);
      throw error;
    });
    await this.#place.put(previewName(sha256), sealPreview(preview));
  }

  async #newPreview(sha256: Buffer, length: number): Promise<Buffer> {
    return previewOf(await buffer((await this.open(sha256, length)).stream));
  }

  /** When a file was written, as it is now; null where it is gone. */
  async written({ listed }: StoredFile): Promise<Date | null> {
    return (await this.#place.has(listed.name))?.written ?? null;
  }

  async remove({ listed }: StoredFile): Promise<void> {
    await this.#place.remove(listed.name);
  }
}

const pictureName = (sha256: Buffer) => `${folder}${hexOf(sha256).slice(0, 2)}/${hexOf(sha256)}`;
const previewName = (sha256: Buffer) => `${pictureName(sha256)}.preview`;

/** Stored files of a picture. */
export interface ListedPicture {
  /** In hex. */
  readonly sha256: string;
  readonly picture?: ListedFile;
  readonly preview?: ListedFile;
}

/** A file below `images`. */
export interface StoredFile {
  readonly name: string;
  /** The picture that it belongs to; null for what is none of ours. */
  readonly sha256: Buffer | null;
  /** True where a write has not ended yet, or was broken off. */
  readonly part: boolean;
  readonly isPreview: boolean;
  readonly listed: ListedFile;
}

function storedFile(listed: ListedFile): StoredFile {
  const name = listed.name.slice(folder.length);
  const [, hex, preview, part] = /^[\da-f]{2}.([\da-f]{64})(\.preview)?(\.[\w-]+\.part)?$/.exec(name) ?? [];
  const sha256 = hex === undefined ? null : Buffer.from(hex, "hex");
  return { name, sha256, part: part !== undefined, isPreview: preview !== undefined, listed };
}

const wrong = (sha256: Buffer, why: string, cause?: Error) =>
  new WrongPicture(`picture ${hexOf(sha256)}: ${why}`, why, cause);

/** Reports a disk's error about a picture as the one error that is no fault of the caller. An unreachable storage place is a different error. */
const reportWrong =
  (sha256: Buffer) =>
  (error: Error): never => {
    if (error instanceof StoreUnavailable || error instanceof WrongPicture) throw error;
    throw wrong(sha256, error.message, error);
  };
