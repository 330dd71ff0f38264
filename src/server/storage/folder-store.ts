import { randomUUID } from "node:crypto";
import { type FileHandle, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { outsideTransaction } from "#server/database/outside-transaction.ts";
import { makeFolder, own, syncFolder } from "./disk.ts";
import {
  type Content,
  expectName,
  type FileFacts,
  type ListedFile,
  type OpenFile,
  contentChunks,
  type FileStore,
  type ByteRange,
} from "./file-store.ts";

const pageLength = 1000;
const isGone = (error: NodeJS.ErrnoException) => error.code === "ENOENT" || error.code === "ENOTDIR";

/** Files in a folder. A file is there whole or not at all: it is written aside, synced, and renamed. */
export class FolderStore implements FileStore {
  readonly address: string;

  constructor(folder: string) {
    this.address = path.resolve(folder);
  }

  addressOf(name: string): string {
    return `${this.address}/${name}`;
  }

  #file(name: string): string {
    return path.join(this.address, expectName(name));
  }

  async put(name: string, content: Content): Promise<void> {
    outsideTransaction();
    const file = this.#file(name);
    await makeFolder(path.dirname(file));
    const aside = `${file}.${randomUUID()}.part`;
    try {
      const handle = await open(aside, "wx", own.file);
      await pipeline(contentChunks(content), handle.createWriteStream({ flush: true }));
      await rename(aside, file);
      await syncFolder(path.dirname(file));
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
  }

  async open(name: string, { from, length }: ByteRange = { from: 0 }): Promise<OpenFile | null> {
    outsideTransaction();
    const file = await open(this.#file(name), "r").catch(nothingIfGone);
    if (!file) return null;
    const size = await sizeOf(file).catch((error: Error) => file.close().then(() => Promise.reject(error)));
    const end = Math.min(size, from + (length ?? size));
    // a stream's end is its last byte, so that it cannot have none
    const stream = file.createReadStream(end > from ? { start: from, end: end - 1 } : { start: size });
    return { length: Math.max(0, end - from), stream };
  }

  async has(name: string): Promise<FileFacts | null> {
    outsideTransaction();
    return factsOf(this.#file(name));
  }

  async *list(under: string): AsyncGenerator<ListedFile[]> {
    outsideTransaction();
    let page: ListedFile[] = [];
    for await (const name of namesIn(this.address, "", under)) {
      page.push({ name, facts: () => factsOf(path.join(this.address, name)) });
      if (page.length < pageLength) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  }

  async remove(name: string): Promise<void> {
    outsideTransaction();
    await rm(this.#file(name), { force: true });
  }

  async sweep(under: string, before: Date): Promise<number> {
    let removedCount = 0;
    for await (const page of this.list(under))
      for (const { name, facts } of page) {
        const modifiedAt = name.endsWith(".part") && (await facts())?.written;
        if (!modifiedAt || modifiedAt >= before) continue;
        await rm(path.join(this.address, name), { force: true });
        removedCount++;
      }
    return removedCount;
  }
}

async function factsOf(file: string): Promise<FileFacts | null> {
  const stats = await stat(file).catch(nothingIfGone);
  return stats?.isFile() ? { length: stats.size, written: stats.mtime } : null;
}

const nothingIfGone = (error: NodeJS.ErrnoException): null => {
  if (isGone(error)) return null;
  throw error;
};

async function sizeOf(file: FileHandle): Promise<number> {
  const stats = await file.stat();
  if (stats.isFile()) return stats.size;
  throw new Error("it is no file");
}

/** In the order of their bytes, one folder after the other: only the names of one folder are in memory at once. */
async function* namesIn(top: string, folder: string, under: string): AsyncGenerator<string> {
  const entries = (await readdir(path.join(top, folder), { withFileTypes: true }).catch(nothingIfGone)) ?? [];
  const names = entries.map((entry) => folder + entry.name + (entry.isDirectory() ? "/" : ""));
  for (const name of names.sort()) {
    if (name.endsWith("/") && (name.startsWith(under) || under.startsWith(name))) yield* namesIn(top, name, under);
    else if (!name.endsWith("/") && name.startsWith(under)) yield name;
  }
}
