import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/** The key that sealed something is not here: nobody can read it. */
export class LostKey extends Error {}

interface Key {
  /** Distinguishes keys, and says nothing about them. */
  readonly name: string;
  readonly bytes: Buffer;
}

const [ivBytes, tagBytes] = [12, 16];
const algorithm = "aes-256-gcm";
/** `sealed:1:` the key's name `:` iv, cipher text and tag in base64url. A later way to seal has another number. */
const sealedPattern = /^sealed:1:([0-9a-f]{8}):([\w-]+)$/;

function keyOf(text: string): Key {
  const bytes = Buffer.from(hkdfSync("sha256", text, "", "magazin: secrets of the tables", 32));
  return { name: createHash("sha256").update(bytes).digest("hex").slice(0, 8), bytes };
}

/**
 * Seals what the tables hold of secrets that the program has to read again: private keys and the seeds of second factors. Whoever has a backup or the
 * disk has not them then. Without a key nothing is sealed.
 */
export class Secrets {
  readonly #keys: readonly Key[];

  /** The first seals; the others are from before and only open. */
  constructor(keys: readonly string[] = []) {
    this.#keys = keys.map(keyOf);
  }

  /** Sealed for one place: what is put elsewhere is not opened there. */
  seal(text: string, place: string): string {
    const [key] = this.#keys;
    if (!key) return text;
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, key.bytes, iv).setAAD(Buffer.from(place));
    const bytes = Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
    return `sealed:1:${key.name}:${bytes.toString("base64url")}`;
  }

  /** The same as it was; what is not sealed is as it is. @throws LostKey */
  open(text: string, place: string): string {
    if (!text.startsWith("sealed:")) return text;
    const [, name, body = ""] = sealedPattern.exec(text) ?? [];
    const key = this.#keys.find((each) => each.name === name);
    if (!key)
      throw new LostKey(this.#keys.length === 0 ? "SECRETS_KEY_FILE is not set" : "SECRETS_KEY_FILE holds another key");
    const bytes = Buffer.from(body, "base64url");
    try {
      const decipher = createDecipheriv(algorithm, key.bytes, bytes.subarray(0, ivBytes)).setAAD(Buffer.from(place));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, "utf8") + decipher.final("utf8");
    } catch (cause) {
      throw new LostKey(`what is sealed for ${place} was changed`, { cause });
    }
  }

  /** Says whether the text would be sealed otherwise now. */
  isStale(text: string): boolean {
    const [key] = this.#keys;
    return key !== undefined && sealedPattern.exec(text)?.[1] !== key.name;
  }
}

/** Where the secrets of the tables are sealed for. */
export const secretContext = {
  key: (name: string) => `own_certificates ${name}`,
  factor: (userId: number) => `second_factors ${userId}`,
  webhook: (id: number) => `webhooks ${id}`,
};
