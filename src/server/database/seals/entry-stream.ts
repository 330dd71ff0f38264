import type { ClientBase } from "pg";
import { to as copyTo } from "pg-copy-streams";

/** A history entry as PostgreSQL sends it; numbers are in the byte order of the network, as they go into its hash. */
export interface RawEntry {
  readonly boxId: Buffer;
  readonly seq: Buffer;
  readonly kind: Buffer;
  readonly userId: Buffer | null;
  /** µs since 2000. */
  readonly created: Buffer;
  /** By which device it was scanned, and when (µs since 2000); null where that is not known. */
  readonly device: Buffer | null;
  readonly happened: Buffer | null;
  /** Input of the digest: the salt, and `meta` and `text`, each behind its length of four bytes, -1 for none. Null where there is no salt. */
  readonly said: Buffer | null;
  /** When what it says was blanked, as `created`. */
  readonly blanked: Buffer | null;
  readonly digest: Buffer;
  readonly hash: Buffer;
}

const headLength = 19; // its name, flags, and the length of an extension, which is 0
const fields = 13;

/**
 * Reads entries in the order of their boxes and numbers; `where` speaks of `history`. They come in PostgreSQL's binary form, because that
 * is what their hashes are made of; an entry is good until the next one is asked for.
 */
export async function* readEntries(client: ClientBase, where = "true"): AsyncGenerator<RawEntry[]> {
  const stream = client.query(
    copyTo(`copy (select box_id, seq, kind, user_id, created, device, happened, salt, convert_to(meta::text, 'UTF8'), convert_to(text, 'UTF8'), digest, hash, blanked
      from history where ${where} order by box_id, seq) to stdout (format binary)`),
  );
  let rest: Buffer = Buffer.alloc(0);
  let begun = false;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let at = 0;
    if (!begun) {
      if (bytes.length < headLength) {
        rest = bytes;
        continue;
      }
      at = headLength;
      begun = true;
    }
    const entries: RawEntry[] = [];
    for (let end = endOf(bytes, at); end !== null; end = endOf(bytes, at)) {
      entries.push(entryAt(bytes, at));
      at = end;
    }
    rest = bytes.subarray(at);
    if (entries.length > 0) yield entries;
  }
}

/** Where the entry ends that begins at `at`; null where it is not whole yet, or the trailer. */
function endOf(bytes: Buffer, at: number): number | null {
  let end = at + 2;
  if (end > bytes.length || bytes.readInt16BE(at) !== fields) return null;
  for (let field = 0; field < fields; field++) {
    if (end + 4 > bytes.length) return null;
    end += 4 + Math.max(0, bytes.readInt32BE(end));
  }
  return end > bytes.length ? null : end;
}

function entryAt(bytes: Buffer, begin: number): RawEntry {
  let at = begin + 2;
  const field = (): Buffer | null => {
    const length = bytes.readInt32BE(at);
    at += 4 + Math.max(0, length);
    return length < 0 ? null : bytes.subarray(at - length, at);
  };
  const whole = () => field() ?? Buffer.alloc(0);
  const [boxId, seq, kind, userId, created] = [whole(), whole(), whole(), field(), whole()];
  const [device, happened] = [field(), field()];
  const end = at + 4; // one piece as it comes
  const salt = field();
  field();
  field();
  const entry = { boxId, seq, kind, userId, created, device, happened, said: salt && bytes.subarray(end, at) };
  return { ...entry, digest: whole(), hash: whole(), blanked: field() };
}
