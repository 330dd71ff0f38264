import { createHash } from "node:crypto";
import type { FileStore } from "#server/storage/file-store.ts";
import { type Cipher, plain } from "./cipher.ts";
import { BrokenBackup } from "./read.ts";

/** A backup that lies at a place. */
export interface StoredBackup {
  readonly name: string;
  readonly taken: Date;
}

interface OpenBackup {
  readonly bytes: AsyncIterable<Buffer>;
  readonly close: () => void;
}

const filesFolder = "files/";
const ourName = /^magazin-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar(\.age)?$/;

/** When a backup of this name was taken; null where it is no name of a backup. */
export function takenBy(name: string): Date | null {
  const [, day, hour, minute, second] = ourName.exec(name) ?? [];
  const takenAt = new Date(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(takenAt.getTime()) ? null : takenAt;
}

export const isEncrypted = (name: string) => name.endsWith(".age");

/** The backups at a place, the oldest first. */
export async function storedBackups(place: FileStore): Promise<StoredBackup[]> {
  const backups: StoredBackup[] = [];
  for await (const page of place.list("magazin-"))
    for (const { name } of page) {
      const takenAt = takenBy(name);
      if (takenAt) backups.push({ name, taken: takenAt });
    }
  return backups.sort((one, other) => one.taken.getTime() - other.taken.getTime());
}

/** Backups at a place, and beside them the files that they name: `files/ab/abcd…`, each once. */
export class BackupPlace {
  readonly place: FileStore;
  readonly #cipher: Cipher;

  constructor(place: FileStore, cipher: Cipher) {
    this.place = place;
    this.#cipher = cipher;
  }

  /** `magazin-2026-11-22T01-30-00Z.tar` */
  nameOf(taken: Date): string {
    return `magazin-${taken.toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar${this.#cipher.suffix}`;
  }

  /** Where a picture or a package lies, by its SHA-256. */
  fileOf(sha256: string): string {
    return `${filesFolder}${sha256.slice(0, 2)}/${sha256}${this.#cipher.suffix}`;
  }

  /** The names of all files, in order. */
  async *files(): AsyncGenerator<string> {
    for await (const page of this.place.list(filesFolder)) yield* page.map(({ name }) => name);
  }

  put(name: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    return this.place.put(name, this.#cipher.encrypt(bytes));
  }

  /** Opens a file as it was before it was encrypted; whoever opens it closes it. @throws BrokenBackup where it is not there */
  async open(name: string): Promise<OpenBackup> {
    const file = await this.place.open(name);
    if (!file) throw new BrokenBackup(`There is no ${name} in ${this.place.address}.`);
    const cipher = isEncrypted(name) ? this.#cipher : plain;
    const bytes = cipher.decrypt(file.stream as AsyncIterable<Buffer>);
    return { bytes, close: () => file.stream.destroy() };
  }

  async read<T>(name: string, work: (bytes: AsyncIterable<Buffer>) => Promise<T>): Promise<T> {
    const { bytes, close } = await this.open(name);
    try {
      return await work(bytes);
    } finally {
      close();
    }
  }

  /** Returns the fault of a file by its length and SHA-256; null where there is none. */
  async faultOf(sha256: string, length: number): Promise<string | null> {
    const name = this.fileOf(sha256);
    const size = await this.read(name, (bytes) => measure(bytes)).catch((error: Error) => error.message);
    if (typeof size === "string") return size;
    return size.length === length && size.sha256 === sha256 ? null : `${name} is not what was kept`;
  }
}

async function measure(bytes: AsyncIterable<Buffer>): Promise<{ length: number; sha256: string }> {
  const hash = createHash("sha256");
  let length = 0;
  for await (const piece of bytes) {
    hash.update(piece);
    length += piece.length;
  }
  return { length, sha256: hash.digest("hex") };
}
