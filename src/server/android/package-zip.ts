import { crc32, inflateRawSync } from "node:zlib";

/** A file inside a package, as it lies there. */
export interface PackageFile {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  /** Before it was compressed. */
  readonly size: number;
  readonly data: Buffer;
}

/** The three parts of a zip; a package's signatures stand between the first and the second. */
export interface ZipParts {
  readonly files: Buffer;
  readonly directory: Buffer;
  readonly end: Buffer;
}

const storeMethod = 0; // the method of what is not compressed
const signature = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 } as const;
const version = 20; // of the format, 2.0: folders and deflate
const someDay = 0x21; // 1 January 1980: a package of the same content is the same bytes
const [fileHead, entryHead, endLength] = [30, 46, 22] as const; // bytes

/** The files of a zip that we or `aapt` wrote: without a comment, below 4 GB. */
export function readZip(zip: Buffer): PackageFile[] {
  const end = zip.length - endLength;
  if (zip.readUInt32LE(end) !== signature.end) throw new Error("no zip: its end is missing");
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const file = zip.readUInt32LE(at + 42);
    const from = file + fileHead + zip.readUInt16LE(file + 26) + zip.readUInt16LE(file + 28);
    const entry: PackageFile = {
      name: zip.toString("utf8", at + entryHead, at + entryHead + nameLength),
      method: zip.readUInt16LE(at + 10),
      crc: zip.readUInt32LE(at + 16),
      size: zip.readUInt32LE(at + 24),
      data: zip.subarray(from, from + zip.readUInt32LE(at + 20)),
    };
    at += entryHead + nameLength + extra + comment;
    return entry;
  });
}

/** A file as it is: compressed it would be other bytes on another processor. */
export const packageFile = (name: string, content: Buffer): PackageFile => ({
  name,
  method: storeMethod,
  crc: crc32(content),
  size: content.length,
  data: content,
});

/** A file as it was before it was compressed. */
export const contentOf = ({ method, data }: PackageFile): Buffer =>
  method === storeMethod ? data : inflateRawSync(data);

/** Writes a zip; what is not compressed begins at a multiple of four, as Android wants to map it. */
export function writeZip(entries: readonly PackageFile[]): ZipParts {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const padding = entry.method === storeMethod ? -(at + fileHead + name.length) & 3 : 0;
    const common = commonHead(entry, name);
    files.push(u32(signature.file), common, u16(padding), name, Buffer.alloc(padding), entry.data);
    const [comment, disk, kind, rights] = [u16(0), u16(0), u16(0), u32(0)];
    directory.push(u32(signature.entry), u16(version), common, u16(0), comment, disk, kind, rights, u32(at), name);
    at += fileHead + name.length + padding + entry.data.length;
  }
  const whole = Buffer.concat(directory);
  const counts = [u16(entries.length), u16(entries.length)];
  const end = [u32(signature.end), u16(0), u16(0), ...counts, u32(whole.length), u32(at), u16(0)];
  return { files: Buffer.concat(files), directory: whole, end: Buffer.concat(end) };
}

/** Returns the part that a file's head and its entry in the directory have in common. */
const commonHead = ({ method, crc, data, size }: PackageFile, name: Buffer) => {
  const [flags, clock] = [u16(0), u16(0)];
  const sizes = [u32(data.length), u32(size)];
  return Buffer.concat([u16(version), flags, u16(method), clock, u16(someDay), u32(crc), ...sizes, u16(name.length)]);
};

export function u32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}

function u16(number: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(number);
  return bytes;
}
