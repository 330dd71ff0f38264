import type { Place } from "#server/database/changes/changes-since.ts";
import type { ChangesOrigin } from "#server/database/changes/changed-objects.ts";
import { tokenCipher } from "#server/http/idempotency/reply-cipher.ts";

const form = "c1";
const ivBytes = 12;

const cipherOf = ({ secret }: ChangesOrigin) => tokenCipher(`changes ${secret}`);

/** A number of a transaction reveals how much everybody writes: nobody reads it but this archive. The same place is the same text. */
export function closeCursor(origin: ChangesOrigin, { mark, selection, position }: Place): string {
  const cipher = cipherOf(origin);
  const text = [selection, position.xid, position.kind, position.id, position.version].join(" ");
  const sealed = cipher.close(text, cipher.digest(text).subarray(0, ivBytes));
  return `${form}-${mark}-${sealed.toString("base64url")}`;
}

/** The place that a cursor names; `unknown` where it is of another database, and undefined where nobody gave it out. */
export function openCursor(origin: ChangesOrigin, cursor: string): Place | "unknown" | undefined {
  const [cursorForm, mark, ...rest] = cursor.split("-");
  if (cursorForm !== form || mark !== origin.mark) return "unknown";
  try {
    const text = cipherOf(origin).open(Buffer.from(rest.join("-"), "base64url"));
    const [selection = "", xid = "", kind, id, version] = text.split(" ");
    return { mark, selection, position: { xid, kind: Number(kind), id: Number(id), version: Number(version) } };
  } catch {
    return undefined;
  }
}
