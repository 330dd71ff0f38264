import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Form in which the data kept of a call lies in the database. */
export interface ReplyCipher {
  readonly digest: (text: string) => Buffer;
  /** `iv` is a random one, unless what is closed twice has to look alike: then 12 bytes that no other text has. */
  readonly close: (text: string, iv?: Buffer) => Buffer;
  /** @throws where it was closed by another one */
  readonly open: (bytes: Buffer) => string;
}

/** Answers that say no more than the archive's own tables. */
export const plainReply: ReplyCipher = {
  digest: (text) => createHash("sha256").update(text).digest(),
  close: (text) => Buffer.from(text),
  open: (bytes) => bytes.toString(),
};

const cipher = "aes-256-gcm";
const [ivBytes, tagBytes, keyBytes] = [12, 16, 32];

/**
 * Returns the cipher for data that only the holder of a token can read, recognise or guess: passwords, codes and secrets. The database knows no more
 * of the token than its hash, and the token has 256 random bits.
 */
export function tokenCipher(token: string): ReplyCipher {
  const keys = Buffer.from(hkdfSync("sha256", token, "", "magazin: kept answers", 2 * keyBytes));
  const [secret, mac] = [keys.subarray(0, keyBytes), keys.subarray(keyBytes)];
  return {
    digest: (text) => createHmac("sha256", mac).update(text).digest(),
    close: (text, iv = randomBytes(ivBytes)) => {
      const closing = createCipheriv(cipher, secret, iv);
      const ciphertext = Buffer.concat([closing.update(text, "utf8"), closing.final()]);
      return Buffer.concat([iv, closing.getAuthTag(), ciphertext]);
    },
    open: (bytes) => {
      const opening = createDecipheriv(cipher, secret, bytes.subarray(0, ivBytes));
      opening.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()]).toString();
    },
  };
}
