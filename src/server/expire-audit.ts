import { expireAudit } from "#server/database/audit.ts";
import type { Database } from "#server/database/database.ts";

const day = 86_400_000; // ms

type Log = (message: string, detail: object) => void;

/** Removes what the audit trail need not keep any more, piece by piece; a failure is told and left to the next day. */
async function expire(db: Database, log: Log): Promise<void> {
  try {
    let gone = 0;
    for (let piece = -1; piece !== 0; gone += piece) piece = await db.write(expireAudit);
    if (gone > 0) log("audit entries older than 400 days removed", { entries: gone });
  } catch (error) {
    log("the audit trail could not be cleaned up", { reason: (error as Error).message });
  }
}

/** Does it now and once a day. */
export function expireDaily(db: Database, log: Log): void {
  void expire(db, log);
  setInterval(() => void expire(db, log), day).unref();
}
