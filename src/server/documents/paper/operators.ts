/** The operators of a page as they grow: one piece of memory for all pages of a document instead of millions of strings. */
export class Operators {
  #bytes: Buffer;
  #length = 0;

  constructor(size = 1 << 16) {
    this.#bytes = Buffer.allocUnsafe(size);
  }

  /** Latin-1 text. */
  write(text: string): void {
    this.#reserve(text.length);
    // the native call costs more than a few characters
    if (text.length > 24) this.#bytes.write(text, this.#length, "latin1");
    else for (let i = 0; i < text.length; i++) this.#bytes[this.#length + i] = text.charCodeAt(i);
    this.#length += text.length;
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    if (bytes.length > 24) this.#bytes.set(bytes, this.#length);
    else for (let i = 0; i < bytes.length; i++) this.#bytes[this.#length + i] = bytes[i] ?? 0;
    this.#length += bytes.length;
  }

  /** Returns the bytes that were written; they hold until more is written or they are cleared. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe((this.#length + more) * 2);
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
