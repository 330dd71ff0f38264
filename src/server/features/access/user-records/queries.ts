import { sql } from "kysely";
import { auditSentence, type AuditMeta } from "#rules/access/audit/audit.ts";
import { deviceOf } from "#rules/access/device.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { ownRows, type Scope } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

const mostEntries = 10_000; // of the audit trail, the newest

/** Returns SQL for what a table has of a user, as rows of JSON. */
const rowsOf = (columns: Sql, from: Sql, order: Sql) =>
  sql`coalesce((select json_agg(row_to_json(r)) from (select ${columns} from ${from} where user_id = u.id order by ${order}) r), '[]')`;

const about = (id: number) => sql<{ sessions: { agent: string }[] }>`
  select u.id, u.email, u.first_name, u.last_name, u.gender, u.phone1, u.phone2, u.is_staff, u.manages_users, u.active, u.created, u.last_login,
    u.init_password, u.password_since, (select confirmed from second_factors where user_id = u.id) as second_factor_since,
    ${rowsOf(sql`created, used, address, agent, confirmed_at, by_company`, sql`tokens`, sql`created`)} as sessions,
    ${rowsOf(
      sql`name, prefix, scopes, created, expires, ended, last_used, last_address`,
      sql`api_tokens`,
      sql`created`,
    )} as tokens,
    ${rowsOf(sql`address, used`, sql`known_addresses`, sql`used`)} as known_addresses,
    ${rowsOf(sql`device, used`, sql`known_devices`, sql`used`)} as known_devices,
    ${rowsOf(sql`issuer, subject, created, last_used`, sql`user_identities`, sql`created`)} as identities,
    ${rowsOf(sql`list, name, search, created`, sql`saved_views`, sql`created`)} as views,
    ${rowsOf(sql`url, ended, created`, sql`webhooks`, sql`created`)} as webhooks,
    ${rowsOf(sql`what, at`, sql`access_given`, sql`at`)} as access_given,
    ${rowsOf(sql`payload ->> 'mail' as mail, created, done_at, failure`, sql`messages`, sql`created`)} as mails,
    ${rowsOf(sql`topic, wanted`, sql`mail_choices`, sql`topic`)} as mail_choices,
    ${rowsOf(
      sql`c.code, c.name, may_order, may_store, may_manage, customer_users.may_invite, may_see_invoices, may_approve_destruction`,
      sql`customer_users join customers c on c.id = customer_id`,
      sql`c.code`,
    )} as customers
  from users u where u.id = ${id}`;

interface Entry {
  readonly at: string;
  readonly kind: number;
  readonly meta: AuditMeta | null;
  readonly address: string | null;
  readonly by_themselves: boolean;
}

/**
 * Returns SQL for the entries of the history. A caller who sees no others reads those of their own customers' boxes: the duration must not reveal how
 * much others have.
 */
function entriesOf(scope: Scope) {
  const everybody = sql`select kind, created, user_id from history union all select kind, created, user_id from taken_entries`;
  if (scope.isStaff) return sql`(${everybody}) h`;
  return sql`(
    select h.* from ${ownRows("boxes", sql`id`, scope.customerIds, sql`b`)}
    cross join lateral (
      select kind, created, user_id from history where box_id = b.id
      union all select kind, created, user_id from taken_entries where box_id = b.id offset 0) h) h`;
}

interface EntryRow {
  kind: number;
  count: number;
  first: string;
  last: string;
}

const entryRow = selectList<EntryRow>({
  kind: "kind",
  count: sql`count(*)::int`,
  first: sql`min(created)`,
  last: sql`max(created)`,
});

/** All that is kept about a user: of others only for whoever manages users. @throws 404 */
export async function recordOf(db: Reader, scope: Scope, id: number): Promise<object> {
  if (id !== scope.userId && !scope.managesUsers) throw notFound();
  const { rows } = await about(id).execute(db);
  const [user] = rows;
  if (!user) throw notFound();
  const entries = await sql<Entry>`
    select ${selectList<Entry>({
      ...fromTable("audit", "at", "kind", "meta"),
      address: sql`case when user_id = ${id} then address end`,
      by_themselves: sql`user_id is not distinct from ${id}`,
    })}
    from audit
    where ${scope.isStaff ? sql`user_id = ${id} or object = 'user' and object_id = ${id}` : sql`user_id = ${id}`}
    order by at desc, id desc
    limit ${mostEntries}`.execute(db);
  const entryRows = await sql<EntryRow>`
    select ${entryRow} from ${entriesOf(scope)}
    where user_id = ${id} group by kind order by kind`.execute(db);
  return {
    ...user,
    sessions: user.sessions.map((session) => ({ ...session, device: deviceOf(session.agent) })),
    audit: entries.rows.map(({ kind, meta, ...entry }) => ({ ...entry, what: auditSentence(kind, meta) })),
    box_history: entryRows.rows,
  };
}
