import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { outsideTransaction } from "#server/database/outside-transaction.ts";
import type { OpenFile, FileStore } from "./file-store.ts";

/** Why a file is no package of an app. */
export class NoPackage extends Error {
  readonly reason: "type" | "cut" | "other";
  constructor(reason: "type" | "cut" | "other") {
    super(`not a package: ${reason}`);
    this.reason = reason;
  }
}

const folder = "apps/";

/** The packages of the Android app, `apps/1.1.1.apk`. */
export class PackageStore {
  readonly #place: FileStore;

  constructor(place: FileStore) {
    this.#place = place;
  }

  /** Keeps a copy of `source` in place of what the version had; answers its name. @throws NoPackage, StoreUnavailable */
  async put(source: string, version: string): Promise<string> {
    outsideTransaction();
    const name = `${version}.apk`;
    if (!isOurs(name)) throw new Error(`no version: ${version}`);
    await refuseOther(source);
    await this.#place.put(folder + name, createReadStream(source));
    return name;
  }

  /** Removes what copies left behind that were broken off before this moment; answers how many. */
  sweep(before: Date): Promise<number> {
    return this.#place.sweep(folder, before);
  }

  /** The SHA-256 of a package, in hex; null where it is not there. */
  async digestOf(name: string): Promise<string | null> {
    const file = await this.open(name);
    if (!file) return null;
    const hash = createHash("sha256");
    for await (const piece of file.stream as AsyncIterable<Buffer>) hash.update(piece);
    return hash.digest("hex");
  }

  /** Copies a package of another store and reads it here again; answers whether it is the same. */
  async copyFrom(from: PackageStore, name: string): Promise<boolean> {
    const file = await from.open(name);
    if (!file) return false;
    await this.#place.put(folder + name, file.stream as AsyncIterable<Buffer>);
    return (await this.digestOf(name)) === (await from.digestOf(name));
  }

  /** Returns the size of a package in bytes; null where it is not there. */
  async sizeOf(name: string): Promise<number | null> {
    const isStored = isOurs(name) ? await this.#place.has(folder + name) : null;
    return isStored?.length || null; // what is empty is not there
  }

  /** A package for reading; null where it is not there. */
  async open(name: string): Promise<OpenFile | null> {
    const file = isOurs(name) ? await this.#place.open(folder + name) : null;
    if (file?.length !== 0) return file;
    file.stream.destroy(); // what is empty is not there
    return null;
  }
}

/** The names are ours; another one in the table leads nowhere. */
const isOurs = (name: string) => /^\d+(\.\d+)*\.apk$/.test(name);

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
