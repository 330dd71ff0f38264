import { createHash } from "node:crypto";
import * as z from "zod/mini";

/** The folder's format (decision 187): another one is not read. */
export const folderFormat = 1;

const count = z.int().check(z.minimum(0));

const KeptFile = z.object({
  name: z.string().check(z.regex(/^[\w.]+$/)),
  lines: count,
  bytes: count,
  sha256: z.string(),
});
export type KeptFile = z.infer<typeof KeptFile>;

/** What a folder says of itself; written last, it makes a fetch valid. */
export const FolderManifest = z.object({
  format: z.literal(folderFormat),
  /** Which Magazin wrote it. */
  program: z.string(),
  /** The base of the API that was read. */
  address: z.string(),
  begun: z.iso.datetime(),
  completed: z.iso.datetime(),
  /** Whether every object was read in this fetch, or only what the lists showed to have changed. */
  whole: z.boolean(),
  /** Whether barcodes of boxes are among the pictures. */
  barcodes: z.boolean(),
  /** The folder within in which the files lie. */
  data: z.string().check(z.regex(/^data-\d+$/)),
  files: z.array(KeptFile),
  pictures: z.object({ files: count, bytes: count }),
  /** What was not quiet or could not be read, as sentences. */
  doubts: z.array(z.string()),
});
export type FolderManifest = z.infer<typeof FolderManifest>;

/** SHA-256, in hexadecimal digits. */
export const hexDigest = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** The manifest as it is written: its last line is the digest of all before it. */
export function manifestText(manifest: FolderManifest): string {
  const text = JSON.stringify(manifest, null, 2);
  return `${text.slice(0, -2)},\n  "digest": "${hexDigest(text)}"\n}\n`;
}

/** The digest that such a text ends with; people compare it. */
export const manifestDigest = (manifest: FolderManifest): string => hexDigest(JSON.stringify(manifest, null, 2));
