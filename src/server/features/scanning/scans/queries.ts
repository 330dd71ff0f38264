import { sql } from "kysely";
import type { listScans } from "#contract/calls/scanning/scans.ts";
import type { Query } from "#contract/route.ts";
import type { OperationResult, Scan, ScannedBox } from "#contract/schemas/scanning/scans.ts";
import { bareCode, parseBoxCode } from "#rules/stock/box-code.ts";
import type { BoxState } from "#rules/stock/box-state.ts";
import { pageSize, toPage } from "#rules/lists/paging.ts";
import { parseRowScan, showPlace } from "#rules/stock/positions.ts";
import { codesByNumber } from "#server/database/boxes/box-numbers.ts";
import type { Reader } from "#server/database/database.ts";
import { allOf } from "#server/database/sql/conditions.ts";
import { type Scope, visibleTo, seenBy } from "#server/database/scope.ts";
import type { Tables } from "#server/database/tables.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** Finds the thing that a scanned or typed text names. Customer users find their own boxes, without places, and no rows. */
export async function resolve(db: Reader, scope: Scope, text: string) {
  const code = parseBoxCode(text);
  const row = parseRowScan(text);
  const result = code ? await boxByCode(db, scope, code) : row && scope.isStaff ? await rowByNumber(db, row) : null;
  const called = result ?? (await boxByNumber(db, scope, bareCode(text)));
  return called ?? (scope.isStaff ? await rowBySign(db, bareCode(text)) : null) ?? { kind: "unknown" as const };
}

/** The box that alone is called so by other people. */
async function boxByNumber(db: Reader, scope: Scope, text: string) {
  const [code, other] = await codesByNumber(db, scope, text);
  return code !== undefined && other === undefined ? boxByCode(db, scope, code) : null;
}

async function boxByCode(db: Reader, scope: Scope, code: string) {
  const box = await db
    .selectFrom("boxes")
    .innerJoin("customers", "customers.id", "boxes.customer_id")
    .leftJoin("rows", "rows.id", "boxes.row_id")
    .leftJoin("areas", "areas.id", "rows.area_id")
    .select(["boxes.id", "boxes.code", "boxes.state", "customers.id as customer_id", "customers.code as customer_code"])
    .select([
      "customers.name",
      "areas.name as area",
      "rows.number as row",
      "part",
      "height",
      "history_count as version",
    ])
    .where("boxes.code", "=", code)
    .where(visibleTo(scope, "boxes.customer_id"))
    .executeTakeFirst();
  if (!box) return null;
  const { id, state, customer_id, customer_code, name, area, row, part, height, version } = box;
  const place =
    area === null || row === null || part === null || height === null ? null : showPlace({ area, row, part, height });
  const owner = { id: customer_id, code: customer_code, name };
  return { kind: "box" as const, box: { id, code, state, owner, place, version } };
}

async function rowByNumber(db: Reader, id: number) {
  if (id > 2_147_483_647) return null;
  const row = await db
    .selectFrom("rows")
    .innerJoin("areas", "areas.id", "rows.area_id")
    .select(["rows.id", "rows.number", "area_id", "areas.name"])
    .where("rows.id", "=", id)
    .executeTakeFirst();
  return row && { kind: "row" as const, row: { id, number: row.number, area: { id: row.area_id, name: row.name } } };
}

/** The row whose sign said so in the system before. */
async function rowBySign(db: Reader, text: string) {
  const row = await db
    .selectFrom("rows")
    .select("id")
    .where(sql<boolean>`sign is not null and number_key(sign) = number_key(${text}::text)`)
    .executeTakeFirst();
  return row ? rowByNumber(db, row.id) : null;
}

interface BoxRow {
  readonly scan: string;
  readonly code: string;
  readonly state: BoxState;
  readonly version: number;
  readonly owner: number;
  readonly row_id: number | null;
  readonly part: number | null;
  readonly height: number | null;
  readonly area: string | null;
  readonly row: number | null;
  readonly delivery: number | null;
}

const boxRow = selectList<BoxRow>({
  ...fromTable("b", "code", "state", "row_id", "part", "height"),
  scan: "s.id",
  version: "b.history_count",
  owner: "b.customer_code",
  area: "a.name",
  row: "r.number",
  delivery: sql`(select d.code from delivery_boxes l join deliveries d on d.id = l.delivery_id
    where l.open and l.box_id = b.id)`,
});

const boxesOfScans = (scope: Scope, ids: readonly string[]) => sql<BoxRow>`
  select ${boxRow}
  from scans s join boxes b on b.code = s.box left join rows r on r.id = b.row_id left join areas a on a.id = r.area_id
  where s.id = any(${ids}::uuid[]) and ${seenBy(scope, sql`b.customer_id`)}`;

/** Answers with the boxes that the scans were about, as they are now. */
export async function withBoxes(
  db: Reader,
  scope: Scope,
  answers: readonly Omit<OperationResult, "box">[],
): Promise<OperationResult[]> {
  // of a malformed scan or a reused id it is not known what it is about
  const ids = answers.flatMap(({ id, code }) => (code === "invalid" || code === "id_reused" ? [] : [id]));
  const rows = ids.length === 0 ? [] : await db.list("boxes-of-scans", boxesOfScans(scope, ids));
  const boxes = new Map(rows.map((row) => [row.scan, boxOf(row)]));
  return answers.map((answer) => ({
    ...answer,
    box: answer.code === "id_reused" ? null : (boxes.get(answer.id.toLowerCase()) ?? null),
  }));
}

function boxOf({ code, state, version, owner, delivery, row_id, part, height, area, row }: BoxRow): ScannedBox {
  const isPlaced = row_id !== null && part !== null && height !== null && area !== null && row !== null;
  const place = isPlaced ? { row: row_id, part, height, text: showPlace({ area, row, part, height }) } : null;
  return { code, state, version, owner, delivery, place };
}

type ScanRow = Omit<Scan, "user" | "of" | "status" | "code" | "message"> & {
  batch: string | null;
  result: Tables["scans"]["result"]["__select__"];
  user_id: number | null;
  first_name: string | null;
  last_name: string | null;
};

const scanRow = selectList<ScanRow>({
  ...fromTable("s", "id", "kind", "device", "app", "seq", "at", "happened", "created", "box", "batch", "result"),
  ...fromTable("u", "first_name", "last_name"),
  user_id: "u.id",
});

interface Gap {
  device: string;
  first: number;
  last: number;
}

const gap = selectList<Gap>({ device: "s.device", first: sql`before + 1`, last: sql`seq - 1` });

/** Returns the scans, newest first, and the numbers of devices that never came. */
export async function listOfScans(db: Reader, _scope: Scope, query: Query<typeof listScans>) {
  const { device, user, limit = pageSize, offset = 0 } = query;
  const from = query.from === undefined ? sql`now() - interval '1 day'` : sql`${query.from}::timestamptz`;
  const ofDevice = device === undefined ? sql`true` : sql`s.device = ${device}::uuid`;
  const which = allOf([
    sql`s.user_id is not null and s.created >= ${from}`,
    ofDevice,
    ...(user === undefined ? [] : [sql`s.user_id = ${user}::bigint`]),
  ]);
  const [found, total, missing] = await Promise.all([
    sql<ScanRow>`
      select ${scanRow}
      from scans s
      join users u on u.id = s.user_id
      where ${which}
      order by s.created desc, s.id
      limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`select count(*) from scans s where ${which}`.execute(db),
    // the last days before say where the numbers were
    sql<Gap>`
      select ${gap} from (
        select device, seq, created, lag(seq) over (partition by device order by seq) as before from scans s
        where ${ofDevice} and device is not null and seq is not null and created >= ${from} - interval '7 days') s
      where seq > before + 1 and created >= ${from} order by 1, 2`.execute(db),
  ]);
  return { ...toPage(found.rows.map(scanOf), total.rows[0]?.count ?? 0, { limit, offset }), gaps: missing.rows };
}

function scanOf({ batch, result, user_id, first_name, last_name, ...scan }: ScanRow): Scan {
  const { status = "refused", code = null, message } = result;
  const user = user_id === null ? null : { id: user_id, first_name: first_name ?? "", last_name: last_name ?? "" };
  return { ...scan, user, of: batch, status, code, message };
}
