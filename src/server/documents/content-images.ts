import type { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { storedZip, type ZipEntry } from "./zip.ts";

/** A picture of a box, as it lies in the store. */
export interface BoxPicture {
  /** The ten digits of its box. */
  readonly code: string;
  readonly content_type: string;
  readonly bytes: number;
  readonly crc32: number;
  /** When it was added, ISO 8601 in UTC. */
  readonly created: string;
}

const extensions: Readonly<Record<string, string>> = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp" };

/**
 * Pictures as one zip, stored and not deflated, `<box code>/<running number>.jpg` (product 9): its exact length, and a stream
 * that reads one picture at a time, piece by piece, whenever the receiver has taken the piece before. Pictures of a box
 * stand together. The stream fails where a picture is not the one that its length and CRC-32 describe.
 */
export function contentImages<P extends BoxPicture>(
  pictures: readonly P[],
  read: (picture: P) => AsyncIterable<Buffer>,
): { length: number; stream: Readable } {
  const entries = pictures.length === 0 ? [nothing] : pictureEntries(pictures, read);
  return storedZip(entries);
}

const sentence = Buffer.from("Für diese Boxen sind keine Bilder vorhanden.\r\n");

/** An empty zip is a broken file to Windows. */
const nothing: ZipEntry = {
  name: "Keine Bilder.txt",
  bytes: sentence.length,
  crc32: crc32(sentence),
  created: "1980-01-01T00:00:00Z", // the first day that a zip knows
  read: () => [sentence],
};

/** Pictures as files of a zip, in their order. */
export function pictureEntries<P extends BoxPicture>(
  pictures: readonly P[],
  read: (picture: P) => AsyncIterable<Buffer>,
): ZipEntry[] {
  const amounts = new Map<string, number>();
  for (const { code } of pictures) amounts.set(code, (amounts.get(code) ?? 0) + 1);
  const numbers = new Map<string, number>();
  return pictures.map((picture) => {
    const { code, content_type, bytes, created } = picture;
    const number = (numbers.get(code) ?? 0) + 1;
    numbers.set(code, number);
    const paddedNumber = String(number).padStart(String(amounts.get(code)).length, "0"); // or 10 would come before 2
    const name = `${code}/${paddedNumber}.${extensions[content_type] ?? "jpg"}`;
    return { name, bytes, crc32: picture.crc32, created, read: () => read(picture) };
  });
}
