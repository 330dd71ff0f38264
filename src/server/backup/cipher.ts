/** How what goes to a place is kept from whoever can read the place. */
export interface Cipher {
  /** What the names of encrypted files end with. */
  readonly suffix: string;
  encrypt(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer>;
  decrypt(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer>;
}

/** Everything as it is. */
export const plain: Cipher = { suffix: "", encrypt: (bytes) => bytes, decrypt: (bytes) => bytes };
