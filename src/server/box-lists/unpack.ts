import { SaxesParser, type SaxesTagPlain } from "saxes";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { listLimits } from "#rules/exchange/imports/list-limits.ts";
import { unreadable } from "#rules/exchange/imports/unreadable.ts";
import { UnreadableList } from "./unreadable-list.ts";

const mostEntries = 5000; // parts of a workbook; one of 200 sheets with pictures has some hundreds
const mostPlain = 4 * 1024 * 1024; // characters without a tag: no text or attribute of a workbook is as long

const deepest = 100; // elements within each other; a sheet has about ten

/** Handlers that are called while a part is read; names come without their prefix. */
export interface Hearing {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/** The parts of a packed workbook. All that is unpacked is counted as it comes, whatever the file says of itself. */
export class ZipArchive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  #bytes = 0;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** @throws UnreadableList where it is no zip, or a damaged one */
  static async open(file: Buffer): Promise<ZipArchive> {
    return orBroken(async () => {
      const zip = await fromBufferPromise(file, { lazyEntries: true, autoClose: false });
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        entries.set(entry.fileName, entry);
        if (entries.size > mostEntries) throw new UnreadableList(unreadable.broken);
      }
      return new ZipArchive(zip, entries);
    });
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Unpacks a part, piece by piece. @throws UnreadableList where it is damaged or too large */
  async *pieces(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name);
    if (!entry) throw new UnreadableList(unreadable.noSheet);
    const stream = await orBroken(() => this.#zip.openReadStreamPromise(entry));
    const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    let bytes = 0;
    try {
      for (;;) {
        const piece = await orBroken(() => pieces.next());
        if (piece.done) return;
        bytes += piece.value.length;
        if (bytes > listLimits.unpacked) throw new UnreadableList(unreadable.unpacked);
        yield piece.value;
      }
    } finally {
      stream.destroy();
    }
  }

  /** Hears a part as XML; pauses after each piece of it. @throws UnreadableList where it is damaged, too large, or has a DTD */
  async *hear(name: string, hearing: Hearing): AsyncGenerator<void> {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const parser = parserFor(hearing);
    let plain = 0;
    for await (const piece of this.pieces(name)) {
      this.#bytes += piece.length;
      if (this.#bytes > listLimits.unpacked) throw new UnreadableList(unreadable.unpacked);
      const last = piece.lastIndexOf("<");
      plain = last < 0 ? plain + piece.length : piece.length - last;
      if (plain > mostPlain) throw new UnreadableList(unreadable.broken);
      await orBroken(async () => parser.write(decoder.decode(piece, { stream: true })));
      yield;
    }
    await orBroken(async () => parser.close());
    yield;
  }
}

function parserFor(hearing: Hearing): SaxesParser {
  const parser = new SaxesParser({});
  let depth = 0;
  parser.on("doctype", () => {
    throw new UnreadableList(unreadable.doctype);
  });
  parser.on("opentag", ({ name, attributes }: SaxesTagPlain) => {
    if (++depth > deepest) throw new UnreadableList(unreadable.broken);
    hearing.open?.(localName(name), attributes);
  });
  parser.on("text", (text) => hearing.text?.(text));
  parser.on("closetag", ({ name }: SaxesTagPlain) => {
    depth--;
    hearing.close?.(localName(name));
  });
  return parser;
}

/** Whatever zip and XML find wrong is one thing to whoever sent the file. */
async function orBroken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnreadableList) throw error;
    throw new UnreadableList(unreadable.broken, { cause: error });
  }
}
