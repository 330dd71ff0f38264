import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { Decrypter, Encrypter, type Identity, type Recipient, Stanza } from "age-encryption";

// A passphrase opens an age file by scrypt. The package computes that on the thread that serves everybody, for seconds; here Node does, on
// another thread. The files are the same.
const derive = promisify<string, Buffer, number, { N: number; r: number; maxmem: number }, Buffer>(scrypt);
const label = "age-encryption.org/v1/scrypt";
const cost = 17; // 2^17 blocks, 128 MB for half a second
const highestCost = 20;
const noNonce = Buffer.alloc(12); // the key is used once
const tagLength = 16;

const keyOf = (passphrase: string, salt: Buffer, logN: number) =>
  derive(passphrase, Buffer.concat([Buffer.from(label), salt]), 32, { N: 2 ** logN, r: 8, maxmem: 2 ** (logN + 11) });

const recipient = (passphrase: string): Recipient => ({
  async wrapFileKey(fileKey) {
    const salt = randomBytes(16);
    const cipher = createCipheriv("chacha20-poly1305", await keyOf(passphrase, salt, cost), noNonce, {
      authTagLength: tagLength,
    });
    const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
    return [new Stanza(["scrypt", salt.toString("base64").replace(/=+$/, ""), String(cost)], body)];
  },
});

const identity = (passphrase: string): Identity => ({
  async unwrapFileKey([stanza]) {
    const [kind, salt = "", logN = ""] = stanza?.args ?? [];
    if (!stanza || kind !== "scrypt" || !/^\d{1,2}$/.test(logN) || Number(logN) > highestCost) return null;
    const key = await keyOf(passphrase, Buffer.from(salt, "base64"), Number(logN));
    const cipher = createDecipheriv("chacha20-poly1305", key, noNonce, { authTagLength: tagLength });
    const body = Buffer.from(stanza.body);
    cipher.setAuthTag(body.subarray(-tagLength));
    try {
      return Buffer.concat([cipher.update(body.subarray(0, -tagLength)), cipher.final()]);
    } catch {
      return null; // another passphrase
    }
  },
});

/** A brief text as an age file that this passphrase opens. */
export function lock(text: string, passphrase: string): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient(passphrase));
  return encrypter.encrypt(text);
}

/** The text of such a file. @throws where the passphrase is another one, or the file is damaged */
export function unlock(file: Uint8Array, passphrase: string): Promise<string> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity(passphrase));
  return decrypter.decrypt(file, "text");
}
