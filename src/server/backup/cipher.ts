/** Protection of a place's files against anybody who can read the place. */
export interface Cipher {
  /** Ending of the names of its files. */
  readonly suffix: "" | ".age";
  encrypt(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer>;
  decrypt(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer>;
}

/** Everything as it is. */
export const plain: Cipher = { suffix: "", encrypt: (bytes) => bytes, decrypt: (bytes) => bytes };

/** Why something cannot be encrypted or decrypted, in a sentence that holds no secret. */
export class NoKey extends Error {}
