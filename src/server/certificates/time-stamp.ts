import { randomBytes } from "node:crypto";
import { der, oid, sequence, tag, yes } from "./der.ts";

/** Statement of an authority for time stamps (RFC 3161): that it saw this hash at that moment. `openssl ts -verify` proves who signed it. */
export interface TimeStamp {
  /** SHA-256 of what was stamped. */
  readonly hash: Buffer;
  readonly at: Date;
  /** The number that whoever asked gave along. */
  readonly nonce: Buffer | null;
}

const sha256 = "2.16.840.1.101.3.4.2.1";
const grantedStatus = [0, 1]; // as asked, or with a remark
const longest = 64 * 1024; // bytes of an answer
const timeouts = 30_000; // ms

/** A question of RFC 3161 about a SHA-256, with the authority's certificate wanted along; the nonce has its highest bit clear. */
export const stampRequest = (hash: Uint8Array, nonce: Uint8Array): Buffer =>
  sequence(
    der(tag.integer, Buffer.from([1])),
    sequence(sequence(oid(sha256), der(0x05)), der(tag.octets, hash)),
    der(tag.integer, nonce),
    yes,
  );

/**
 * Has an authority stamp a SHA-256; answers its whole reply, to be kept, and when it saw the hash.
 * @throws Error with what is wrong, for the operator: it cannot be had, refuses, or stamps something else.
 */
export async function askForStamp(
  url: string,
  hash: Uint8Array,
  ending: AbortSignal,
): Promise<{ reply: Buffer; at: Date }> {
  const nonce = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/timestamp-query", accept: "application/timestamp-reply" },
    body: Uint8Array.from(stampRequest(hash, nonce)),
    signal: AbortSignal.any([ending, AbortSignal.timeout(timeouts)]),
  });
  if (!response.ok) throw new Error(`the authority for time stamps answered ${response.status}`);
  const reply = await replyOf(response);
  const stamp = readStamp(reply);
  if (!stamp.hash.equals(hash) || !stamp.nonce?.equals(nonce))
    throw new Error("the authority for time stamps stamped something else than it was asked to");
  return { reply, at: stamp.at };
}

/** Stops reading where it is too long. */
async function replyOf(response: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > longest) throw new Error("the reply is no time stamp: it is too long");
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/**
 * Reads an authority's reply.
 * @throws Error where it is none, or the authority refused.
 */
export function readStamp(reply: Uint8Array): TimeStamp {
  const [status, token] = partsOf(only(reply, tag.sequence));
  const [code] = partsOf(contentOf(status, tag.sequence));
  if (!grantedStatus.includes(contentOf(code, tag.integer)[0] ?? -1))
    throw new Error("the authority refused the time stamp");
  const [, wrapped] = partsOf(contentOf(token, tag.sequence));
  const [signed] = partsOf(contentOf(wrapped, 0xa0));
  const [, , capsule] = partsOf(contentOf(signed, tag.sequence));
  const [, held] = partsOf(contentOf(capsule, tag.sequence));
  const [octets] = partsOf(contentOf(held, 0xa0));
  const [, , imprint, , moment, ...more] = partsOf(only(contentOf(octets, tag.octets), tag.sequence));
  const [algorithm, hash] = partsOf(contentOf(imprint, tag.sequence));
  const [name] = partsOf(contentOf(algorithm, tag.sequence));
  if (!oid(sha256).equals(der(tag.oid, contentOf(name, tag.oid))))
    throw new Error("the time stamp is not of a SHA-256");
  const nonce = more.find(({ kind }) => kind === tag.integer);
  return {
    hash: contentOf(hash, tag.octets),
    at: momentOf(contentOf(moment, tag.time)),
    nonce: nonce ? nonce.content : null,
  };
}

interface Part {
  readonly kind: number;
  readonly content: Buffer;
}

function contentOf(part: Part | undefined, kind: number): Buffer {
  if (part?.kind !== kind) throw new Error("the reply is no time stamp");
  return part.content;
}

const only = (bytes: Uint8Array, kind: number): Buffer => contentOf(partsOf(Buffer.from(bytes))[0], kind);

/** The values that stand one behind the other. @throws Error where one is cut off */
function partsOf(bytes: Buffer): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < bytes.length; ) {
    const kind = bytes[at] ?? 0;
    const first = bytes[at + 1] ?? 0;
    const digits = first < 0x80 ? 0 : first & 0x7f;
    const begin = at + 2 + digits;
    if (digits > 4 || first === 0x80 || begin > bytes.length) throw new Error("the reply is no time stamp");
    const length = digits === 0 ? first : bytes.readUIntBE(at + 2, digits);
    if (begin + length > bytes.length) throw new Error("the reply is cut off");
    parts.push({ kind, content: bytes.subarray(begin, begin + length) });
    at = begin + length;
  }
  return parts;
}

/** A moment as RFC 3161 writes it: in UTC, to the second or finer. */
function momentOf(text: Buffer): Date {
  const [, date, time, fraction = ""] = /^(\d{8})(\d{6})(\.\d+)?Z$/.exec(text.toString("latin1")) ?? [];
  if (date === undefined || time === undefined) throw new Error("the time stamp has no moment");
  const [day, clock] = [date.replace(/(....)(..)/, "$1-$2-"), time.replace(/(..)(..)/, "$1:$2:")];
  const at = new Date(`${day}T${clock}${fraction}Z`);
  if (Number.isNaN(at.getTime())) throw new Error("the time stamp has no moment");
  return at;
}
