import { createHash, type Hash } from "node:crypto";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import * as z from "zod/mini";
import {
  format,
  headName,
  type Head,
  headSchema,
  type Manifest,
  manifestName,
  manifestSchema,
  sumName,
  sumOf,
} from "./manifest.ts";
import { BrokenTar, gather, type OpenMember, padding, readTar } from "./tar.ts";

/** Why a file is not restored: it is damaged, cut, or no backup of ours. */
export class BrokenBackup extends Error {}

/** What is done with the content of a backup while it is read; whoever only proves it does nothing. */
export interface Receiver {
  head?(head: Head): Promise<void>;
  /** A table's COPY text. Has to be read to its end. */
  table?(name: string, text: Readable): Promise<void>;
  package?(name: string, content: Readable): Promise<void>;
}

const inTables = /^tables\/([a-z][a-z0-9_]*)\/(\d{5})\.copy\.zst$/;
const inApps = /^apps\/([\w.-]+)$/;
const largestText = 16 * 1024 * 1024; // of a head or a manifest: more is damage, and must not fill the memory

/**
 * Reads a backup to its last byte and hands its content to `to`. Only when it answers is everything proven: each table's rows,
 * length and SHA-256, each package, and that nothing is missing, added or changed.
 * @throws BrokenBackup with a sentence. What was handed over until then is not proven.
 */
export async function readBackup(bytes: AsyncIterable<Buffer>, to: Receiver = {}): Promise<Manifest> {
  try {
    return await read(bytes, to);
  } catch (error) {
    if (error instanceof BrokenTar)
      throw new BrokenBackup(`This is no whole backup: ${error.message}.`, { cause: error });
    throw error;
  }
}

/** The members one after the other, with a look at the next one; hashes all that is read of them. */
class Members {
  readonly hash: Hash = createHash("sha256");
  readonly #tar: AsyncGenerator<OpenMember>;
  #next: OpenMember | undefined;

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#tar = readTar(bytes);
  }

  async peek(): Promise<OpenMember | undefined> {
    this.#next ??= (await this.#tar.next()).value ?? undefined;
    return this.#next;
  }

  /** The content of the member that was peeked at; it has to be read to its end. */
  async *content(): AsyncGenerator<Buffer> {
    const member = this.#next;
    if (!member) return;
    this.hash.update(member.head);
    for await (const piece of member.content) {
      this.hash.update(piece);
      yield piece;
    }
    this.hash.update(padding(member.size));
    this.#next = undefined;
  }

  /** The whole member of that name. */
  async text(name: string): Promise<Buffer> {
    const member = await this.peek();
    if (member?.name !== name || member.size > largestText)
      throw new BrokenBackup(`This is no backup: it has no ${name}.`);
    return gather(this.content());
  }
}

function parse<T>(name: string, text: Buffer, schema: z.ZodMiniType<T>): T {
  const parsed = schema.safeParse(readJson(text.toString()));
  if (!parsed.success) throw new BrokenBackup(`The backup is damaged: its ${name} cannot be read.`);
  return parsed.data;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function read(bytes: AsyncIterable<Buffer>, to: Receiver): Promise<Manifest> {
  const members = new Members(bytes);
  const head = parse(headName, await members.text(headName), headSchema);
  if (head.format > format)
    throw new BrokenBackup(
      `The backup was written by Magazin ${head.program}, in a newer format than this program reads.`,
    );
  await to.head?.(head);
  const found: Found = { tables: [], packages: [] };
  for (let member = await members.peek(); member && member.name !== manifestName; member = await members.peek()) {
    const table = inTables.exec(member.name)?.[1];
    const app = inApps.exec(member.name)?.[1];
    if (table !== undefined) found.tables.push(await readTable(members, table, to));
    else if (app !== undefined) found.packages.push(await readPackage(members, app, to));
    else throw new BrokenBackup(`The backup holds something that does not belong to it: ${member.name}.`);
  }
  const before = members.hash.copy().digest("hex");
  const last = await members.text(manifestName);
  const sum = sumOf(createHash("sha256").update(last).digest("hex"));
  if (!(await members.text(sumName)).equals(sum))
    throw new BrokenBackup("The backup is damaged: its manifest is not as it was written.");
  const manifest = parse(manifestName, last, manifestSchema);
  if (await members.peek()) throw new BrokenBackup("Something follows the manifest, which is the end of a backup.");
  if (manifest.before !== before) throw new BrokenBackup("The backup is damaged: it is not what its manifest says.");
  compare(found, manifest);
  return manifest;
}

interface Found {
  readonly tables: Omit<Manifest["tables"][number], "columns">[];
  readonly packages: Manifest["packages"];
}

/** That what was found is what the manifest lists; a table without rows has no part and is not found. */
function compare(found: Found, { tables, packages }: Manifest): void {
  const listed = tables.filter(({ parts }) => parts > 0);
  const same =
    found.tables.length === listed.length &&
    listed.every((entry, index) => {
      const table = found.tables[index];
      return (["name", "rows", "bytes", "sha256", "parts"] as const).every((key) => table?.[key] === entry[key]);
    }) &&
    JSON.stringify(found.packages) === JSON.stringify(packages);
  if (!same) throw new BrokenBackup("The backup is damaged: what it holds is not what its manifest lists.");
}

const lineEnd = 0x0a; // ends each row of COPY text, and stands nowhere else in it

async function readTable(members: Members, name: string, to: Receiver): Promise<Found["tables"][number]> {
  const seen = { parts: 0, bytes: 0, rows: 0, hash: createHash("sha256") };
  const parts = async function* () {
    for (
      let member = await members.peek();
      inTables.exec(member?.name ?? "")?.[1] === name;
      member = await members.peek()
    ) {
      if (Number(inTables.exec(member?.name ?? "")?.[2]) !== seen.parts++)
        throw new BrokenBackup(`A part of the table ${name} is missing.`);
      yield* members.content();
    }
  };
  const count = async function* (text: AsyncIterable<Buffer>) {
    for await (const piece of text) {
      seen.hash.update(piece);
      seen.bytes += piece.length;
      for (let at = piece.indexOf(lineEnd); at >= 0; at = piece.indexOf(lineEnd, at + 1)) seen.rows++;
      yield piece;
    }
  };
  const text = new PassThrough();
  const taken = to.table ? to.table(name, text) : drain(text);
  const sent = pipeline(parts, createZstdDecompress(), count, text).catch((error: { code?: string }) => {
    text.destroy(error as Error);
    throw error.code?.startsWith("ZSTD_") || error.code?.startsWith("Z_")
      ? new BrokenBackup(`The table ${name} is damaged.`, { cause: error })
      : error;
  });
  const [end] = await Promise.allSettled([sent, taken]);
  if (end.status === "rejected") throw end.reason;
  await taken;
  return { name, rows: seen.rows, bytes: seen.bytes, sha256: seen.hash.digest("hex"), parts: seen.parts };
}

async function readPackage(members: Members, name: string, to: Receiver): Promise<Manifest["packages"][number]> {
  const hash = createHash("sha256");
  let bytes = 0;
  const content = new PassThrough();
  const count = async function* () {
    for await (const piece of members.content()) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
  };
  await Promise.all([pipeline(count, content), to.package ? to.package(name, content) : drain(content)]);
  return { name, bytes, sha256: hash.digest("hex") };
}

async function drain(stream: Readable): Promise<void> {
  for await (const _ of stream);
}
