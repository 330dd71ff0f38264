import { sql } from "kysely";
import type { mapOfArea as MapOfArea } from "#contract/calls/stock/areas.ts";
import type { Query } from "#contract/route.ts";
import type { AreaMap, LostBox, MapRow } from "#contract/schemas/stock/areas.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { partFactor } from "#rules/stock/places/place-number.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { json, selectList } from "#server/database/sql/json.ts";
import type { Scope } from "#server/database/scope.ts";
import { badInput } from "#server/http/errors.ts";

/** More are not looked after one by one: who has so many has another trouble than where they stood. */
const mostLost = 5000;
/** Enough to know whose area it is. */
const mostCustomers = 6;

const jsonArray = (entry: Sql, order: Sql) => sql`coalesce(json_agg(${entry} order by ${order}), '[]')`;
const placesWhere = (condition: Sql) =>
  sql`coalesce(json_agg(t.part * ${sql.lit(partFactor)} + t.height) filter (where ${condition}), '[]')`;

const mapHead = json<NonNullable<AreaMap["area"]>>({ id: "id", name: "name" });
const mapArea = json<AreaMap["areas"][number]>({
  id: "a.id",
  name: "a.name",
  places_count: sql`(select coalesce(sum(parts * heights), 0) from rows where area_id = a.id)`,
  boxes_count: sql`(select coalesce(sum(boxes), 0) from area_counts where area_id = a.id)`,
  theirs_count: sql`coalesce(h.boxes, 0)`,
});
const mapRow = json<MapRow>({
  id: "r.id",
  number: "r.number",
  reverse: "r.reverse",
  parts: "r.parts",
  heights: "r.heights",
  stored: "r.stored",
  ordered: "r.ordered",
  marked: "r.marked",
  theirs: "r.theirs",
  last_verified: sql`to_char(r.last_verified at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
});
const mapCustomer = json<AreaMap["customers"][number]>({
  id: "c.id",
  code: "c.code",
  name: "c.name",
  boxes_count: "k.boxes",
});
const lostBox = json<LostBox>({ id: "l.id", code: "l.code", row: "r.id", part: "l.part", height: "l.height" });

const areaMap = selectList<AreaMap>({
  area: sql`(select ${mapHead} from chosen)`,
  areas: sql`(select ${jsonArray(mapArea, sql`a.name collate german, a.id`)} from areas a left join held h on h.place_area = a.id)`,
  rows: sql`(select ${jsonArray(mapRow, sql`r.number`)} from drawn r)`,
  customers: sql`(select ${jsonArray(mapCustomer, sql`k.boxes desc, c.code`)} from counted k join customers c on c.id = k.customer_id)`,
  lost: sql`(select ${jsonArray(lostBox, sql`l.code`)} from lost l join rows r on r.number = l.number and r.area_id = (select id from chosen))`,
});

/**
 * One statement. Of the stock it reads the area's own boxes, along their index; of the chosen customer's, where they stand; and of
 * those that are inconsistent, where history saw them last.
 */
const wholeMap = (area: Sql, customer: Sql) => sql<AreaMap>`
  with chosen as materialized (
    select id, name from areas where ${area} is null or id = ${area} order by name collate german, id limit 1),
  taken as materialized (
    select row_id, part::int, height::int, state, customer_id from boxes where place_area = (select id from chosen)),
  drawn as (
    select r.id, r.number, r.reverse, r.last_verified,
      greatest(r.parts, max(t.part)) as parts, greatest(r.heights, max(t.height)) as heights,
      ${placesWhere(sql`t.state = ${sql.lit(BoxState.inStock)}`)} as stored, ${placesWhere(sql`t.state = ${sql.lit(BoxState.ordered)}`)} as ordered,
      ${placesWhere(sql`t.state = ${sql.lit(BoxState.marked)}`)} as marked, ${placesWhere(sql`t.customer_id = ${customer}`)} as theirs
    from rows r left join taken t on t.row_id = r.id where r.area_id = (select id from chosen) group by r.id),
  held as (
    select place_area, count(*) as boxes from boxes where customer_id = ${customer} and row_id is not null group by 1),
  counted as (
    select customer_id, count(*) as boxes from taken group by 1 order by 2 desc, 1 limit ${sql.lit(mostCustomers)}),
  inconsistent as (
    select b.id, b.code from customer_counts k join boxes b on b.customer_id = k.customer_id and b.state = k.state
    where k.state = ${sql.lit(BoxState.inconsistent)} and k.boxes > 0 limit ${sql.lit(mostLost)}),
  lost as (
    select i.id, i.code, (h.meta ->> 'row')::int as number, (h.meta ->> 'part')::int as part, (h.meta ->> 'height')::int as height
    from inconsistent i cross join lateral (
      select kind, meta from history where box_id = i.id and kind in (${sql.lit(HistoryKind.moved)}, ${sql.lit(HistoryKind.storingUndone)})
      order by seq desc limit 1) h
    where h.kind = ${sql.lit(HistoryKind.moved)} and h.meta ->> 'area' = (select name from chosen))
  select ${areaMap}`;

/** An area with the taken places of its rows; without `area` the first one. @throws a 400 where there is no such area. */
export async function mapOfArea(db: Reader, _scope: Scope, query: Query<typeof MapOfArea>): Promise<AreaMap> {
  const { area, customer } = query;
  const asked = wholeMap(sql`${area ?? null}::int`, sql`${customer ?? null}::bigint`);
  const [map] = await db.list("map-of-area", asked);
  if (!map || (area !== undefined && !map.area)) throw badInput({ area: [refused.unknownArea] });
  return map;
}
