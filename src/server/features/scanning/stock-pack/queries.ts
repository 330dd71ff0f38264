import { sql } from "kysely";
import type { scanPack } from "#contract/calls/scanning/scan-pack.ts";
import type { Query } from "#contract/route.ts";
import type { ScanPack } from "#contract/schemas/scanning/scan-pack.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { DeliveryState, outboundKinds } from "#rules/deliveries/delivery-state.ts";
import { BatchState, LineDecision, type LineProgress } from "#rules/destruction/batch-state.ts";
import { objectKinds } from "#rules/exchange/object-kinds.ts";
import { StocktakeState } from "#rules/stocktake/stocktake-state.ts";
import { isoInstant, type Reader, type Sql } from "#server/database/database.ts";
import { json, selectList } from "#server/database/sql/json.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";

const list = (entry: Sql, from: Sql) => sql`(select coalesce(json_agg(${entry}), '[]') from ${from})`;

/** Condition for the boxes `b` that a device working in these areas may meet. Each condition is one lookup in the index of areas. */
const inAreas = (areas: readonly number[]) => sql`b.place_area = any(${areas}::int[])`;
const withoutPlace = sql`b.place_area = 0 and b.state <> ${sql.lit(BoxState.destroyed)}`;
const isMetBy = (areas: readonly number[] | null) =>
  areas === null ? sql`true` : sql`(${inAreas(areas)} or ${withoutPlace})`;

const unfinishedDeliveries = (is: "outbound" | "inbound") =>
  sql`d.kind ${is === "outbound" ? sql`in` : sql`not in`} (${sql.join(outboundKinds.map((kind) => sql.lit(kind)))}) and d.state in (${sql.lit(DeliveryState.open)}, ${sql.lit(DeliveryState.processing)})`;
const lines = (is: "outbound" | "inbound", columns: { readonly boxes: Sql; readonly contents: Sql }) => sql`(
  select d.id as delivery, b.code as box, l.* from (
    select delivery_id, box_id, null::bigint as content, null as text ${columns.boxes} from delivery_boxes where open
    union all select delivery_id, box_id, content_id, content ${columns.contents} from delivery_contents where open) l
  join deliveries d on d.id = l.delivery_id join boxes b on b.id = l.box_id
  where ${unfinishedDeliveries(is)} order by d.id, b.code, l.content) l`;

type Entry<Name extends "rows" | "deliveries" | "lines" | "returns" | "batches" | "stocktakes"> = NonNullable<
  ScanPack[Name]
>[number];
const rowJson = json<Entry<"rows">>({
  id: "r.id",
  number: "number",
  area: json<Entry<"rows">["area"]>({ id: "a.id", name: "a.name" }),
  reverse: "reverse",
  parts: "parts",
  heights: "heights",
  sign: "sign",
});
/** With an instant as the connection reads it outside of JSON. */
const deliveryJson = json<Entry<"deliveries">>({
  id: "d.id",
  code: "d.code",
  kind: "d.kind",
  state: "d.state",
  time: sql`d.time::text`,
  customer: "c.code",
});
const thing = { delivery: "delivery", box: "box", content: "content", text: "text" };
const lineJson = json<Entry<"lines">>({ ...thing, picked: "picked", loaded: "loaded", fate: "fate" });
const returnJson = json<Entry<"returns">>(thing);

const progress: Record<LineProgress, Sql> = {
  destroyed: sql`l.scanned_at is not null`,
  out: sql`l.not_destroyed_reason is not null`,
  staged: sql`l.staged_at is not null`,
  open: sql`true`,
};
const progressOfLine = sql`case ${sql.join(
  Object.entries(progress).map(([name, is]) => sql`when ${is} then ${sql.lit(name)}`),
  sql` `,
)} end`;
const approvedBoxes = sql`destruction_lines l join boxes b on b.id = l.box_id where l.batch_id = d.id and l.decision = ${sql.lit(LineDecision.approved)}`;
/** Condition for held boxes. It looks up no box of a customer with no hold at all, as most customers are. */
const isHeld = sql`l.living and case when c.audit_open_from is not null
  or exists (select from holds h where h.customer_id = c.id and h.released_at is null) then exists (select from holds_on(b.id)) end`;
const batchJson = json<Entry<"batches">>({
  id: "d.id",
  customer: "c.code",
  state: "d.state",
  wait_until: sql`d.wait_until::text`,
  lines: list(sql`json_build_array(b.code, ${progressOfLine}) order by b.code`, approvedBoxes),
  held: list(sql`b.code order by b.code`, sql`${approvedBoxes} and ${isHeld}`),
});

const stocktakeJson = json<Entry<"stocktakes">>({
  id: "s.id",
  blind: "s.blind",
  rows: list(
    sql`json_build_array(r.row_id, r.state) order by r.row_id`,
    sql`stocktake_rows r where r.stocktake_id = s.id`,
  ),
});

/** The kind of boxes in `object_changes`. */
const boxKind = sql.lit(objectKinds.indexOf("box"));

/** Parts that are sent whole or not at all; the cursor has a digest of each, in this order. */
const wholes = ["rows", "customers", "deliveries", "lines", "returns", "batches", "stocktakes"] as const;

/** Marks that match nothing in a later history, even where it has come to the same numbers. An entry's hash is salted, and a box is deleted once. */
const marks = {
  entry: sql`substr(encode(hash, 'hex'), 1, 8)`,
  deletion: sql`substr(md5(extract(epoch from deleted)::text), 1, 8)`,
};
const noMark = "0".repeat(16);

interface Asked {
  readonly areas: readonly number[] | null;
  readonly tag: string | null;
  readonly since: string;
  readonly known: readonly string[];
  readonly box: number | null;
  readonly mark: string | null;
}

/** A box as an array, to which its numbers are added where it has any. */
const boxColumns = sql`code, state, row_id, part, height, history_count, customer_code`;
const numbersOf = sql`case when (select exists (select from box_numbers)) then
  (select jsonb_agg(text order by id) from box_numbers where box_id = b.id) end as texts`;

/**
 * The boxes that are reported, all or those that have changed, as the indexes have them, so that nothing is sorted. The numbers of each are looked up: those of
 * the other halls' boxes are more than there are boxes here.
 */
function metBoxes(areas: readonly number[] | null): Sql {
  const all = areas === null ? [sql`true`] : [inAreas(areas), withoutPlace];
  const order = areas === null ? sql`code` : sql`place_area, code`;
  const wholeOf = (isMet: Sql) => sql`
    (select b.*, ${numbersOf} from (select * from boxes b where (select is_full from begun) and ${isMet} order by ${order}) b)`;
  return sql`${sql.join(all.map(wholeOf), sql` union all `)}
    union all
    (select b.*, ${numbersOf}
      from changed cross join lateral (select * from boxes where id = box_id offset 0) b where ${isMetBy(areas)} order by code)`;
}

/** Each that is to be sent; null where the device has it already. */
const changedWholes = Object.fromEntries(
  wholes.map((name, at) => [
    name,
    sql`case when is_full or now[${sql.lit(at + 1)}] is distinct from known[${sql.lit(at + 1)}] then ${sql.ref(name)} end`,
  ]),
) as Record<(typeof wholes)[number], Sql>;
const listOf = (name: (typeof wholes)[number]) => sql.table(`${name}_list`);

const packRow = (scope: Scope, areas: readonly number[] | null) =>
  selectList<PackRow>({
    ...changedWholes,
    tag: "begun.tag",
    full: "begun.is_full",
    xid: sql`coalesce((
      select xid from object_changes where kind = ${boxKind} and xid < pg_snapshot_xmin(pg_current_snapshot()) order by xid desc limit 1), '0')::text`,
    digests: sql`array_to_string(now, '') || coalesce((select mark from ended), ${sql.lit(noMark)})`,
    boxes: list(
      sql`case when texts is null then json_build_array(${boxColumns}) else (jsonb_build_array(${boxColumns})
        || texts)::json end`,
      sql`met where ${seenBy(scope, sql`customer_id`)}`,
    ),
    gone: list(
      sql`code`,
      sql`(select coalesce(d.code, b.code) as code from changed left join deleted_boxes d using (box_id)
        left join lateral (select * from boxes where id = changed.box_id or code = d.code offset 0) b on true
        where b.id is null or not ${isMetBy(areas)}) g`,
    ),
  });

/**
 * One statement, and so one snapshot. Numbers of transactions are given before they commit: the cursor is the last of those that changed a
 * box before the oldest that still runs, so that whatever commits later has a higher one (decision 064).
 */
const pack = (scope: Scope, { areas, tag, since, known, box, mark }: Asked) => sql<PackRow>`
  with asked as (select ${areas}::int[] as areas, ${tag}::text as tag, ${since}::xid8 as since, ${known}::text[] as known,
    ${box}::bigint as box, ${mark}::text as mark),
  origin as (
    select substr(md5(concat_ws(' ', o.id, (pg_control_system()).system_identifier, (pg_control_checkpoint()).timeline_id, areas)), 1, 8) as tag,
      areas from pack_origin o, asked),
  begun as (
    select o.tag, o.tag is distinct from a.tag or a.since >= pg_snapshot_xmax(pg_current_snapshot()) or a.box is distinct from 0 and not exists (
        select from history where box_id = a.box and ${marks.entry} = a.mark
        union all select from deleted_boxes where box_id = a.box and ${marks.deletion} = a.mark) as is_full
    from origin o, asked a),
  ended as (
    select lpad(to_hex(c.id & x'ffffffff'::bigint), 8, '0') || coalesce((select ${marks.deletion} from deleted_boxes d where d.box_id = c.id),
      (select ${marks.entry} from history h where h.box_id = c.id order by seq desc limit 1)) as mark
    from object_changes c where c.kind = ${boxKind} order by xid desc limit 1),
  rows_list as (select ${list(
    sql`json_strip_nulls(${rowJson}) order by r.id`,
    sql`rows r join areas a on a.id = r.area_id where areas is null or area_id = any(areas)`,
  )} as list from asked),
  customers_list as (select ${list(sql`json_build_array(code, name) order by code`, sql`customers`)} as list),
  deliveries_list as (select ${list(
    sql`${deliveryJson} order by d.id`,
    sql`deliveries d join customers c on c.id = d.customer_id where d.state in (${sql.lit(DeliveryState.open)}, ${sql.lit(DeliveryState.processing)})`,
  )} as list),
  lines_list as (select ${list(
    lineJson,
    lines("outbound", {
      boxes: sql`, picked is not null as picked, loaded is not null and unloaded is null as loaded, fate`,
      contents: sql`, picked is not null, false, null`,
    }),
  )} as list),
  returns_list as (select ${list(returnJson, lines("inbound", { boxes: sql``, contents: sql`` }))} as list),
  batches_list as (select ${list(
    sql`${batchJson} order by d.id`,
    sql`destruction_batches d join customers c on c.id = d.customer_id where d.state in (${sql.lit(BatchState.confirmed)}, ${sql.lit(BatchState.shredding)})`,
  )} as list),
  stocktakes_list as (select ${list(
    sql`${stocktakeJson} order by s.id`,
    sql`stocktakes s where s.state in (${sql.lit(StocktakeState.open)}, ${sql.lit(StocktakeState.counting)}, ${sql.lit(StocktakeState.counted)})`,
  )} as list),
  lists as (select ${sql.join(wholes.map((name) => sql`${listOf(name)}.list as ${sql.ref(name)}`))} from ${sql.join(wholes.map(listOf))}),
  digests as (select array[${sql.join(wholes.map((name) => sql`substr(md5(${sql.ref(name)}::text), 1, 8)`))}] as now from lists),
  changed as materialized (
    select id as box_id from object_changes where kind = ${boxKind} and not (select is_full from begun) and xid > (select since from asked) order by xid),
  met as (${metBoxes(areas)})
  select ${packRow(scope, areas)}
  from asked a, begun, lists, digests`;

type PackRow = Omit<ScanPack, "cursor"> & { readonly tag: string; readonly xid: string; readonly digests: string };

/** The last change that a pack reports, as its cursor says it after the digests: the box, and the mark of the entry; null of a release before. */
function endOf(parts: readonly string[]): readonly [number | null, string | null] {
  const [box, mark] = parts.slice(wholes.length);
  return box === undefined || mark === undefined ? [null, null] : [Number.parseInt(box, 16), mark];
}

/** Returns the data with which a device works offline, or the part of it that has changed since the device asked. */
export async function packFor(db: Reader, scope: Scope, { areas, since }: Query<typeof scanPack>): Promise<ScanPack> {
  const [tag, xid, digests = ""] = since?.split("-") ?? [];
  const sortedAreas = areas === undefined ? null : [...new Set(areas)].sort((one, other) => one - other);
  const parts = digests.match(/.{8}/g) ?? [];
  const [box, mark] = endOf(parts);
  const asked = { areas: sortedAreas, tag: tag ?? null, since: xid ?? "0", known: parts, box, mark };
  const [row] = await db.list(areas === undefined ? "scan-pack" : "scan-pack-areas", pack(scope, asked));
  if (!row) throw new Error("The archive has no pack.");
  const { tag: origin, xid: last, digests: now, ...rest } = row;
  const deliveries = row.deliveries?.map(({ time, ...one }) => ({ ...one, time: time && isoInstant(time) })) ?? null;
  const batches =
    row.batches?.map(({ wait_until: at, ...one }) => ({ ...one, wait_until: at && isoInstant(at) })) ?? null;
  return { ...rest, deliveries, batches, cursor: `${origin}-${last}-${now}` };
}
