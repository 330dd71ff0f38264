import type { Readable } from "node:stream";

/** A part of a file; without `length` it goes to the end. */
export interface Range {
  readonly from: number;
  readonly length?: number;
}

/** An opened file, or the part of it that was asked for; whoever does not read it to its end destroys the stream. */
export interface OpenFile {
  readonly length: number;
  readonly stream: Readable;
}

/** What is known of a file without reading it. */
export interface FileFacts {
  readonly length: number;
  readonly written: Date;
}

/**
 * Where files lie under the names that they are given, such as `files/ab/abcd…`: words of letters, digits, `.`, `_` and `-`, parted by
 * slashes. A folder today; what it promises is what an object store promises, too.
 */
export interface Place {
  /** How people call it, without any secret. */
  readonly address: string;
  /** Keeps a file whole, or not at all; it takes the place of one with this name. Holds a piece of it in memory, not the file. */
  put(name: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** A file for reading; null where it is not there. */
  open(name: string, range?: Range): Promise<OpenFile | null>;
  /** What is known of a file; null where it is not there. */
  has(name: string): Promise<FileFacts | null>;
  /** The names that begin so, some at a time, each after the one before by its bytes; also those of writes that were broken off. */
  list(under: string): AsyncGenerator<string[]>;
  /** Does nothing where it is not there. */
  remove(name: string): Promise<void>;
}
