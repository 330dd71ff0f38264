import { createHash, type Hash } from "node:crypto";
import type { ClientBase } from "pg";
import { sha256 } from "./merkle.ts";

/** Facts that are kept of the entries of a day that one seal is over. */
interface AuditDay {
  readonly seal: number;
  readonly day: string;
  /** The same in days since 2000. */
  readonly number: number;
  readonly entries: number;
  readonly digest: Buffer;
}

/** A day of the audit trail as it is now: by the seal that its entries belong to. */
interface FoundDay {
  readonly seal: number;
  readonly day: string;
  count: number;
  readonly hash: Hash;
}

/** Facts that are proven of the audit trail. */
export interface AuditProof {
  /** Entries that are sealed and there, and days of which entries have expired: that these were written is proven. */
  readonly entries: number;
  readonly expired: number;
  readonly days: readonly AuditDay[];
  readonly faults: readonly string[];
}

interface Row {
  readonly seal: number;
  readonly day: string;
  readonly plain: Buffer;
}

const daysSql = `select seal, day::text as day, day - date '2000-01-01' as number, entries, digest from audit_days order by seal, day`;
/** Those that are sealed, with the first seal that ends after them; the bytes are those of migration 0123. */
const entriesSql = `select (select min(number) from seals where audit_until > a.at) as seal, berlin_day(a.at)::text as day,
  '\\x01' || int8send(a.id) || timestamptz_send(a.at) || int2send(a.kind) || int8send(coalesce(a.user_id, -1)) || int4send(coalesce(a.customer_code, -1))
    || int8send(coalesce(a.object_id, -1)) || ${["name", "address", "box_code", "object", "meta"]
      .map(
        (column) =>
          `coalesce(int4send(octet_length(convert_to(a.${column}::text, 'UTF8'))) || convert_to(a.${column}::text, 'UTF8'), int4send(-1))`,
      )
      .join(" || ")} as plain
  from audit a where a.at < (select max(audit_until) from seals) order by a.at, a.id`;
const limitSql = "select berlin_day(now() - interval '400 days')::text as day";

const atOnce = 5_000;
const keyOf = ({ seal, day }: Pick<AuditDay, "seal" | "day">) => `${seal} ${day}`;

/** Makes the digest of each day anew and compares it with what was sealed. To be asked within a transaction. */
export async function proveAudit(client: ClientBase): Promise<AuditProof> {
  const found = new Map<string, FoundDay>();
  await client.query(`declare verified_audit no scroll cursor for ${entriesSql}`);
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${atOnce} from verified_audit`);
    for (const row of rows) {
      const day = found.get(keyOf(row)) ?? { seal: row.seal, day: row.day, count: 0, hash: createHash("sha256") };
      found.set(keyOf(row), day);
      day.count++;
      day.hash.update(sha256(row.plain));
    }
    if (rows.length === 0) break;
  }
  await client.query("close verified_audit");
  const { rows: days } = await client.query<AuditDay>(daysSql);
  const limit = (await client.query<{ day: string }>(limitSql)).rows[0]?.day ?? "";
  let [entries, expired] = [0, 0];
  const faults: string[] = [];
  for (const kept of days) {
    const now = found.get(keyOf(kept));
    found.delete(keyOf(kept));
    const count = now?.count ?? 0;
    entries += count;
    const of = `the audit trail of ${kept.day}`;
    if (count < kept.entries && kept.day <= limit) expired++;
    else if (count !== kept.entries) faults.push(`${of} has ${count} of its ${kept.entries} entries`);
    else if (!now?.hash.digest().equals(kept.digest)) faults.push(`${of} is not what was written`);
  }
  for (const { day, count } of found.values())
    faults.push(`the audit trail of ${day} has ${count} entries that were not written then`);
  return { entries, expired, days, faults };
}
