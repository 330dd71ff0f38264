// The tar format (POSIX ustar), as strict as a proof needs it: a reader that accepts no byte which it does not account for.

const block = 512;
const nameLength = 100;

/** A member's head, or the sentence that says why the bytes are none. */
export interface Member {
  readonly name: string;
  readonly size: number;
}

/** A file that is no tar, or is not one to its last byte. */
export class BrokenTar extends Error {}

/** The head of a member: a plain file of `size` bytes, named in ASCII with at most 100 characters, readable by its owner only. */
export function memberHead({ name, size }: Member, written: Date): Buffer {
  if (name.length > nameLength || /[^\x21-\x7e]/.test(name)) throw new Error(`no name for a tar: ${name}`);
  const head = Buffer.alloc(block);
  head.write(name, 0, "latin1");
  head.write(octal(0o600, 8), 100, "latin1");
  head.write(octal(0, 8), 108, "latin1");
  head.write(octal(0, 8), 116, "latin1");
  head.write(octal(size, 12), 124, "latin1");
  head.write(octal(Math.floor(written.getTime() / 1000), 12), 136, "latin1");
  head.write("0", 156, "latin1");
  head.write("ustar\u000000", 257, "latin1");
  head.write(`${octal(sumOf(head), 7)} `, 148, "latin1");
  return head;
}

/** The zeros after `size` bytes of content. */
export const padding = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block);

/** The end of every tar. */
export const end = Buffer.alloc(2 * block);

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;

/** The sum over a head, its own eight bytes taken as blanks. */
function sumOf(head: Buffer): number {
  let sum = 8 * 0x20;
  for (const [index, byte] of head.entries()) if (index < 148 || index >= 156) sum += byte;
  return sum;
}

/** All of a stream that is known to be small. */
export async function gather(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/** Reads exact amounts from a stream of pieces. */
class Bytes {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** At most `most` bytes; none at the end. */
  async some(most: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#source.next();
      if (done === true) return Buffer.alloc(0);
      this.#rest = value;
    }
    const piece = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  async *exactly(length: number): AsyncGenerator<Buffer> {
    for (let remaining = length; remaining > 0; ) {
      const piece = await this.some(remaining);
      if (piece.length === 0) throw new BrokenTar("it ends too early");
      remaining -= piece.length;
      yield piece;
    }
  }

  async whole(length: number): Promise<Buffer> {
    return gather(this.exactly(length));
  }
}

/** A member while it is read: its content has to be read to its end before the next one comes. */
export interface OpenMember extends Member {
  /** Its head, byte for byte. */
  readonly head: Buffer;
  readonly content: AsyncIterable<Buffer>;
}

/**
 * The members of a tar, one after the other. Reads the whole stream: zeros where zeros belong, nothing after the end.
 * @throws BrokenTar at the first byte that does not fit.
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<OpenMember> {
  const bytes = new Bytes(source);
  for (;;) {
    const head = await bytes.whole(block);
    if (isZero(head)) break;
    const member = readHead(head);
    yield { ...member, head, content: bytes.exactly(member.size) };
    if (!isZero(await bytes.whole(padding(member.size).length)))
      throw new BrokenTar(`what follows ${member.name} is no padding`);
  }
  if (!isZero(await bytes.whole(block))) throw new BrokenTar("its end is none");
  if ((await bytes.some(1)).length > 0) throw new BrokenTar("something follows its end");
}

const isZero = (bytes: Buffer) => bytes.every((byte) => byte === 0);

function readHead(head: Buffer): Member {
  const name = head.toString("latin1", 0, nameLength).replace(/\0+$/, "");
  const size = Number.parseInt(head.toString("latin1", 124, 135), 8);
  const checksum = Number.parseInt(head.toString("latin1", 136, 147), 8);
  // made again from what was read: every other byte of the head is as we write it, or the head is not ours
  const same = Number.isSafeInteger(size) && Number.isSafeInteger(checksum) && /^[\x21-\x7e]{1,100}$/.test(name);
  if (!same || !memberHead({ name, size }, new Date(checksum * 1000)).equals(head))
    throw new BrokenTar("a head is damaged, or it is no backup");
  return { name, size };
}
