import { createHash } from "node:crypto";
import type { ChangesOrigin, Position } from "#server/database/changes/changed-objects.ts";
import type { Scope } from "#server/database/scope.ts";
import { tokenCipher } from "#server/http/idempotency/reply-cipher.ts";

const form = "c1";
const ivBytes = 12;

/** What somebody may hear of and asks for: who sees more customers than before has not read those. */
export const askedSelection = ({ isStaff, customerIds }: Scope, kinds: readonly string[] | undefined) => {
  const customers = isStaff ? "all" : [...customerIds].sort((one, other) => one - other).join(",");
  return createHash("sha256")
    .update(`${customers} ${kinds?.join(",") ?? "all"}`)
    .digest("hex")
    .slice(0, 12);
};

const cipherOf = ({ secret }: ChangesOrigin) => tokenCipher(`changes ${secret}`);

/** A number of a transaction tells how much everybody writes: nobody reads it but this archive. The same place is the same text. */
export function closeCursor(origin: ChangesOrigin, selection: string, { xid, kind, id, version }: Position): string {
  const cipher = cipherOf(origin);
  const text = [selection, xid, kind, id, version].join(" ");
  const sealed = cipher.close(text, cipher.digest(text).subarray(0, ivBytes));
  return `${form}-${origin.mark}-${sealed.toString("base64url")}`;
}

/** The place that a cursor names and what it was asked for; null where it is of another database, and undefined where nobody gave it out. */
export function openCursor(origin: ChangesOrigin, cursor: string) {
  const [cursorForm, mark, ...rest] = cursor.split("-");
  if (cursorForm !== form || mark !== origin.mark) return null;
  try {
    const text = cipherOf(origin).open(Buffer.from(rest.join("-"), "base64url"));
    const [selection = "", xid = "", kind, id, version] = text.split(" ");
    return { selection, position: { xid, kind: Number(kind), id: Number(id), version: Number(version) } };
  } catch {
    return undefined;
  }
}
