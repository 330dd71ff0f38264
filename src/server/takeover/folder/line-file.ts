import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";
import { BrokenFolder } from "./broken-folder.ts";

interface Place {
  readonly seen: string;
  readonly at: number;
  readonly bytes: number;
}

const lineFeed = 0x0a;
const pieceSize = 4 * 1024 * 1024;
const sumOf = (line: string) => crc32(line).toString(16).padStart(8, "0");
const pattern = /^([\da-f]{8}) ((\S+) (\S+) )/;

/**
 * A file of lines that only grows while an old system is read, and what it holds by key: of several lines of one key the last counts. A line
 * is its checksum, its key, what was seen when it was read, and the JSON. It is whole at every moment that the process is killed at: a last
 * line without its end is cut off when it is opened.
 */
export class LineFile {
  readonly #path: string;
  readonly #file: number;
  readonly #places = new Map<string, Place>();
  #end = 0;

  /** @throws BrokenFolder where a line was changed */
  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, existsSync(path) ? "r+" : "w+", 0o600);
    try {
      this.#readAll();
    } catch (error) {
      closeSync(this.#file);
      throw error;
    }
  }

  get keys(): IterableIterator<string> {
    return this.#places.keys();
  }

  /** Returns what was seen when the line of this key was written; undefined where there is no such line. */
  seen(key: string): string | undefined {
    return this.#places.get(key)?.seen;
  }

  read(key: string): string {
    const place = this.#places.get(key);
    if (!place) throw new Error(`${this.#path} has no ${key}`);
    const bytes = Buffer.alloc(place.bytes);
    readSync(this.#file, bytes, 0, place.bytes, place.at);
    return bytes.toString("utf8");
  }

  write(key: string, seen: string, json: string): void {
    const head = `${key} ${seen} `;
    const line = Buffer.from(`${sumOf(head + json)} ${head}${json}\n`);
    for (let from = 0; from < line.length; )
      from += writeSync(this.#file, line, from, line.length - from, this.#end + from);
    const bytes = Buffer.byteLength(json);
    this.#places.set(key, { seen, at: this.#end + line.length - 1 - bytes, bytes });
    this.#end += line.length;
  }

  /** Brings it to the disk. */
  sync(): void {
    fsyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }

  #readAll(): void {
    const piece = Buffer.alloc(pieceSize);
    let rest: Buffer = Buffer.alloc(0);
    for (let at = 0; ; ) {
      const read = readSync(this.#file, piece, 0, pieceSize, at);
      if (read === 0) break;
      at += read;
      rest = this.#takeLines(Buffer.concat([rest, piece.subarray(0, read)]));
    }
    if (rest.length > 0) ftruncateSync(this.#file, this.#end);
  }

  /** Takes the whole lines of a piece and answers what is left of it. */
  #takeLines(piece: Buffer): Buffer {
    let from = 0;
    for (let end = piece.indexOf(lineFeed); end !== -1; end = piece.indexOf(lineFeed, from)) {
      this.#takeLine(piece.subarray(from, end).toString("utf8"), end - from);
      from = end + 1;
    }
    return piece.subarray(from);
  }

  #takeLine(line: string, bytes: number): void {
    const [whole = "", sum, , key = "", seen = ""] = pattern.exec(line) ?? [];
    if (whole === "" || sumOf(line.slice(9)) !== sum) throw new BrokenFolder(`${this.#path} ist verändert.`);
    const head = Buffer.byteLength(whole);
    this.#places.set(key, { seen, at: this.#end + head, bytes: bytes - head });
    this.#end += bytes + 1;
  }
}
