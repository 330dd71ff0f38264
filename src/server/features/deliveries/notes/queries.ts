import { type RawBuilder, sql } from "kysely";
import { countryLine } from "#rules/countries.ts";
import { addDays, berlinDay, businessZone } from "#rules/dates.ts";
import type { DeliveryAddress } from "#rules/deliveries/delivery-address.ts";
import { DeliveryKind, DeliveryState } from "#rules/deliveries/delivery-state.ts";
import { berlinTime } from "#rules/times.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, visibleTo } from "#server/database/scope.ts";
import type { DeliveryNoteData } from "#server/documents/delivery-note.ts";
import { notFound } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** A delivery's note; a 404 where there is no such delivery. */
export async function noteOf(db: Reader, scope: Scope, id: number): Promise<DeliveryNoteData> {
  const [note] = await notesWhere(db, scope, sql`d.id = ${id}::bigint`);
  if (!note) throw notFound();
  return note;
}

const midnight = (day: string) => sql`${day}::date::timestamp at time zone ${businessZone}::text`;

/** The notes of what is not finished and due on a day, in the order of the plan. */
export async function notesOfDay(db: Reader, scope: Scope, day: string): Promise<DeliveryNoteData[]> {
  const isDue = sql`d.time >= ${midnight(day)} and d.time < ${midnight(addDays(day, 1))}`;
  return notesWhere(db, scope, sql`d.state in (0, 1) and ${isDue}`);
}

interface NoteRow {
  id: number;
  code: number;
  kind: DeliveryKind;
  state: DeliveryState;
  time: string | null;
  price: string;
  comment: string;
  empty_boxes: number;
  cost_centre: string;
  customer_code: number;
  name: string;
  address_name: string;
  address_street: string;
  address_postcode: string;
  address_country: string;
  address_city: string;
  address: DeliveryAddress | null;
  description: string | null;
  from_time: string | null;
  to_time: string | null;
}

const noteRow = selectList<NoteRow>({
  ...fromTable("d", "id", "code", "kind", "state", "time", "comment", "empty_boxes", "cost_centre", "address"),
  ...fromTable("c", "name", "address_name", "address_street", "address_postcode", "address_city"),
  ...fromTable("c", "address_country"),
  ...fromTable("o", "description", "from_time", "to_time"),
  price: sql`d.price::text`,
  customer_code: "c.code",
});

async function notesWhere(db: Reader, scope: Scope, which: RawBuilder<unknown>): Promise<DeliveryNoteData[]> {
  const { rows } = await sql<NoteRow>`
    select ${noteRow}
    from deliveries d join customers c on c.id = d.customer_id left join delivery_options o on o.id = d.option_id
    where ${which} and ${visibleTo(scope, "d.customer_id")} order by d.time, d.id`.execute(db);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [boxes, contents] = await Promise.all([boxesIn(db, ids), contentsIn(db, ids)]);
  return rows.map((row) => noteFrom(row, boxes.get(row.id) ?? [], contents.get(row.id) ?? []));
}

interface LineRow {
  delivery: number;
  code: string;
  missing: boolean;
  received: boolean;
}
type BoxRow = LineRow & { contents: number; created: boolean };
type ContentRow = LineRow & { text: string };

const boxRow = selectList<BoxRow>({
  delivery: "l.delivery_id",
  code: "b.code",
  missing: sql`l.missing is not null`,
  received: sql`l.received is not null`,
  created: sql`b.state = 0`,
  contents: sql`(select count(*) from contents where box_id = b.id)::int`,
});

async function boxesIn(db: Reader, deliveries: readonly number[]): Promise<Map<number, BoxRow[]>> {
  const { rows } = await sql<BoxRow>`
    select ${boxRow}
    from delivery_boxes l join boxes b on b.id = l.box_id
    where l.delivery_id = any(${deliveries}::bigint[]) order by b.code`.execute(db);
  return Map.groupBy(rows, ({ delivery }) => delivery);
}

const contentRow = selectList<ContentRow>({
  delivery: "l.delivery_id",
  code: "b.code",
  missing: sql`l.missing is not null`,
  received: sql`l.received is not null`,
  text: "l.content",
});

async function contentsIn(db: Reader, deliveries: readonly number[]): Promise<Map<number, ContentRow[]>> {
  const { rows } = await sql<ContentRow>`
    select ${contentRow}
    from delivery_contents l join boxes b on b.id = l.box_id
    where l.delivery_id = any(${deliveries}::bigint[]) order by b.code, l.id`.execute(db);
  return Map.groupBy(rows, ({ delivery }) => delivery);
}

function noteFrom(row: NoteRow, boxes: readonly BoxRow[], contents: readonly ContentRow[]): DeliveryNoteData {
  const { code, kind, time, price, comment, cost_centre: costCentre, description, from_time, to_time } = row;
  const handoverTime = kind === DeliveryKind.customer && time !== null ? berlinTime(new Date(time)) : null;
  const [from, to] = [from_time?.slice(0, 5), to_time?.slice(0, 5)];
  // what came back while its order was still open, from a van that could not deliver it, never reached the customer
  const isHandedOver = ({ received }: { readonly received: boolean }) => kind !== DeliveryKind.customer || !received;
  return {
    code,
    kind,
    canceled: row.state === DeliveryState.canceled,
    customer: customerOf(row),
    address: row.address,
    day: time && berlinDay(new Date(time)),
    time: handoverTime === from ? null : handoverTime,
    option: description === null ? null : { description, window: from && to ? { from, to } : null },
    boxes: boxes.filter(isHandedOver).map((box) => ({
      code: box.code,
      contents: box.contents,
      isNew: box.created,
      missing: box.missing,
    })),
    contents: contents.filter(isHandedOver).map((one) => ({ text: one.text, code: one.code, missing: one.missing })),
    emptyBoxes: row.empty_boxes,
    price,
    costCentre,
    comment,
  };
}

function customerOf(row: NoteRow): DeliveryNoteData["customer"] {
  const {
    customer_code: code,
    name,
    address_name,
    address_street,
    address_postcode,
    address_city,
    address_country,
  } = row;
  const lines = [
    address_name || name,
    address_street,
    `${address_postcode} ${address_city}`.trim(),
    countryLine(address_country),
  ];
  return { code, name, address: lines.filter(Boolean) };
}
