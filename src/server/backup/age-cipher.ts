import { Decrypter, Encrypter, identityToRecipient } from "age-encryption";
import { type Cipher, NoKey } from "./cipher.ts";
import { BrokenBackup } from "./read.ts";

/** Files of the `age` program for one identity. Both ways in pieces; every piece is proven before it is handed on. */
export async function ageCipher(identity: string): Promise<Cipher> {
  const recipient = await identityToRecipient(identity);
  return {
    suffix: ".age",
    async *encrypt(bytes) {
      const encrypter = new Encrypter();
      encrypter.addRecipient(recipient);
      yield* buffers(await encrypter.encrypt(streamOf(bytes)));
    },
    async *decrypt(bytes) {
      const source = { failed: false };
      try {
        const decrypter = new Decrypter();
        decrypter.addIdentity(identity);
        yield* buffers(await decrypter.decrypt(streamOf(noting(bytes, source))));
      } catch (error) {
        if (source.failed) throw error;
        const { message } = error as Error;
        if (message.includes("no identity matched"))
          throw new NoKey("The backup was encrypted with another key than BACKUP_KEY_FILE has.", { cause: error });
        throw new BrokenBackup(`What was encrypted is damaged: ${message}.`, { cause: error });
      }
    },
  };
}

/** The same bytes; notes where they could not be had, which is no damage. */
async function* noting(bytes: AsyncIterable<Buffer>, source: { failed: boolean }): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    source.failed = true;
    throw error;
  }
}

// the types of the web's streams and of Node's differ, the streams do not
const streamOf = (bytes: AsyncIterable<Buffer>) => ReadableStream.from(bytes) as ReadableStream<Uint8Array>;

async function* buffers(stream: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const piece of stream as unknown as AsyncIterable<Uint8Array>)
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
}
