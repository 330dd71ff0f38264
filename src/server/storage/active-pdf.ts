import { constants, inflateSync } from "node:zlib";

/** Actions of a PDF besides showing pages: it runs programs, carries other files, or asks for others. They are names of its dictionaries. */
const active = /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|ImportData|SubmitForm|GoToE|XFA\s*[[\d])/;
const encryptMark = /\/Encrypt\b/;
const most = 64 * 1024 * 1024; // bytes that all these streams of a file unpack to
/** Bytes: a file is looked through piece by piece, each with the beginning of the next, in which a name may end. */
const [pieceSize, overlap] = [1024 * 1024, 64];
const longestHead = 8192; // bytes of a stream's dictionary

/** Fault of a PDF that is kept and shown to others. */
export type PdfFault = "active" | "encrypted" | "unreadable";

/** Returns the fault of a PDF: null where it shows pages and does nothing else. The amount that a reader unpacks to know its pages is bounded. */
export function pdfFault(file: Buffer): PdfFault | null {
  for (let at = 0; at < file.length; at += pieceSize) {
    const names = namesOf(file.toString("latin1", at, at + pieceSize + overlap));
    if (encryptMark.test(names)) return "encrypted"; // nobody can look into it
    if (active.test(names)) return "active";
  }
  for (const objects of packedObjects(file)) {
    if (objects === null) return "unreadable";
    if (active.test(namesOf(objects))) return "active";
  }
  return null;
}

/** Names may be written with the numbers of their letters. */
const namesOf = (text: string) =>
  text.replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Streams that a reader unpacks before any page: packed objects, which are known by their `First` too, and those of cross references and of meta data. */
const readFirst = /\/(?:ObjStm|First|XRef|W|Metadata)\b/;
const objectsMark = /\/(?:ObjStm|First)\b/;

/**
 * Yields the texts that a reader reads before any page, each stream unpacked. Yields null for a stream that cannot be unpacked, or where all of them
 * together are too large.
 */
function* packedObjects(file: Buffer): Generator<string | null> {
  const text = file.toString("latin1");
  let left = most;
  for (const { index, 0: word } of text.matchAll(/\bstream[ \t]*(?:\r\n|\r|\n)/g)) {
    const before = text.slice(Math.max(0, index - longestHead), index);
    const head = namesOf(before.slice(Math.max(0, before.lastIndexOf(" obj"))));
    if (!readFirst.test(head)) continue;
    const start = index + word.length;
    const isObjects = objectsMark.test(head);
    if (!/\/Filter/.test(head)) {
      if (isObjects) yield text.slice(start, text.indexOf("endstream", start));
      continue;
    }
    const isPlainFlate = /\/Filter\s*\[?\s*\/FlateDecode\s*\]?\s*(?:\/|>>|$)/.test(head);
    const isFiltered = isObjects && /\/DecodeParms/.test(head);
    const unpacked = isPlainFlate && !isFiltered ? inflate(file.subarray(start), left) : null;
    left -= unpacked?.length ?? 0;
    yield unpacked;
  }
}

/** Unpacks bytes and ignores everything behind the packed ones. */
function inflate(bytes: Buffer, maxOutputLength: number): string | null {
  try {
    return inflateSync(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH }).toString("latin1");
  } catch {
    return null;
  }
}
