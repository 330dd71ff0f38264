import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { businessZone } from "#rules/dates.ts";

/** A file of a zip. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: number;
  readonly crc32: number;
  /** Size in the zip in bytes, where the file is deflated: these bytes are what is read then. */
  readonly deflated?: number;
  /** ISO 8601 in UTC. */
  readonly created: string;
  readonly read: () => AsyncIterable<Buffer> | Iterable<Buffer>;
}

/**
 * Files as one zip, stored or deflated before: its exact length, and a stream that reads one file at a time, piece by piece, whenever the
 * receiver has taken the piece before. The stream fails where a stored file is not the one that its length and CRC-32 describe.
 */
export function storedZip(entries: readonly ZipEntry[]): { length: number; stream: Readable } {
  return { length: lengthOf(entries), stream: zipAsItComes(entries) };
}

/** The same of files that are made one after the other, whenever the receiver has taken the one before: nobody knows its length. */
export const zipAsItComes = (entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): Readable =>
  Readable.from(partsOf(entries), { objectMode: false });

const longestName = 100; // characters; with the folder around it, Windows takes 260

/** A name that every system can write: `Vernichtungsliste 0042 A-Z.pdf`. */
export function fileName(text: string, extension: string): string {
  const plain = text.normalize("NFC").replace(/[\p{C}/\\:*?"<>|]+/gu, "-");
  return `${Array.from(plain).slice(0, longestName).join("").trim()}.${extension}`;
}

// The format (APPNOTE.TXT 6.3.10): each file behind a header with its name, then a directory that repeats the headers with where
// each file begins, then the directory's end. Numbers that no longer fit their field stand in a wider one (zip64), and the field says
// so by its highest value.
const most = { 2: 0xffff, 4: 0xffff_ffff } as const;

/** Numbers of so many bytes each, the lowest byte first; one too high for its field becomes the field's highest. */
function pack(...numbers: readonly (readonly [size: 2 | 4 | 8, value: number])[]): Buffer {
  const bytes = Buffer.alloc(numbers.reduce((length, [size]) => length + size, 0));
  let at = 0;
  for (const [size, value] of numbers) {
    if (size === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(Math.min(value, most[size]), at, size);
    at += size;
  }
  return bytes;
}

const version = 45; // 4.5, the first that knows zip64
const utf8 = 0x0800; // the flag that says how names are written
const methods = { stored: 0, deflated: 8 } as const;
const sizeOf = { header: 30, place: 46, end: 22, farEnd: 56 + 20 } as const;

const bytesIn = ({ bytes, deflated = bytes }: ZipEntry) => deflated;
/** The lengths of a file that do not fit their fields. */
const farSizes = (entry: ZipEntry) =>
  isFar(Math.max(entry.bytes, bytesIn(entry))) ? [entry.bytes, bytesIn(entry)] : [];
/** Numbers of eight bytes behind a header; nothing where there is none. */
const far = (numbers: readonly number[]) =>
  numbers.length === 0
    ? Buffer.alloc(0)
    : pack([2, 1], [2, 8 * numbers.length], ...numbers.map((number) => [8, number] as const));
const farPlace = (entry: ZipEntry, offset: number) => far([...farSizes(entry), ...(isFar(offset) ? [offset] : [])]);

function lengthOf(entries: readonly ZipEntry[]): number {
  let [offset, directory] = [0, 0];
  for (const entry of entries) {
    const nameLength = Buffer.byteLength(entry.name);
    directory += sizeOf.place + nameLength + farPlace(entry, offset).length;
    offset += sizeOf.header + nameLength + far(farSizes(entry)).length + bytesIn(entry);
  }
  return offset + directory + (endsFar(entries.length, offset, directory) ? sizeOf.farEnd : 0) + sizeOf.end;
}

const isFar = (offset: number) => offset >= most[4];
const endsFar = (files: number, offset: number, directory: number) =>
  files >= most[2] || isFar(offset) || directory >= most[4];

async function* partsOf(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const places: Buffer[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const header = headerOf(entry);
    yield header;
    let [length, sum] = [0, 0];
    for await (const piece of entry.read()) {
      length += piece.length;
      sum = crc32(piece, sum);
      if (length > bytesIn(entry)) break; // no byte more than announced
      yield piece;
    }
    const isWrong = entry.deflated === undefined && sum !== entry.crc32; // of what is deflated it is another one's
    if (length !== bytesIn(entry) || isWrong) throw new Error(`${entry.name} is broken on disk.`);
    places.push(placeOf(entry, offset));
    offset += header.length + length;
  }
  const directory = Buffer.concat(places);
  yield directory;
  yield endOf(places.length, offset, directory.length);
}

const wallClock = new Intl.DateTimeFormat("sv-SE", { timeZone: businessZone, dateStyle: "short", timeStyle: "medium" });

/** Returns the part that a file's header and its place in the directory have in common. */
function describeEntry(entry: ZipEntry, extra: number): Buffer {
  const { name, bytes, crc32: sum, created } = entry;
  const sizes = farSizes(entry).length > 0 ? [most[4], most[4]] : [bytesIn(entry), bytes];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = wallClock
    .format(new Date(created))
    .split(/\D/)
    .map(Number);
  return pack(
    [2, version],
    [2, utf8],
    [2, entry.deflated === undefined ? methods.stored : methods.deflated],
    [2, hour * 2 ** 11 + minute * 2 ** 5 + Math.floor(second / 2)],
    [2, (year - 1980) * 2 ** 9 + month * 2 ** 5 + day],
    [4, sum],
    ...sizes.map((size) => [4, size] as const), // in the zip, and unpacked
    [2, Buffer.byteLength(name)],
    [2, extra],
  );
}

function headerOf(entry: ZipEntry): Buffer {
  const extra = far(farSizes(entry));
  return Buffer.concat([Buffer.from("PK\x03\x04"), describeEntry(entry, extra.length), Buffer.from(entry.name), extra]);
}

function placeOf(entry: ZipEntry, offset: number): Buffer {
  const extra = farPlace(entry, offset);
  return Buffer.concat([
    Buffer.from("PK\x01\x02"),
    pack([2, version]),
    describeEntry(entry, extra.length),
    pack([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), // no comment, first disk, no attributes
    Buffer.from(entry.name),
    extra,
  ]);
}

function endOf(files: number, offset: number, directory: number): Buffer {
  const end = [
    Buffer.from("PK\x05\x06"),
    pack([2, 0], [2, 0], [2, files], [2, files], [4, directory], [4, offset], [2, 0]), // one disk, no comment
  ];
  if (!endsFar(files, offset, directory)) return Buffer.concat(end);
  return Buffer.concat([
    Buffer.from("PK\x06\x06"),
    pack([8, 44], [2, version], [2, version], [4, 0], [4, 0], [8, files], [8, files], [8, directory], [8, offset]),
    Buffer.from("PK\x06\x07"),
    pack([4, 0], [8, offset + directory], [4, 1]),
    ...end,
  ]);
}
