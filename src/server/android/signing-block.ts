import { createHash, createPublicKey, type KeyObject, sign } from "node:crypto";
import { u32, type ZipParts } from "./package-zip.ts";

// APK Signature Scheme v2, which Android 7 and 8 read, and v3 for those since (source.android.com/docs/security/features/apksigning).

/** Signer of packages. Android takes packages of the same certificate for versions of one app. */
export interface Signer {
  readonly key: KeyObject;
  /** In DER. */
  readonly certificate: Buffer;
}

const rsaWithSha256 = 0x0103;
const blocks = { v2: 0x7109871a, v3: 0xf05368c0, padding: 0x42726577 } as const;
const magic = Buffer.from("APK Sig Block 42");
const chunkBytes = 1024 * 1024;
const page = 4096; // the files behind the block keep their place in pages
/** Android 7 up to all that are to come. */
const systems = Buffer.concat([u32(24), u32(0x7fffffff)]);

const withLength = (bytes: Buffer) => Buffer.concat([u32(bytes.length), bytes]);
const list = (...items: readonly Buffer[]) => withLength(Buffer.concat(items.map(withLength)));

/** A signed package: whoever changes a byte of it has to be the signer. */
export function signPackage({ files, directory, end }: ZipParts, signer: Signer): Buffer {
  const digest = digestOf([files, directory, end]);
  const signatures = [
    pair(blocks.v2, signatureOf(digest, signer)),
    pair(blocks.v3, signatureOf(digest, signer, systems)),
  ];
  const block = blockOf(signatures);
  const movedEnd = Buffer.from(end);
  movedEnd.writeUInt32LE(files.length + block.length, 16); // where the directory begins
  return Buffer.concat([files, block, directory, movedEnd]);
}

/** Returns the SHA-256 of the SHA-256 sums of all megabytes. */
function digestOf(parts: readonly Buffer[]): Buffer {
  const digests = parts.flatMap((part) =>
    Array.from({ length: Math.ceil(part.length / chunkBytes) }, (_, index) => {
      const chunk = part.subarray(index * chunkBytes, (index + 1) * chunkBytes);
      return createHash("sha256")
        .update(Buffer.concat([Buffer.from([0xa5]), u32(chunk.length)]))
        .update(chunk)
        .digest();
    }),
  );
  return createHash("sha256")
    .update(Buffer.concat([Buffer.from([0x5a]), u32(digests.length), ...digests]))
    .digest();
}

/** One signer's block; v3 says twice for which systems. */
function signatureOf(digest: Buffer, { key, certificate }: Signer, range = Buffer.alloc(0)): Buffer {
  const none = list();
  const digests = list(Buffer.concat([u32(rsaWithSha256), withLength(digest)]));
  const signedData = Buffer.concat([digests, list(certificate), range, none]);
  const signature = Buffer.concat([u32(rsaWithSha256), withLength(sign("sha256", signedData, key))]);
  const publicKey = createPublicKey(key).export({ type: "spki", format: "der" });
  return list(Buffer.concat([withLength(signedData), range, list(signature), withLength(publicKey)]));
}

function blockOf(signatures: readonly Buffer[]): Buffer {
  const [sizes, head] = [8 + 8 + magic.length, 12];
  const content = Buffer.concat(signatures);
  const padding = pair(blocks.padding, Buffer.alloc(-(content.length + sizes + head) & (page - 1)));
  const size = u64(content.length + padding.length + 8 + magic.length);
  return Buffer.concat([size, content, padding, size, magic]);
}

const pair = (id: number, value: Buffer) => Buffer.concat([u64(value.length + 4), u32(id), value]);

function u64(number: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(number));
  return bytes;
}
