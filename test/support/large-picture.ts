import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Picture } from "#server/storage/pictures.ts";

/** A picture of so many bytes that need not be seen. */
export function largePicture(length: number): Picture {
  const bytes = randomBytes(length);
  const sha256 = createHash("sha256").update(bytes).digest();
  const preview = bytes.subarray(0, 100);
  return { sha256, contentType: "image/jpeg", bytes, preview, crc32: crc32(bytes), width: 1, height: 1 };
}
