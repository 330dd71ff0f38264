import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { outsideTransaction } from "#server/database/outside-transaction.ts";
import { filesBelow, makeFolder, own, syncFolder } from "./disk.ts";

/** Why a file is no package of an app. */
export class NoPackage extends Error {
  readonly reason: "type" | "cut" | "other";
  constructor(reason: "type" | "cut" | "other") {
    super(`not a package: ${reason}`);
    this.reason = reason;
  }
}

/** An opened package; whoever does not read it to its end destroys the stream. */
export interface OpenPackage {
  readonly length: number;
  readonly stream: Readable;
}

/** The packages of the Android app on disk, `apps/1.1.1.apk`. A file is there whole or not at all. */
export class PackageStore {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = path.join(dataDir, "apps");
  }

  /** Keeps a copy of `source` in place of what the version had; answers its name. @throws NoPackage */
  async put(source: string, version: string): Promise<string> {
    outsideTransaction();
    const name = `${version}.apk`;
    const target = this.#file(name);
    if (target === null) throw new Error(`no version: ${version}`);
    await refuseOther(source);
    await makeFolder(this.#folder);
    const aside = `${target}.${randomUUID()}.part`;
    try {
      const copy = await open(aside, "wx", own.file);
      await pipeline(createReadStream(source), copy.createWriteStream({ flush: true }));
      await rename(aside, target);
      await syncFolder(this.#folder);
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
    return name;
  }

  /** Removes what copies left behind that were broken off before this moment; answers how many. */
  async sweep(before: Date): Promise<number> {
    outsideTransaction();
    let removed = 0;
    for await (const name of filesBelow(this.#folder, 100)) {
      const file = path.join(this.#folder, name);
      const written = name.endsWith(".part") && (await stat(file).catch(() => null))?.mtime;
      if (!written || written >= before) continue;
      await rm(file, { force: true });
      removed++;
    }
    return removed;
  }

  /** How many bytes a package has; null where it is not there. */
  async sizeOf(name: string): Promise<number | null> {
    const file = await this.#handle(name);
    try {
      return file ? await fileSize(file) : null;
    } finally {
      await file?.close();
    }
  }

  /** A package for reading; null where it is not there. */
  async open(name: string): Promise<OpenPackage | null> {
    const file = await this.#handle(name);
    const length = file && (await fileSize(file));
    if (length) return { length, stream: file.createReadStream({ start: 0, end: length - 1 }) };
    await file?.close();
    return null;
  }

  async #handle(name: string): Promise<FileHandle | null> {
    const file = this.#file(name);
    if (file === null) return null;
    return open(file, "r").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
      throw error;
    });
  }

  /** The names are ours; another one in the table leads nowhere. */
  #file(name: string): string | null {
    return /^\d+(\.\d+)*\.apk$/.test(name) ? path.join(this.#folder, name) : null;
  }
}

/** What is no file, or an empty one, is not there. */
async function fileSize(file: FileHandle): Promise<number | null> {
  const found = await file.stat();
  return found.isFile() && found.size > 0 ? found.size : null;
}

const endLength = 22; // bytes of the record that ends a zip, without its comment
const longestEnd = endLength + 65_535;
const largestDirectory = 64 * 1024 * 1024;

/** An Android package is a zip with a manifest; one that was not copied to its end lacks the zip's directory. */
async function refuseOther(source: string): Promise<void> {
  const file = await open(source, "r");
  try {
    const { size } = await file.stat();
    const bytes = async (from: number, length: number) =>
      (await file.read({ buffer: Buffer.alloc(length), position: from })).buffer;
    if (size < endLength || (await bytes(0, 4)).toString("latin1") !== "PK\x03\x04") throw new NoPackage("type");
    const tail = await bytes(Math.max(0, size - longestEnd), Math.min(size, longestEnd));
    const end = tail.lastIndexOf("PK\x05\x06", tail.length - endLength, "latin1");
    if (end < 0) throw new NoPackage("cut");
    const [length, from] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
    if (length > largestDirectory || from + length > size) throw new NoPackage("cut");
    if (!(await bytes(from, length)).includes("AndroidManifest.xml")) throw new NoPackage("other");
  } finally {
    await file.close();
  }
}
