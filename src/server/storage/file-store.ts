import type { Readable } from "node:stream";

/** A part of a file; without `length` it goes to the end. */
export interface ByteRange {
  readonly from: number;
  readonly length?: number;
}

/** An opened file, or the part of it that was asked for; whoever does not read it to its end destroys the stream. */
export interface OpenFile {
  readonly length: number;
  readonly stream: Readable;
}

/** Facts about a file that are known without reading it. */
export interface FileFacts {
  readonly length: number;
  readonly written: Date;
}

/** A file as a list names it. */
export interface ListedFile {
  readonly name: string;
  /** Returns the facts about the file, without asking again where the list contained them; null where the file has gone since. */
  readonly facts: () => Promise<FileFacts | null>;
}

/** All of a file where it stands in memory anyhow, or its pieces. */
export type Content = Buffer | AsyncIterable<Buffer>;

/** Why an address is no place for files, in a sentence. */
export class StoreMissing extends Error {}

/** A place that does not answer, refuses, or answers half: why, in a sentence for the operator that holds no secret. */
export class StoreUnavailable extends Error {
  /** True where the store does not come back by itself: somebody has to change a setting. */
  readonly isLasting: boolean;

  constructor(why: string, isLasting: boolean, cause?: unknown) {
    super(why, { cause });
    this.isLasting = isLasting;
  }
}

/**
 * Where files lie under the names that they are given, such as `files/ab/abcd…`: words of letters, digits, `.`, `_` and `-`, separated by
 * slashes. A folder, or a part of an object store.
 */
export interface FileStore {
  /** Name by which people call the store, without any secret. */
  readonly address: string;
  /** Returns the name by which a file in the store is given to the command line. */
  addressOf(name: string): string;
  /** Keeps a file whole, or not at all; it takes the place of one with this name. Of pieces, it holds some in memory and not the file. */
  put(name: string, content: Content): Promise<void>;
  /** A file for reading; null where it is not there. */
  open(name: string, range?: ByteRange): Promise<OpenFile | null>;
  /** Returns the facts about a file; null where it is not there. */
  has(name: string): Promise<FileFacts | null>;
  /** The files whose names begin so, some at a time, each after the one before by its bytes; also of writes that were broken off, where they have a name. */
  list(under: string): AsyncGenerator<ListedFile[]>;
  /** Does nothing where it is not there. */
  remove(name: string): Promise<void>;
  /** Removes what writes of such names left behind that were broken off before this moment; answers how many. */
  sweep(under: string, before: Date): Promise<number>;
}

const wellNamed = /^(?!.*(?:^|\/)\.)[\w.-]+(?:\/[\w.-]+)*$/;

/** @throws Error for what would lead out of a place */
export function expectName(name: string): string {
  if (wellNamed.test(name)) return name;
  throw new Error(`no name for a file: ${name}`);
}

/** In pieces, whatever it is. */
export async function* contentChunks(content: Content): AsyncGenerator<Buffer> {
  if (Buffer.isBuffer(content)) yield content;
  else yield* content;
}
