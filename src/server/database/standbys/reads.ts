import type { Database, Reader } from "#server/database/database.ts";
import type { LogPosition } from "./primary-log.ts";

/** Database access of a call that changes nothing. It decides which server answers the call (decision 52). */
export interface Reads {
  /** A standby that has replayed what the caller has seen, else the primary. */
  readonly read: Reader;
  /** Searches by the primary: of everybody's in short time, of their own in as much as other reading has. */
  readonly search: Reader;
  /** For what takes many statements and must be of one moment, by the primary. */
  readonly snapshot: Database["snapshot"];
}

interface ReadingCaller {
  /** True where the caller sees a part of a customer. */
  readonly department: boolean;
  /** 0 for nobody. */
  readonly userId: number;
  readonly isStaff: boolean;
  /** Position of the log when the caller last saw something of the archive; null where what they read must be as it is now. */
  readonly seen: LogPosition | null;
}

/** Chooses who reads for a caller. */
export function readsFor(db: Database, { userId, isStaff, department, seen }: ReadingCaller): Reads {
  if (department) return db.departmentReads(userId);
  return {
    read: seen === null || db.standbys === null ? db.read : db.standbys.readerFor(seen, userId),
    search: isStaff ? db.search : db.ownSearch,
    snapshot: db.snapshot.bind(db),
  };
}
