import { createHash, type Hash } from "node:crypto";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import * as z from "zod/mini";
import {
  format,
  headName,
  type ManifestHead,
  headSchema,
  type Manifest,
  manifestName,
  manifestSchema,
  picturesName,
  sumName,
  sumOf,
  type TextEntry,
} from "./manifest.ts";
import { BrokenTar, gather, type OpenMember, padding, readTar } from "./tar.ts";

/** Why a file is not restored: it is damaged, cut, or no backup of ours. */
export class BrokenBackup extends Error {}

/** Handlers of the content of a backup while it is read; whoever only proves the backup does nothing. */
export interface Receiver {
  head?(head: ManifestHead): Promise<void>;
  /** A table's COPY text. Has to be read to its end. */
  table?(name: string, text: Readable): Promise<void>;
}

/** A part of a text: of a table's rows, or of the pictures' names. */
const inText = /^((?:tables\/)?[a-z][a-z0-9_]*)\/(\d{5,})\.copy\.zst$/;
const largestText = 16 * 1024 * 1024; // of a head or a manifest: more is damage, and must not fill the memory

/**
 * Reads a backup to its last byte and hands its content to `to`. Only when it answers is everything proven: each table's rows,
 * length and SHA-256, and that nothing is missing, added or changed. The files beside it are not looked at.
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
  const result = schema.safeParse(readJson(text.toString()));
  if (!result.success) throw new BrokenBackup(`The backup is damaged: its ${name} cannot be read.`);
  return result.data;
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
  const entries = new Map<string, TextEntry>();
  for (let member = await members.peek(); member && member.name !== manifestName; member = await members.peek()) {
    const name = inText.exec(member.name)?.[1];
    if (name === undefined || entries.has(name))
      throw new BrokenBackup(`The backup holds something that does not belong to it: ${member.name}.`);
    const table = name.startsWith("tables/") ? name.slice("tables/".length) : undefined;
    const take = to.table?.bind(to);
    entries.set(
      name,
      await readText(members, name, table !== undefined && take ? (lines) => take(table, lines) : drain),
    );
  }
  const before = members.hash.copy().digest("hex");
  const last = await members.text(manifestName);
  const sum = sumOf(createHash("sha256").update(last).digest("hex"));
  if (!(await members.text(sumName)).equals(sum))
    throw new BrokenBackup("The backup is damaged: its manifest is not as it was written.");
  const manifest = parse(manifestName, last, manifestSchema);
  if (await members.peek()) throw new BrokenBackup("Something follows the manifest, which is the end of a backup.");
  if (manifest.before !== before) throw new BrokenBackup("The backup is damaged: it is not what its manifest says.");
  compare(entries, manifest);
  return manifest;
}

/** That what was found is what the manifest lists; a text without rows has no part and is not found. */
function compare(found: ReadonlyMap<string, TextEntry>, { tables, pictures }: Manifest): void {
  const all: [string, TextEntry][] = [[picturesName, pictures], ...tables.map(inTables)];
  const storedTables = all.filter(([, { parts }]) => parts > 0);
  const same =
    found.size === storedTables.length &&
    storedTables.every(([name, entry]) => {
      const text = found.get(name);
      return (["rows", "bytes", "sha256", "parts"] as const).every((key) => text?.[key] === entry[key]);
    });
  if (!same) throw new BrokenBackup("The backup is damaged: what it holds is not what its manifest lists.");
}

const inTables = (table: Manifest["tables"][number]): [string, TextEntry] => [`tables/${table.name}`, table];

const lineEnd = 0x0a; // ends each row of COPY text, and stands nowhere else in it

/** Reads a text through all its parts, while `take` reads its lines. */
async function readText(members: Members, name: string, take: (lines: Readable) => Promise<void>): Promise<TextEntry> {
  const progress = { bytes: 0, rows: 0, hash: createHash("sha256") };
  const count = async function* (text: AsyncIterable<Buffer>) {
    for await (const piece of text) {
      progress.hash.update(piece);
      progress.bytes += piece.length;
      for (let at = piece.indexOf(lineEnd); at >= 0; at = piece.indexOf(lineEnd, at + 1)) progress.rows++;
      yield piece;
    }
  };
  const parts = new Parts(members, name);
  const lines = new PassThrough();
  const reading = take(lines);
  const transfer = pipeline(parts.bytes(), createZstdDecompress(), count, lines).catch((error: { code?: string }) => {
    lines.destroy(error as Error);
    throw error.code?.startsWith("ZSTD_") || error.code?.startsWith("Z_")
      ? new BrokenBackup(`${name} is damaged.`, { cause: error })
      : error;
  });
  const [ended] = await Promise.allSettled([transfer, reading]);
  if (ended.status === "rejected") throw ended.reason;
  await reading;
  return { rows: progress.rows, bytes: progress.bytes, sha256: progress.hash.digest("hex"), parts: parts.read };
}

/** The parts of a text, one after the other. */
class Parts {
  read = 0;
  readonly #members: Members;
  readonly #name: string;

  constructor(members: Members, name: string) {
    this.#members = members;
    this.#name = name;
  }

  async *bytes(): AsyncGenerator<Buffer> {
    for (;;) {
      const [, name, part] = inText.exec((await this.#members.peek())?.name ?? "") ?? [];
      if (name !== this.#name) return;
      if (Number(part) !== this.read++) throw new BrokenBackup(`A part of ${name} is missing.`);
      yield* this.#members.content();
    }
  }
}

async function drain(stream: Readable): Promise<void> {
  for await (const _ of stream);
}

/** A file that lies beside a backup, as the backup knows it. */
export interface NamedFile {
  readonly sha256: string;
  readonly bytes: number;
  /** The name of a package; pictures have none. */
  readonly name?: string;
}

/**
 * The files that a backup names: the packages, then the pictures in the order of their SHA-256. Reads no more of it than these.
 * @throws BrokenBackup
 */
export async function* filesIn(bytes: AsyncIterable<Buffer>): AsyncGenerator<NamedFile> {
  const members = new Members(bytes);
  yield* parse(headName, await members.text(headName), headSchema).packages;
  const text = new PassThrough();
  const parts = new Parts(members, picturesName);
  pipeline(parts.bytes(), createZstdDecompress(), text).catch((error: Error) => text.destroy(error));
  try {
    for await (const line of linesOf(text)) {
      const [sha256 = "", length] = line.split("\t");
      yield { sha256, bytes: Number(length) };
    }
  } catch (error) {
    throw error instanceof BrokenBackup ? error : new BrokenBackup("The backup is damaged.", { cause: error });
  }
}

async function* linesOf(text: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of text) {
    const lines = (rest + piece.toString("latin1")).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
