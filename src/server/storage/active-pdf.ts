import { constants, inflateSync } from "node:zlib";

/** What a PDF does besides showing pages: it runs programs, carries other files, or asks for others. As names of its dictionaries. */
const active = /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|ImportData|SubmitForm|GoToE|XFA\s*[[\d])/;
const encryptMark = /\/Encrypt\b/;
const most = 64 * 1024 * 1024; // bytes that the objects of one stream unpack to

/** What is wrong with a PDF that is kept and shown to others: null where it shows pages and does nothing else. */
export function pdfFault(file: Buffer): "active" | "encrypted" | "unreadable" | null {
  const text = file.toString("latin1");
  const names = namesOf(text);
  if (encryptMark.test(names)) return "encrypted"; // nobody can look into it
  if (active.test(names)) return "active";
  for (const objects of packedObjects(file, text)) {
    if (objects === null) return "unreadable";
    if (active.test(namesOf(objects))) return "active";
  }
  return null;
}

/** Names may be written with the numbers of their letters. */
const namesOf = (text: string) =>
  text.replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Objects that lie packed in streams, each stream unpacked; null for one that cannot be. */
function* packedObjects(file: Buffer, text: string): Generator<string | null> {
  for (const { index, 0: word } of text.matchAll(/\bstream\r?\n/g)) {
    const head = namesOf(text.slice(Math.max(text.lastIndexOf(" obj", index), index - 4096, 0), index));
    if (!/\/ObjStm\b/.test(head)) continue;
    const start = index + word.length;
    if (!/\/Filter/.test(head)) {
      yield text.slice(start, text.indexOf("endstream", start));
      continue;
    }
    const isPlainFlate = /\/Filter\s*\[?\s*\/FlateDecode\s*\]?\s*(?:\/|>>|$)/.test(head) && !/\/DecodeParms/.test(head);
    yield isPlainFlate ? inflate(file.subarray(start)) : null;
  }
}

/** What comes behind the packed bytes is passed over. */
function inflate(bytes: Buffer): string | null {
  try {
    return inflateSync(bytes, { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH }).toString("latin1");
  } catch {
    return null;
  }
}
