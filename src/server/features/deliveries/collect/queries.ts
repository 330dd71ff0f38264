import { sql } from "kysely";
import type { listCollect } from "#contract/calls/deliveries/deliveries.ts";
import type { Query } from "#contract/route.ts";
import type { CollectLine } from "#contract/schemas/deliveries/deliveries.ts";
import { addDays, berlinDay, businessZone } from "#rules/dates.ts";
import { DeliveryState, outboundKinds } from "#rules/deliveries/delivery-state.ts";
import { toPage } from "#rules/lists/paging.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { type PlaceColumns, shownPosition } from "#server/database/positions.ts";
import { type Scope, visibleTo } from "#server/database/scope.ts";
import { allOf } from "#server/database/sql/conditions.ts";
import type { CollectListData } from "#server/documents/lists/collect-list.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

interface CollectRow extends PlaceColumns {
  box_id: number;
  box_code: string;
  delivery_id: number;
  delivery_code: number;
  time: string | null;
  customer_id: number;
  customer_code: number;
  customer_name: string;
  content_id: number | null;
  content: string | null;
}

/** SQL for what is ordered and not picked yet: lines `l` of deliveries `d`. */
const linesToCollect = sql`(
      select delivery_id, box_id, null::bigint as content_id, null as content from delivery_boxes where open and picked is null
      union all
      select delivery_id, box_id, content_id, content from delivery_contents where open and picked is null) l
    join deliveries d on d.id = l.delivery_id and d.state in (${sql.lit(DeliveryState.open)}, ${sql.lit(DeliveryState.processing)})
      and d.kind = any(${outboundKinds}::smallint[])`;

/** Areas are few: they are brought into the order of German readers once, instead of for each line. */
const areasInOrder = sql`(select id, name, row_number() over (order by name collate german, id) as walk from areas)`;

type CollectQuery = Query<typeof listCollect>;

/** When a day begins at the archive. */
const midnight = (day: string) => sql`${day}::date::timestamp at time zone ${businessZone}::text`;

const isDue = (day: string) => sql`d.time < ${midnight(addDays(day, 1))}`;

function isCollected(scope: Scope, { tour, box }: CollectQuery, now: Date): Sql {
  const day = tour === "today" ? berlinDay(now) : tour;
  return allOf([
    visibleTo(scope, "d.customer_id"),
    ...(day === undefined ? [] : [isDue(day)]),
    ...(day === undefined || tour === "today" ? [] : [sql`d.time >= ${midnight(day)}`]),
    ...(box === undefined ? [] : [sql`l.box_id = (select id from boxes where code = ${box}::text)`]),
  ]);
}

type CollectCounts = Record<"count" | "all_count" | "due_count", number>;

/** A page of what is to be collected, and how much there is besides. */
export async function pageOfCollect(db: Reader, scope: Scope, query: CollectQuery, now: Date) {
  const [lines, counts] = await Promise.all([
    collectLines(db, scope, query, now),
    sql<CollectCounts>`
      select ${selectList<CollectCounts>({
        all_count: sql`count(*)::int`,
        due_count: sql`count(*) filter (where ${isDue(berlinDay(now))})::int`,
        count: sql`count(*) filter (where ${isCollected(scope, query, now)})::int`,
      })}
      from ${linesToCollect} where ${visibleTo(scope, "d.customer_id")}`.execute(db),
  ]);
  const { count = 0, all_count = 0, due_count = 0 } = counts.rows[0] ?? {};
  return { ...toPage(lines, count, query), all_count, due_count };
}

const collectRow = selectList<CollectRow>({
  ...fromTable("b", "part", "height", "placed", "row_id"),
  ...fromTable("l", "content_id", "content"),
  delivery_id: "d.id",
  delivery_code: "d.code",
  time: "d.time",
  customer_id: "c.id",
  customer_code: "c.code",
  customer_name: "c.name",
  box_id: "b.id",
  box_code: "b.code",
  row_number: "r.number",
  row_reverse: "r.reverse",
  area_id: "a.id",
  area_name: "a.name",
});

/** Everything that is ordered and not picked yet, or a part of it, in walking order (product 3); what has no place comes last. */
async function collectLines(db: Reader, scope: Scope, query: CollectQuery, now: Date): Promise<CollectLine[]> {
  const { limit, offset = 0 } = query;
  const { rows } = await sql<CollectRow>`
    select ${collectRow}
    from ${linesToCollect} join customers c on c.id = d.customer_id join boxes b on b.id = l.box_id
      left join rows r on r.id = b.row_id left join ${areasInOrder} a on a.id = r.area_id
    where ${isCollected(scope, query, now)}
    order by b.row_id is null, a.walk, r.number, case when r.reverse then -b.part else b.part end, b.height,
      b.code, d.code, l.content_id
    limit ${limit ?? null} offset ${offset}`.execute(db);
  return rows.map((row) => ({
    delivery: { id: row.delivery_id, code: row.delivery_code, time: row.time },
    customer: { id: row.customer_id, code: row.customer_code, name: row.customer_name },
    box: { id: row.box_id, code: row.box_code },
    content: row.content_id === null ? null : { id: row.content_id, text: row.content ?? "" },
    position: shownPosition(row.box_id, row),
  }));
}

/** The collect list's data: a box and its contents that are wanted for the same delivery are one entry. */
export async function collectListData(db: Reader, scope: Scope, now: Date): Promise<CollectListData> {
  const lines = await collectLines(db, scope, {}, now);
  const entries = Map.groupBy(lines, ({ box, delivery, content }) => `${box.id} ${delivery.id} ${content !== null}`);
  return {
    lines: [...entries.values()].flatMap((entry) => {
      const [first] = entry;
      if (!first) return [];
      const { position, box, customer, delivery } = first;
      const place = position && {
        area: position.row.area.name,
        row: position.row.number,
        part: position.part,
        height: position.height,
      };
      const contents = entry.flatMap(({ content }) => (content ? [content.text] : []));
      return [{ place, code: box.code, customer, delivery: delivery.code, contents }];
    }),
  };
}
