import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const mark = "mgz_";
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const [secretBytes, secretLength, sumLength] = [32, 43, 6];
const shape = new RegExp(`^${mark}[0-9A-Za-z]{${secretLength + sumLength}}$`);

function inDigits(number: bigint, length: number): string {
  let text = "";
  for (let rest = number; rest > 0n; rest /= 62n) text = (digits[Number(rest % 62n)] ?? "") + text;
  return text.padStart(length, "0");
}

/** Six digits of what stands before them: who mistypes a token learns so, and who finds one knows it for a token, without asking any server. */
const sumOf = (text: string) => inDigits(BigInt(crc32(text)), sumLength);

/** A new token of a program, how people know it again, and the hash that is kept of it. */
export function newApiToken(): { readonly plain: string; readonly prefix: string; readonly hash: Buffer } {
  const secret = inDigits(BigInt(`0x${randomBytes(secretBytes).toString("hex")}`), secretLength);
  const text = `${mark}${secret}`;
  const plain = `${text}${sumOf(text)}`;
  return { plain, prefix: plain.slice(0, mark.length + 4), hash: createHash("sha256").update(plain).digest() };
}

/** Says whether a text is meant to be a program's token. */
export const isApiToken = (token: string): boolean => token.startsWith(mark);

/** Says whether a text is a token, letter by letter, but not whether that token is good for anything. */
export function isWholeToken(token: string): boolean {
  if (!shape.test(token)) return false;
  return sumOf(token.slice(0, -sumLength)) === token.slice(-sumLength);
}
