import { type RawBuilder, sql } from "kysely";
import {
  type AuditKind,
  type AuditMeta,
  type AuditPeriod,
  auditSentence,
  maxCounted,
} from "#rules/access/audit/audit.ts";
import type { AuditEntry, AuditPerson } from "#rules/access/audit/audit-entry.ts";
import { businessZone } from "#rules/dates.ts";
import { allOf, type Conditions, conditionsOf } from "#server/database/sql/conditions.ts";
import type { Reader } from "#server/database/database.ts";
import { fromTable, json, selectList } from "#server/database/sql/json.ts";

/** Conditions that narrow the entries within a period. */
export interface AuditFilter {
  /** The id of who did it. */
  readonly person?: number | undefined;
  readonly kind?: AuditKind | undefined;
  /** Codes. */
  readonly customer?: number | undefined;
  readonly box?: string | undefined;
}

const conditions: Conditions<AuditFilter> = {
  person: (id) => sql`user_id = ${id}::bigint`,
  kind: (kind) => sql`kind = ${kind}::smallint`,
  customer: (code) => sql`customer_code = ${code}::int`,
  box: (code) => sql`box_code = ${code}::text`,
};

/** A day of the business begins at midnight in Berlin. */
const midnight = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone ${businessZone}::text`;

function filterConditions(filter: AuditFilter, { from, to }: AuditPeriod) {
  const within = [
    sql`at >= ${midnight(sql`${from}::date`)}`,
    sql`at < ${midnight(sql`${to}::date + 1`)}`,
    ...conditionsOf(conditions, filter),
  ];
  return allOf(within);
}

const person = (table: "u" | "s") =>
  sql`case when ${sql.ref(`${table}.id`)} is not null then ${json<AuditPerson>({
    id: `${table}.id`,
    first_name: `${table}.first_name`,
    last_name: `${table}.last_name`,
    email: `${table}.email`,
  })} end`;
const customer = json<NonNullable<AuditEntry["customer"]>>({ id: "c.id", code: "e.customer_code" });
const box = json<NonNullable<AuditEntry["box"]>>({ id: "b.id", code: "e.box_code" });
const delivery = json<NonNullable<AuditEntry["delivery"]>>({ id: "d.id", code: "d.code" });

/** `moment` is `at` to the microsecond, which a clock of JavaScript does not know. */
type EntryRow = Omit<AuditEntry, "text"> & { readonly moment: string; readonly meta: AuditMeta | null };

const entryRow = selectList<EntryRow>({
  ...fromTable("e", "id", "at", "kind", "name", "address", "meta"),
  moment: sql`e.at::text`,
  user: person("u"),
  subject: person("s"),
  customer: sql`case when e.customer_code is not null then ${customer} end`,
  box: sql`case when e.box_code is not null then ${box} end`,
  delivery: sql`case when d.id is not null then ${delivery} end`,
});

/** The entries whose ids `which` selects, with the names of what is still there. */
const entries = (which: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<EntryRow>`
  with which as materialized (${which})
  select ${entryRow}
  from which join audit e on e.id = which.id
  left join users u on u.id = e.user_id
  left join users s on e.object = 'user' and s.id = e.object_id
  left join customers c on c.code = e.customer_code
  left join boxes b on b.code = e.box_code
  left join deliveries d on e.object = 'delivery' and d.id = e.object_id
  order by ${order}`;

const toEntry = ({ moment: _moment, meta, ...entry }: EntryRow): AuditEntry => ({
  ...entry,
  text: auditSentence(entry.kind, meta),
});

/** A piece of the first 10,000 entries. */
export async function auditPage(
  db: Reader,
  filter: AuditFilter & AuditPeriod,
  { descending, limit, offset }: { descending: boolean; limit: number; offset: number },
): Promise<AuditEntry[]> {
  const direction = descending ? sql`desc` : sql`asc`;
  const piece = sql`limit ${Math.max(0, Math.min(limit, maxCounted - offset))} offset ${offset}`;
  const which = sql`select id from audit where ${filterConditions(filter, filter)} order by at ${direction}, id ${direction} ${piece}`;
  const { rows } = await entries(which, sql`e.at ${direction}, e.id ${direction}`).execute(db);
  return rows.map(toEntry);
}

/** Returns the number of entries, 10,000 for all that is more: the work must not grow with the table. */
export async function countAudit(db: Reader, filter: AuditFilter & AuditPeriod): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from audit where ${filterConditions(filter, filter)} limit ${maxCounted}) counted`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

const pieceSize = 1000;

/** Every entry of the period in order, piece by piece: however many there are, a thousand are in memory. */
export async function* allAudit(
  db: Reader,
  filter: AuditFilter & AuditPeriod,
  descending = true,
): AsyncGenerator<AuditEntry[]> {
  const [direction, beyond] = descending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  for (let rest: RawBuilder<unknown> = sql`true`; ; ) {
    const which = sql`
      select id from audit where ${filterConditions(filter, filter)} and ${rest} order by at ${direction}, id ${direction} limit ${pieceSize}`;
    const { rows } = await entries(which, sql`e.at ${direction}, e.id ${direction}`).execute(db);
    if (rows.length > 0) yield rows.map(toEntry);
    const last = rows.at(-1);
    if (!last || rows.length < pieceSize) return;
    rest = sql`(at, id) ${beyond} (${last.moment}::timestamptz, ${last.id}::bigint)`;
  }
}
