import { buffer } from "node:stream/consumers";
import type { FileStore } from "#server/storage/file-store.ts";
import { type Cipher, NoKey, plain } from "./cipher.ts";

// Files beside encrypted backups at a place: the recipient and, with a passphrase, the identity that the passphrase opens.
const recipientName = "recipient.txt";
const lockedName = "key.age";

interface Key {
  readonly identity?: string;
  readonly passphrase?: string;
}

/** An age identity, as `age-keygen` writes it, or a passphrase. @throws NoKey */
function readKey(text: string): Key {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const identity = lines.find((line) => line.startsWith("AGE-SECRET-KEY-"));
  if (identity !== undefined) return { identity };
  if (lines.some((line) => line.startsWith("age1")))
    throw new NoKey("BACKUP_KEY has to be a passphrase, or a line that begins with AGE-SECRET-KEY-.");
  return { passphrase: text.trim() };
}

/** Returns the cipher that writes backups to a place: plain without a key. @throws NoKey where what lies there has another key */
export async function cipherToWrite(place: FileStore, key: string | undefined): Promise<Cipher> {
  if (key === undefined) return plain;
  const secretKey = readKey(key);
  const identity =
    secretKey.identity ?? (await unlockIdentity(place, secretKey)) ?? (await lockNewIdentity(place, secretKey));
  const { identityToRecipient } = await import("age-encryption");
  const recipient = await identityToRecipient(identity).catch((error: Error) => {
    throw new NoKey("The identity in BACKUP_KEY_FILE is damaged.", { cause: error });
  });
  const storedRecipient = await textOf(place, recipientName);
  if (storedRecipient === null) await place.put(recipientName, bytesOf(`${recipient}\n`));
  else if (storedRecipient.trim() !== recipient)
    throw new NoKey(`The backups in ${place.address} are for another key than BACKUP_KEY_FILE has. Use another place.`);
  return (await import("./age-cipher.ts")).ageCipher(identity);
}

/** Returns the cipher that reads an encrypted backup. @throws NoKey */
export async function cipherToRead(place: FileStore, key: string | undefined): Promise<Cipher> {
  if (key === undefined) throw new NoKey("The backup is encrypted: BACKUP_KEY_FILE has to name the file with its key.");
  const secretKey = readKey(key);
  const identity = secretKey.identity ?? (await unlockIdentity(place, secretKey));
  if (identity === undefined)
    throw new NoKey(
      `There is no ${lockedName} in ${place.address}: the passphrase opens it, and it opens the backups.`,
    );
  return (await import("./age-cipher.ts")).ageCipher(identity).catch((error: Error) => {
    throw new NoKey("The identity in BACKUP_KEY_FILE is damaged.", { cause: error });
  });
}

/** The identity that lies at the place, locked by the passphrase; undefined where there is none. */
async function unlockIdentity(place: FileStore, { passphrase = "" }: Key): Promise<string | undefined> {
  const file = await place.open(lockedName);
  if (!file) return undefined;
  const ciphertext = await buffer(file.stream);
  const { unlock } = await import("./passphrase.ts");
  try {
    return (await unlock(ciphertext, passphrase)).split("\n").find((line) => line.startsWith("AGE-SECRET-KEY-"));
  } catch (error) {
    throw new NoKey(`The passphrase in BACKUP_KEY_FILE does not open ${lockedName} in ${place.address}.`, {
      cause: error,
    });
  }
}

/** An identity of the place's own: a passphrase costs half a second to try, which for each of a million pictures is too much. */
async function lockNewIdentity(place: FileStore, { passphrase = "" }: Key): Promise<string> {
  if ((await textOf(place, recipientName)) !== null)
    throw new NoKey(`${lockedName} is missing in ${place.address}: put it back, or use another place.`);
  const { generateX25519Identity } = await import("age-encryption");
  const identity = await generateX25519Identity();
  const { lock } = await import("./passphrase.ts");
  await place.put(lockedName, bytesOf(await lock(`${identity}\n`, passphrase)));
  return identity;
}

async function textOf(place: FileStore, name: string): Promise<string | null> {
  const file = await place.open(name);
  return file && (await buffer(file.stream)).toString();
}

async function* bytesOf(content: string | Uint8Array): AsyncGenerator<Buffer> {
  yield Buffer.from(content);
}
