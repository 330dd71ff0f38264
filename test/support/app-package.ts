import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

/** Writes an Android package of about `size` bytes that no device could install, or a zip with other things in it; answers its bytes. */
export async function writePackage(file: string, size = 2_000, manifest = "AndroidManifest.xml"): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from("<manifest/>"), manifest, { compress: false });
  zip.addBuffer(randomBytes(size), "classes.dex", { compress: false });
  zip.end();
  const bytes = await buffer(zip.outputStream);
  writeFileSync(file, bytes);
  return bytes;
}
