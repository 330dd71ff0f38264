import { sql } from "kysely";
import { businessZone } from "#rules/dates.ts";
import type { Database, Reader } from "#server/database/database.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** A seal over what was written between the seal before and `until`, as it is exported; hashes in hex, instants in UTC to the µs. */
export interface HistorySeal {
  readonly number: number;
  readonly until: string;
  readonly boxes: number;
  readonly entries: number;
  /** Destruction batches to which something happened, and how much; null in seals of before these were sealed. */
  readonly batches: number | null;
  readonly events: number | null;
  /** Invoices and cancellations that were issued; null in seals of before these were sealed. */
  readonly invoices: number | null;
  /** Entries of the audit trail, and up to when; null in seals of before these were sealed. */
  readonly audit_entries: number | null;
  readonly audit_until: string | null;
  readonly root: string;
  readonly previous: string;
  readonly hash: string;
  readonly found: boolean;
  /** The reply of an authority for time stamps (RFC 3161), in Base64; null where none was asked. */
  readonly stamp: string | null;
}

/** The beginning of today in Berlin. */
const midnight = sql<string>`date_trunc('day', now(), ${businessZone}::text)`;

/**
 * Seals the days that are over, where no server did yet; answers whether there was anything to seal. In three transactions: the first two
 * wait for those who write and make it certain that nobody adds to those days, the third keeps nobody waiting but who takes a step of a batch or issues an invoice.
 */
export function sealDays(db: Database): Promise<boolean> {
  return sealUntil(db, midnight);
}

/** Seals everything up to this moment. */
export function sealNow(db: Database): Promise<boolean> {
  return sealUntil(db, sql<string>`now()`);
}

async function sealUntil(db: Database, instant: typeof midnight): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select at < ${instant} or at > coalesce((select max(until) from seals), '-infinity') as due from history_floor`.execute(
    db.read,
  );
  if (!rows[0]?.due) return false;
  await db.write((tx) => sql`select close_history(${instant})`.execute(tx));
  await db.write((tx) => sql`select close_audit(${instant})`.execute(tx));
  const result = await db.write((tx) => sql<{ made: boolean }>`select make_seal() as made`.execute(tx));
  return result.rows[0]?.made === true;
}

/** The columns of a seal as they are exported. */
const utc = (instant: string) => sql`to_char(${sql.ref(instant)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const historySeal = selectList<HistorySeal>({
  ...fromTable("seals", "number", "boxes", "entries", "batches", "events", "invoices", "audit_entries", "found"),
  until: utc("until"),
  audit_until: utc("audit_until"),
  root: sql`encode(root, 'hex')`,
  previous: sql`encode(previous, 'hex')`,
  hash: sql`encode(hash, 'hex')`,
  stamp: sql`(select translate(encode(reply, 'base64'), E'\\n', '') from seal_stamps where seal = number)`,
});

/** All seals, the first one first: one a day. */
export async function allSeals(db: Reader): Promise<HistorySeal[]> {
  const { rows } = await sql<HistorySeal>`select ${historySeal} from seals order by number`.execute(db);
  return rows;
}

/** The seal that was made last, and the last day (`YYYY-MM-DD` in Berlin) of which there is something in it; undefined before the first one. */
export function lastSeal(db: Reader): Promise<{ number: number; day: string; hash: string } | undefined> {
  return db
    .selectFrom("seals")
    .select([
      "number",
      sql<string>`berlin_day(until - interval '1 microsecond')`.as("day"),
      sql<string>`encode(hash, 'hex')`.as("hash"),
    ])
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** A page of seals as they are listed. */
export async function sealPage(
  db: Reader,
  { descending, limit, offset }: { descending: boolean; limit: number; offset: number },
) {
  return db
    .selectFrom("seals")
    .select([
      "number",
      "until",
      "boxes",
      "entries",
      "events",
      "invoices",
      "found",
      sql<string>`encode(hash, 'hex')`.as("hash"),
      sql<string | null>`(select at from seal_stamps where seal = number)`.as("stamped"),
    ])
    .orderBy("number", descending ? "desc" : "asc")
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countSeals(db: Reader): Promise<number> {
  const { last } = await db
    .selectFrom("seals")
    .select(sql<number>`coalesce(max(number), 0)`.as("last"))
    .executeTakeFirstOrThrow();
  return last;
}
