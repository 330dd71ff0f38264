import { createHash } from "node:crypto";

// No row says what a preview is: it is made anew with every upload of its picture. So it says so itself, behind the image's
// end, where no viewer looks.
const mark = Buffer.from("sha256:");
const sealLength = mark.length + 32;
const digestOf = (jpeg: Buffer) => createHash("sha256").update(jpeg).digest();
const jpegStart = Buffer.from([0xff, 0xd8]);
const jpegEnd = Buffer.from([0xff, 0xd9]);

/** A preview as it is kept: with its own SHA-256 behind it. */
export const sealPreview = (jpeg: Buffer): Buffer => Buffer.concat([jpeg, mark, digestOf(jpeg)]);

/**
 * The preview without its seal; null where it is another one than was kept. One from before there were seals is taken if it
 * has a JPEG's start and end.
 */
export function unseal(kept: Buffer): Buffer | null {
  const end = kept.length - sealLength;
  if (end >= 0 && kept.subarray(end, end + mark.length).equals(mark)) {
    const jpeg = kept.subarray(0, end);
    return digestOf(jpeg).equals(kept.subarray(end + mark.length)) ? jpeg : null;
  }
  return kept.subarray(0, 2).equals(jpegStart) && kept.subarray(-2).equals(jpegEnd) ? kept : null;
}
