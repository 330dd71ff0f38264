import type { Database } from "#server/database/database.ts";
import { farthest, type LogPosition } from "#server/database/standbys/primary-log.ts";
import { type ReplyCipher, tokenCipher } from "#server/http/idempotency/reply-cipher.ts";

/** The position of a caller that has seen no write yet. */
const nothing = "0";
/** The position of a caller that may have seen any write. */
export const primaryOnly = "primary";

let sealing: { archive: string; seal: ReplyCipher } | null = null;

/** A place tells how much everybody together has written: nobody can read it but the servers of this archive. */
function sealOf({ standbys }: Database): ReplyCipher | null {
  const archive = standbys?.log.archive ?? null;
  if (archive === null) return null;
  if (sealing?.archive !== archive) sealing = { archive, seal: tokenCipher(`seen ${archive}`) };
  return sealing.seal;
}

/** The place that was handed out; `farthest` where it cannot be read. */
export function unsealPosition(text: string, db: Database): LogPosition {
  if (text === nothing) return 0n;
  try {
    return BigInt(sealOf(db)?.open(Buffer.from(text, "base64url")) ?? farthest);
  } catch {
    return farthest;
  }
}

/** A place as it is handed out. */
export function sealPosition(position: LogPosition, db: Database): string {
  const seal = position === farthest ? null : sealOf(db);
  return seal?.close(String(position)).toString("base64url") ?? primaryOnly;
}
