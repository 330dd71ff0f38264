import { type Encoding, encodingText } from "#rules/exchange/imports/layout.ts";
import { unreadable } from "#rules/exchange/imports/unreadable.ts";
import { UnreadableList } from "./unreadable-list.ts";

const beginsWith = (file: Buffer, ...bytes: number[]) => bytes.every((byte, index) => file[index] === byte);
const headBytes = 2000;

function encodingOf(file: Buffer): Encoding {
  if (beginsWith(file, 0xef, 0xbb, 0xbf)) return "utf-8";
  if (beginsWith(file, 0xff, 0xfe)) return "utf-16le";
  if (beginsWith(file, 0xfe, 0xff)) return "utf-16be";
  const head = file.subarray(0, headBytes);
  const zeros = [0, 1].map((odd) => head.filter((byte, index) => byte === 0 && index % 2 === odd).length);
  const [atEven = 0, atOdd = 0] = zeros;
  // in German and English every second byte is a zero, but for some letters
  if (Math.max(atEven, atOdd) > head.length / 4) return atOdd > atEven ? "utf-16le" : "utf-16be";
  return "utf-8";
}

function decodeStrictly(file: Buffer, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file);
  } catch {
    return null;
  }
}

/** What no text has; also what windows-1252 leaves free. */
// oxlint-disable-next-line no-control-regex -- which bytes are no text is the point
const noText = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f]/;

/**
 * A text file as a string, in the encoding that is `wanted`, else in the first that fits all of it: by its mark, UTF-16 by its zeros, UTF-8,
 * Windows-1252.
 * @throws UnreadableList where it is no text in it
 */
export function decode(file: Buffer, wanted: Encoding | null): { text: string; encoding: Encoding } {
  const first = wanted ?? encodingOf(file);
  const others: Encoding[] = wanted === null && first === "utf-8" ? ["windows-1252"] : [];
  for (const encoding of [first, ...others]) {
    const text = decodeStrictly(file, encoding);
    if (text !== null && !noText.test(text)) return { text, encoding };
  }
  throw new UnreadableList(wanted === null ? unreadable.noList : unreadable.otherEncoding(encodingText[wanted]));
}
