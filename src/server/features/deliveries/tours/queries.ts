import { sql } from "kysely";
import type { DeliveryStop, TourDelivery, VanTour, VanTourDetail } from "#contract/schemas/deliveries/tours.ts";
import { addDays, businessZone } from "#rules/dates.ts";
import type { DeliveryAddress } from "#rules/deliveries/delivery-address.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import type { LoadListData } from "#server/documents/lists/load-list.ts";
import { notFound } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

interface DeliveryRow extends Omit<TourDelivery, "customer" | "address" | "window"> {
  customer_id: number;
  customer_code: number;
  customer_name: string;
  address: DeliveryAddress | null;
  name: string;
  street: string;
  postcode: string;
  city: string;
  from_time: string | null;
  to_time: string | null;
}

const isLeft = sql`l.open and (d.kind <> 0 or l.picked is null)`;

/** Columns that a tour reports of the deliveries `d`, with their customers `c` and options `o`. */
const deliveryFields = {
  ...fromTable("d", "code", "kind", "state", "time", "comment", "empty_boxes", "address"),
  delivery: "d.id",
  customer_id: "c.id",
  customer_code: "c.code",
  customer_name: "c.name",
  name: "c.address_name",
  street: "c.address_street",
  postcode: "c.address_postcode",
  city: "c.address_city",
  from_time: sql`to_char(o.from_time, 'HH24:MI')`,
  to_time: sql`to_char(o.to_time, 'HH24:MI')`,
  boxes_count: "b.count",
  boxcontents_count: "k.count",
  left_count: sql`b.left + k.left`,
  loaded_count: "b.loaded",
};
const deliveryRow = selectList<DeliveryRow>(deliveryFields);
const itsParts = sql`
  join customers c on c.id = d.customer_id left join delivery_options o on o.id = d.option_id
  cross join lateral (
    select count(*)::int as count, (count(*) filter (where ${isLeft}))::int as left,
      (count(*) filter (where l.loaded is not null and l.unloaded is null))::int as loaded
    from delivery_boxes l where l.delivery_id = d.id) b
  cross join lateral (
    select count(*)::int as count, (count(*) filter (where ${isLeft}))::int as left
    from delivery_contents l where l.delivery_id = d.id) k`;

function deliveryOf<Row extends DeliveryRow>(row: Row) {
  const { customer_id, customer_code, customer_name, name, street, postcode, city, from_time, to_time, ...rest } = row;
  const isKnown = street !== "" || city !== "";
  const letters = { name: name || customer_name, street, postcode, city, contact: "", phone: "", hours: "", note: "" };
  return {
    ...rest,
    customer: { id: customer_id, code: customer_code, name: customer_name },
    address: row.address ?? (isKnown ? letters : null),
    window: from_time !== null && to_time !== null ? { from: from_time, to: to_time } : null,
  };
}

/** The tours `t` with how far they are. */
const vanTour = selectList<VanTour>({
  ...fromTable("t", "id", "day", "vehicle", "driver", "state", "started", "ended"),
  stops_count: sql`(select count(*) from tour_stops where tour_id = t.id)::int`,
  done_count: sql`(select count(*) from tour_stops s join deliveries d on d.id = s.delivery_id
    where s.tour_id = t.id and s.absence is null and d.state = 2)::int`,
});

const mostFree = 1000; // nobody reads more of what is due

const freeDeliveries = (before: Sql) => sql<DeliveryRow>`
  select ${deliveryRow} from (
    select * from deliveries d where state in (0, 1) and time < ${before}
      and not exists (select from tour_stops where delivery_id = d.id and ended is null)
    order by time, id limit ${sql.lit(mostFree)}) d ${itsParts} order by d.time, d.id`;

/** The tours of a day, and what is due by its end and on no tour; for staff. */
export async function toursOfDay(db: Reader, _scope: Scope, day: string) {
  const midnight = sql`${addDays(day, 1)}::date::timestamp at time zone ${businessZone}::text`;
  const [tours, free] = await Promise.all([
    db.list("tours-of-day", sql<VanTour>`select ${vanTour} from tours t where t.day = ${day}::date order by t.id`),
    db.list("tours-free", freeDeliveries(midnight)),
  ]);
  return { results: tours, free: free.map(deliveryOf) };
}

type StopRow = DeliveryRow & Pick<DeliveryStop, "id" | "ended" | "absence">;

const stopRow = selectList<StopRow>({ ...deliveryFields, ...fromTable("s", "id", "ended", "absence") });

/** A tour with its stops in order; for staff. @throws 404 */
export async function tourById(db: Reader, _scope: Scope, id: number): Promise<VanTourDetail> {
  const [tour] = await db.list("tour", sql<VanTour>`select ${vanTour} from tours t where t.id = ${id}::bigint`);
  if (!tour) throw notFound();
  const stops = await db.list(
    "tour-stops",
    sql<StopRow>`
      select ${stopRow} from tour_stops s join deliveries d on d.id = s.delivery_id ${itsParts}
      where s.tour_id = ${id}::bigint order by s.place, s.id`,
  );
  return { ...tour, results: stops.map(deliveryOf) };
}

interface BoxRow {
  delivery: number;
  code: string;
  contents: readonly string[];
}

/** The data of a tour's load list: the last stop first, of each what goes into the van. @throws 404 */
export async function readLoadList(db: Reader, scope: Scope, id: number): Promise<LoadListData> {
  const { results, day, vehicle, driver } = await tourById(db, scope, id);
  const stops = results.filter(({ ended, state }) => ended === null && state < 2);
  const ids = stops.map(({ delivery }) => delivery);
  const boxes = await db.list(
    "tour-load",
    sql<BoxRow>`
      select l.delivery_id as delivery, b.code, '{}'::text[] as contents
      from delivery_boxes l join boxes b on b.id = l.box_id join deliveries d on d.id = l.delivery_id
      where l.delivery_id = any(${ids}::bigint[]) and d.kind = 0 and l.missing is null
      union all
      select l.delivery_id, b.code, array_agg(l.content order by l.id)
      from delivery_contents l join boxes b on b.id = l.box_id join deliveries d on d.id = l.delivery_id
      where l.delivery_id = any(${ids}::bigint[]) and d.kind = 0 and l.missing is null group by 1, 2
      order by 2`,
  );
  const ofDelivery = Map.groupBy(boxes, ({ delivery }) => delivery);
  const numbered = stops.map((stop, index) => ({
    number: index + 1,
    code: stop.code,
    kind: stop.kind,
    customer: { code: stop.customer.code, name: stop.customer.name },
    address: stop.address,
    emptyBoxes: stop.empty_boxes,
    takes: stop.kind === 0 ? 0 : stop.boxes_count + stop.boxcontents_count,
    things: (ofDelivery.get(stop.delivery) ?? []).map(({ code, contents }) => ({ code, contents })),
  }));
  return { day, vehicle, driver, stops: numbered.toReversed() };
}
