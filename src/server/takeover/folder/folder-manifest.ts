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

/** Description of a folder, kept in the folder itself. It is written last and makes a fetch valid. */
export const FolderManifest = z.object({
  format: z.literal(folderFormat),
  /** Version of Magazin that wrote the folder. */
  program: z.string(),
  /** The base of the API that was read. */
  address: z.string(),
  begun: z.iso.datetime(),
  completed: z.iso.datetime(),
  /** True where every object was read in this fetch. False where only those objects were read that the lists showed as changed. */
  whole: z.boolean(),
  /** True where the pictures include the barcodes of boxes. */
  barcodes: z.boolean(),
  /** The folder within in which the files lie. */
  data: z.string().check(z.regex(/^data-\d+$/)),
  files: z.array(KeptFile),
  pictures: z.object({ files: count, bytes: count }),
  /** Sentences about everything that kept changing or could not be read. */
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
