import { sql } from "kysely";
import type { Reader, Sql } from "#server/database/database.ts";
import { kindAccess, objectKinds } from "#rules/exchange/object-kinds.ts";
import { ownRights, type Scope, seenCustomers } from "#server/database/scope.ts";
import { selectList } from "#server/database/sql/json.ts";

/** The object that was reported last: transactions are reported in the order of their numbers, and what one of them changed by kind and id. */
export interface Position {
  readonly xid: string;
  /** Its place in `objectKinds`. */
  readonly kind: number;
  readonly id: number;
  readonly version: number;
}
/** The position before the first change. */
const beginning: Position = { xid: "0", kind: 0, id: 0, version: 0 };

/** Origin of the counted transactions: the database's own secret, and a mark of the database, its server and its timeline. */
export interface ChangesOrigin {
  readonly secret: string;
  readonly mark: string;
}

/** A change as JSON has it. */
type Line = readonly [xid: string, kind: number, id: number, version: number, deleted: boolean];

/** Numbers of transactions mean something in one database of one server, until a standby takes over: on the primary its log says so at once. */
const mark = sql`substr(md5(concat_ws(' ', o.id, (pg_control_system()).system_identifier,
  substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))), 1, 12)`;

/** Older than all that still run: nothing is committed below it any more. */
const settled = sql`xid < pg_snapshot_xmin(pg_current_snapshot())`;

const ofInvoices = objectKinds.flatMap((kind, number) => (kindAccess[kind] === "invoices" ? [number] : []));

/** The changes of each kind, and for customer users of each of their customers, `each` along an index of its own. */
function changesOf(scope: Scope, kinds: readonly number[], each: Sql): Sql {
  const wanted = sql`unnest(${kinds}::smallint[]) w(kind)`;
  const columns = sql`select xid, kind, id, version, deleted from object_changes`;
  const customers = seenCustomers(scope);
  return customers === null
    ? sql`${wanted} cross join lateral (${columns} where kind = w.kind and ${settled} ${each}) c`
    : sql`unnest(${customers}::bigint[]) m(customer) cross join ${wanted}
        cross join lateral (${columns} where customer_id = m.customer and kind = w.kind and ${settled}
          and (kind <> all(${ofInvoices}::smallint[]) or exists (
            select from ${ownRights(scope)} r where r.customer_id = m.customer and r.may_see_invoices)) ${each}) c`;
}

const nameFor = (name: string, { isStaff }: Scope) => (isStaff ? `${name}-of-all` : `${name}-of-own`);

/** Behind the position, for each kind: within a transaction the kinds come one after the other. */
const behind = ({ xid, kind, id }: Position) => sql`and (xid, id) > (${xid}::xid8,
  case when w.kind = ${kind}::smallint then ${id}::bigint when w.kind < ${kind}::smallint then 9223372036854775807 else 0 end)`;

interface Asked {
  readonly kinds: readonly number[];
  readonly position: Position;
  readonly limit: number;
}
interface Page {
  readonly mark: string;
  /** True where the last reported change is still there, or was changed later: not so where the machine was set back. */
  readonly known: boolean;
  readonly lines: readonly Line[];
}

const page = (scope: Scope, { kinds, position, limit }: Asked) => sql<Page>`
  select ${selectList<Page>({
    mark,
    known: sql`${position.id}::bigint = 0 or exists (
      select from object_changes k where k.kind = ${position.kind}::smallint and k.id = ${position.id}::bigint
        and (k.xid = ${position.xid}::xid8 and k.version = ${position.version}::bigint
          or k.xid > ${position.xid}::xid8 and k.version > ${position.version}::bigint))`,
    lines: sql`(select coalesce(json_agg(json_build_array(xid::text, kind, id, version, deleted)
      order by xid, kind, id), '[]') from (
      select c.* from ${changesOf(scope, kinds, sql`${behind(position)} order by xid, id limit ${limit}`)}
      order by xid, kind, id limit ${limit}) l)`,
  })}
  from pack_origin o`;

/** The changes behind a position, in their order. One statement, and so one snapshot. */
export async function changesBehind(db: Reader, scope: Scope, asked: Asked): Promise<Page> {
  const [row] = await db.list(nameFor("changes", scope), page(scope, asked));
  if (!row) throw new Error("The database has no origin.");
  return row;
}

const positionColumns = selectList<Position>({ xid: sql`xid::text`, kind: "c.kind", id: "id", version: "version" });

/** Where somebody begins: behind the last of what would have been reported to them. */
export async function lastPosition(db: Reader, scope: Scope, kinds: readonly number[]): Promise<Position> {
  const each = sql`order by xid desc, id desc limit 1`;
  const [row] = await db.list(
    nameFor("last-position", scope),
    sql<Position>`select ${positionColumns} from ${changesOf(scope, kinds, each)}
      order by c.xid desc, c.kind desc, c.id desc limit 1`,
  );
  return row ?? beginning;
}

const changesOriginColumns = selectList<ChangesOrigin>({ secret: "o.id", mark });

export async function changesOrigin(db: Reader): Promise<ChangesOrigin> {
  const [row] = await db.list("changes-origin", sql<ChangesOrigin>`select ${changesOriginColumns} from pack_origin o`);
  if (!row) throw new Error("The database has no origin.");
  return row;
}
