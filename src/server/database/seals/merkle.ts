import { hash } from "node:crypto";

const nodeLength = 32;
const begin = 256; // nodes

/** @returns SHA-256 as bytes */
export const sha256 = (bytes: Buffer): Buffer => hash("sha256", bytes, "buffer");

/** The leaves of a Merkle tree, one behind the other: there may be a million. */
export class MerkleTree {
  #bytes = Buffer.alloc(begin * nodeLength);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(leaf: Buffer): void {
    if (this.#count * nodeLength === this.#bytes.length)
      this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length)]);
    leaf.copy(this.#bytes, this.#count++ * nodeLength);
  }

  /** The root; the tree is used up by it. A last node without a neighbour rises as it is (migration 0017, `merkle_root`). */
  root(): Buffer {
    if (this.#count === 0) return sha256(Buffer.alloc(0));
    const pair = Buffer.alloc(1 + 2 * nodeLength, 1); // its first byte says that it is no leaf
    for (let nodes = this.#count; nodes > 1; nodes = Math.ceil(nodes / 2)) {
      for (let at = 0; at < nodes; at += 2) {
        const from = at * nodeLength;
        const to = from / 2;
        if (at + 1 === nodes) {
          this.#bytes.copy(this.#bytes, to, from, from + nodeLength);
          continue;
        }
        this.#bytes.copy(pair, 1, from, from + 2 * nodeLength);
        sha256(pair).copy(this.#bytes, to);
      }
    }
    return Buffer.from(this.#bytes.subarray(0, nodeLength));
  }
}
