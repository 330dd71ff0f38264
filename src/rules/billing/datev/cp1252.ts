/** Bytes 0x80 to 0x9f, of which five are free; those from 0xa0 on are as in Unicode. */
const middle = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Every sign of Windows-1252 that can be seen, and the ends of lines, with its byte. */
const bytes: ReadonlyMap<string, number> = new Map([
  ...[0x0a, 0x0d, ...range(0x20, 0x7e), ...range(0xa0, 0xff)].map((byte) => [String.fromCharCode(byte), byte] as const),
  ...Array.from(middle, (sign, index) => [sign, 0x80 + index] as const).filter(([sign]) => sign !== " "),
]);

/** Letters that are no other letter with a mark, and signs that differ by their width alone. */
const likenesses: Readonly<Record<string, string>> = {
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ħ: "h",
  Ħ: "H",
  ŧ: "t",
  Ŧ: "T",
  ı: "i",
  ẞ: "SS",
  "‐": "-",
  "‑": "-",
  "−": "-",
};

/** A sign by what is nearest to it: itself, its likeness, without its marks, or `?`. */
function nearest(sign: string): string {
  if (bytes.has(sign)) return sign;
  const plain = likenesses[sign] ?? sign.normalize("NFKD").replace(/\p{M}+/gu, "");
  return Array.from(plain).every((one) => bytes.has(one)) ? plain : "?";
}

/** A text on one line with the signs of Windows-1252 alone: `ł` as `l`, `č` as `c`, and `?` for what has no likeness. */
export const plainText = (text: string): string =>
  Array.from(text.normalize("NFC").replace(/[\p{C}\p{Z}]+/gu, " "), nearest)
    .join("")
    .trim();

/** The bytes of a text in Windows-1252. @throws RangeError for a sign that it lacks */
export function cp1252(text: string): Uint8Array {
  return Uint8Array.from(Array.from(text), (sign) => {
    const byte = bytes.get(sign);
    if (byte === undefined) throw new RangeError(`Windows-1252 has no ${sign}.`);
    return byte;
  });
}
