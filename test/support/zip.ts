import { crc32, inflateRawSync } from "node:zlib";

const head = { place: 46, end: 22 } as const;

/** Returns the files in a zip, by name, in the order of its directory. @throws where a file is not the one that the directory lists */
export function unzipped(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf("PK\x05\x06");
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, sum, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20)];
    const [named, extra, begin] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt32LE(at + 42)];
    const name = zip.toString("utf8", at + head.place, at + head.place + named);
    const data = begin + 30 + zip.readUInt16LE(begin + 26) + zip.readUInt16LE(begin + 28);
    const inside = zip.subarray(data, data + packed);
    const bytes = method === 0 ? inside : inflateRawSync(inside);
    if (crc32(bytes) !== sum) throw new Error(`${name} is broken.`);
    files.set(name, bytes);
    at += head.place + named + extra;
  }
  if (at !== end) throw new Error("The directory does not end where its end begins.");
  return files;
}
