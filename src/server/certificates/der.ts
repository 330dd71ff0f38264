/** The kinds of values of ASN.1 that certificates are made of, as DER tags them. */
export const tag = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  text: 0x0c,
  utcTime: 0x17,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** A value in DER: its tag, its length, its content. */
export function der(kind: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([kind, ...lengthOf(body.length)]), body]);
}

/** Up to 127 in one byte; more in as many as it takes, and before them how many those are. */
function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes = bigEndian(length, 8);
  return [0x80 | bytes.length, ...bytes];
}

function bigEndian(number: number, bits: 7 | 8): number[] {
  const base = 2 ** bits;
  const rest = Math.floor(number / base);
  return [...(rest > 0 ? bigEndian(rest, bits) : []), number % base];
}

export const sequence = (...content: readonly Uint8Array[]): Buffer => der(tag.sequence, ...content);

/** Encodes what stands behind `[number]` in ASN.1: a part that is identified by its place, with a value of its own kind inside or without. */
export const explicitTag = (number: number, ...content: readonly Uint8Array[]): Buffer =>
  der(0xa0 | number, ...content);
export const implicitTag = (number: number, content: Uint8Array): Buffer => der(0x80 | number, content);

/** A name of the world's tree of names, such as 2.5.29.17. */
export function oid(name: string): Buffer {
  const [first = 0, second = 0, ...rest] = name.split(".").map(Number);
  const bytes = rest.flatMap((part) =>
    bigEndian(part, 7).map((byte, at, all) => byte | (at < all.length - 1 ? 0x80 : 0)),
  );
  return der(tag.oid, Buffer.from([first * 40 + second, ...bytes]));
}

/** Bits in whole bytes, or the last ones of them unused. */
export const bits = (bytes: Uint8Array, unused = 0): Buffer => der(tag.bits, Buffer.from([unused]), bytes);

export const yes = der(tag.boolean, Buffer.from([0xff]));

/** A moment to the second; since 2050 with all digits of its year (RFC 5280). */
export function time(at: Date): Buffer {
  const digits = at.toISOString().replace(/[-:T]/g, "").slice(0, 14);
  if (at.getUTCFullYear() < 2050) return der(tag.utcTime, Buffer.from(`${digits.slice(2)}Z`));
  return der(tag.time, Buffer.from(`${digits}Z`));
}
