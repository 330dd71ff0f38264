import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, unlink } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createDeflateRaw, crc32 } from "node:zlib";
import { outsideTransaction } from "#server/database/outside-transaction.ts";
import { storedZip, type ZipEntry } from "#server/documents/zip.ts";

/** A file that was put aside. */
export interface SpooledFile extends Omit<ZipEntry, "created"> {
  /** The SHA-256 of the content, as hex. */
  readonly sha256: string;
}

type Pieces = Iterable<string | Buffer> | AsyncIterable<string | Buffer>;

/** Level of compression. For repetitive lists, higher levels take half as much processor time again, for a tenth of the bytes. */
const level = 3;
const pieceBytes = 256 * 1024;

/** The same bytes in pieces of some size: each costs a turn of what deflates. */
async function* inPieces(pieces: Pieces): AsyncGenerator<Buffer> {
  let [some, length]: [Buffer[], number] = [[], 0];
  for await (const piece of pieces) {
    const buffer = typeof piece === "string" ? Buffer.from(piece) : piece;
    some.push(buffer);
    length += buffer.length;
    if (length < pieceBytes) continue;
    yield Buffer.concat(some, length);
    [some, length] = [[], 0];
  }
  if (length > 0) yield Buffer.concat(some, length);
}

/**
 * Answer that is made before anybody receives it, and put aside on the disk. So nobody's slow line holds the database, the length is known, and a
 * failure is reported instead of breaking off. The file has no name and is gone with the spool, and with the process.
 */
export class Spool {
  readonly #file: FileHandle;
  #end = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(folder: string): Promise<Spool> {
    outsideTransaction();
    await mkdir(folder, { recursive: true });
    const path = join(folder, `.making-${randomUUID()}`);
    const file = await open(path, "wx+", 0o600);
    await unlink(path);
    return new Spool(file);
  }

  /** Puts a file aside, deflated; it waits for the one before. */
  async add(name: string, pieces: Pieces): Promise<SpooledFile> {
    const [begin, sha] = [this.#end, createHash("sha256")];
    let [bytes, sum] = [0, 0];
    const countRows = async function* () {
      for await (const piece of inPieces(pieces)) {
        bytes += piece.length;
        sum = crc32(piece, sum);
        sha.update(piece);
        yield piece;
      }
    };
    await pipeline(countRows, createDeflateRaw({ level, chunkSize: pieceBytes }), (deflated) => this.#write(deflated));
    const size = this.#end - begin;
    return { name, bytes, crc32: sum, sha256: sha.digest("hex"), deflated: size, read: () => this.#read(begin, size) };
  }

  /** Puts text aside as it is. */
  async addPlain(pieces: Pieces): Promise<{ length: number; stream: Readable }> {
    const begin = this.#end;
    await this.#write(Readable.from(pieces, { objectMode: false }));
    const length = this.#end - begin;
    return { length, stream: Readable.from(this.#read(begin, length), { objectMode: false }) };
  }

  async #write(pieces: AsyncIterable<Buffer>): Promise<void> {
    for await (const piece of pieces) {
      await this.#file.write(piece, 0, piece.length, this.#end);
      this.#end += piece.length;
    }
  }

  async *#read(begin: number, length: number): AsyncGenerator<Buffer> {
    for (let at = begin; at < begin + length; ) {
      const piece = Buffer.allocUnsafe(Math.min(pieceBytes, begin + length - at));
      const { bytesRead } = await this.#file.read(piece, 0, piece.length, at);
      if (bytesRead === 0) throw new Error("What was put aside has become shorter.");
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** Makes something with a spool, which is closed when the stream of it has ended, or nothing came of it. */
export async function spoolFile<T extends { readonly stream: Readable }>(
  folder: string,
  make: (spool: Spool) => Promise<T>,
): Promise<T> {
  const spool = await Spool.open(folder);
  try {
    const content = await make(spool);
    content.stream.once("close", () => void spool.close());
    return content;
  } catch (error) {
    await spool.close();
    throw error;
  }
}

/** Spooled files, and others, as one zip. */
export const zipOf = (files: readonly (SpooledFile | ZipEntry)[], created: string) =>
  storedZip(files.map((file) => ({ created, ...file })));
