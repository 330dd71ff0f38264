import { sql } from "kysely";
import { archiveAuthor } from "#rules/stock/history.ts";
import type { ListedBox } from "#rules/lists/box-list.ts";
import { allOf } from "#server/database/sql/conditions.ts";
import type { BoxFieldColumn } from "#server/database/boxes/box-fields.ts";
import { numbersOf, numberTexts } from "#server/database/boxes/box-numbers.ts";
import type { Sql } from "#server/database/database.ts";
import { fromTable, json, selectList } from "#server/database/sql/json.ts";
import { joinById, type Scope, seenBy, seenCustomers } from "#server/database/scope.ts";

/** Things of a customer, in a table, if the caller sees the customer. */
export function ofCustomer({ scope, customer }: ExportScope, table: string): Sql {
  const owner = sql.ref(`${table}.customer_id`);
  return sql`${owner} = ${customer}::bigint and ${seenBy(scope, owner)}`;
}

/** One customer's things, as this caller sees them. */
export interface ExportScope {
  readonly scope: Scope;
  readonly customer: number;
}

/** Part of a table that is read at once: rows with a number behind `after`, up to `upTo`; null where there is no end. */
export interface Slice {
  readonly after: number;
  readonly upTo: number | null;
}

/** A number in a statement that takes no values. @throws where it is none */
function whole(value: number): Sql {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is no whole number.`);
  return sql.lit(value);
}

/** The same as `ofCustomer` for statements that take no values, and only what is in a slice. */
function within({ scope, customer }: ExportScope, table: string, number: string, { after, upTo }: Slice): Sql {
  const customerIds = seenCustomers(scope);
  const [owner, place] = [sql.ref(`${table}.customer_id`), sql.ref(`${table}.${number}`)];
  return allOf([
    sql`${owner} = ${whole(customer)}`,
    ...(customerIds === null ? [] : [sql`${owner} = any(array[${sql.join(customerIds.map(whole))}]::bigint[])`]),
    sql`${place} > ${whole(after)}`,
    ...(upTo === null ? [] : [sql`${place} <= ${whole(upTo)}`]),
  ]);
}

const sliceColumns = { boxes: "number", deleted_boxes: "box_id", deliveries: "id", holds: "id" } as const;
export type SlicedTable = keyof typeof sliceColumns;

/** Where the slices of a table end, but for the last one. */
export function sliceEnds(of: ExportScope, table: SlicedTable, entries: number) {
  const number = sql.ref(sliceColumns[table]);
  return [
    `export-slices-${table}`,
    sql<{ number: number }>`
      select number from (
        select ${number} as number, row_number() over (order by ${number}) as nth from ${sql.table(table)} where ${ofCustomer(of, table)}) e
      where nth % ${entries}::int = 0 order by number`,
  ] as const;
}

// A line is glued together rather than built as an object: that takes half of the time, and there are millions of them.
const line = (fields: Readonly<Record<string, Sql>>) => {
  const fieldTexts = Object.entries(fields).map(
    ([name, value], at) => sql`${sql.lit(`${at === 0 ? "{" : ","}"${name}":`)} || ${value}`,
  );
  return sql`(${sql.join(fieldTexts, sql` || `)} || '}')`;
};
const orNull = (value: Sql) => sql`coalesce(${value}, 'null')`;
/** Value that PostgreSQL writes as JSON does: a number, or JSON. */
const bare = (value: Sql) => orNull(sql`${value}::text`);
/** A text, a day, or a moment with its distance from UTC. */
const text = (value: Sql) => orNull(sql`to_json(${value})::text`);
/** Value of letters and digits alone, and never null. */
const plain = (value: Sql) => sql`'"' || ${value} || '"'`;
const hex = (column: Sql) => plain(sql`encode(${column}, 'hex')`);

const boxJoins = sql`left join retention_classes k on k.id = boxes.retention_class_id`;
const placeJoins = sql`left join rows r on r.id = boxes.row_id left join areas a on a.id = r.area_id`;
const boxFields = {
  id: bare(sql`boxes.id`),
  code: plain(sql`boxes.code`),
  number: bare(sql`boxes.number`),
  state: bare(sql`boxes.state`),
  size: bare(sql`boxes.size`),
  created: text(sql`boxes.created`),
  destroyed: text(sql`boxes.destroyed`),
  meta_year: bare(sql`boxes.meta_year`),
  meta_destroy_year: bare(sql`boxes.meta_destroy_year`),
  meta_first_delivery_customer: text(sql`boxes.meta_first_delivery`),
  period_from: text(sql`boxes.period_from`),
  period_to: text(sql`boxes.period_to`),
  retention_class: text(sql`k.name`),
  retention_from: text(sql`boxes.retention_from`),
  retain_until: text(sql`boxes.retain_until`),
  numbers: orNull(sql`${numbersOf(sql`boxes.id`)}::text`),
  cost_centre: text(sql`boxes.cost_centre`),
  due_back: text(sql`boxes.due_back`),
  history_count: bare(sql`boxes.history_count`),
} satisfies Readonly<Record<Exclude<BoxFieldColumn, "meta_first_delivery">, Sql>> & Readonly<Record<string, Sql>>;
const place = line({
  area: text(sql`a.name`),
  row: bare(sql`r.number`),
  part: bare(sql`boxes.part`),
  height: bare(sql`boxes.height`),
});

/** Each box as a line of JSON, behind a comma. */
export function boxLines(of: ExportScope, slice: Slice): Sql {
  const { isStaff } = of.scope;
  const fields = isStaff
    ? { ...boxFields, position: sql`case when boxes.row_id is null then 'null' else ${place} end` }
    : boxFields;
  return sql`
    select ',' || ${line(fields)} from boxes ${boxJoins} ${isStaff ? placeJoins : sql``}
    where ${within(of, "boxes", "number", slice)} order by boxes.number`;
}

/** Each content as a line of JSON, behind a comma, in the order of the boxes. */
export function contentLines(of: ExportScope, slice: Slice): Sql {
  const fields = line({
    id: bare(sql`contents.id`),
    box: plain(sql`b.code`),
    text: text(sql`contents.text`),
    state: bare(sql`contents.state`),
    created: text(sql`contents.created`),
    blanked: text(sql`contents.blanked`),
  });
  return sql`
    select ',' || ${fields} from boxes b join contents on contents.box_id = b.id
    where ${within(of, "b", "number", slice)} order by b.number, contents.id`;
}

/** Rows to read on: the customer whose boxes they are, the number behind which they begin, and how many. The boxes are there, or were destroyed. */
interface Rows extends ExportScope {
  readonly isDestroyed: boolean;
  readonly after: number;
  readonly limit: number;
}
const nowhere = { area: sql`null`, row: sql`null`, part: sql`null`, height: sql`null` };
const somewhere = { area: "a.name", row: "r.number", ...fromTable("boxes", "part", "height") };

/** A box of a list, without a place but for staff. */
export interface BoxRow extends ListedBox {
  readonly destroyed: string | null;
}

const listFields = {
  ...fromTable("boxes", "code", "size", "cost_centre", "period_from", "period_to", "destroyed"),
  after: "boxes.number",
  year: "boxes.meta_year",
  destroy_year: "boxes.meta_destroy_year",
  class: "k.name",
  begins: "boxes.retention_from",
  numbers: numberTexts(sql`boxes.id`),
  contents: sql`(select coalesce(json_agg(text order by id), '[]') from contents where box_id = boxes.id)`,
};
const placedBox = selectList<BoxRow>({ ...listFields, ...somewhere });
const listedBox = selectList<BoxRow>({ ...listFields, ...nowhere });

/** Boxes with their contents, as a list has them. */
export const boxRows = (of: Rows, isStaff = of.scope.isStaff) => sql<BoxRow>`
  select ${isStaff ? placedBox : listedBox}
  from boxes ${boxJoins} ${isStaff ? placeJoins : sql``}
  where ${ofCustomer(of, "boxes")} and boxes.number > ${of.after}::int and boxes.destroyed is ${of.isDestroyed ? sql`not null` : sql`null`}
  order by boxes.number limit ${of.limit}`;

/** The person `u` as this caller reads one: customer users know no names of the archive's people (product 4). */
const nameOf = sql`nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '')`;
const person = ({ scope, customer }: ExportScope) => {
  if (scope.isStaff) return nameOf;
  const colleague = sql`exists (select from customer_users where user_id = u.id and customer_id = ${whole(customer)})`;
  return sql`case when u.id is null then null when ${colleague} then ${nameOf} else ${sql.lit(archiveAuthor)} end`;
};

const asJson = (fields: Readonly<Record<string, string | Sql>>) => json<Record<string, unknown>>(fields);
/** JSON in a line of its own: what is put together of parts has line ends between them, and none inside of texts. */
const inLine = (value: Sql) => sql`',' || replace(${value}::text, E'\\n', '')`;
const listOf = (entry: Sql, order: Sql, from: Sql) =>
  sql`(select coalesce(json_agg(${entry} order by ${order}), '[]') from ${from})`;

const part = {
  box: "b.code",
  open: "l.open",
  picked: "l.picked",
  missing: "l.missing",
  received: "l.received",
  text: "l.text",
};

/** Each delivery with its lines and events as a line of JSON, behind a comma. */
export function deliveryLines(of: ExportScope, slice: Slice): Sql {
  const fields = asJson({
    id: "deliveries.id",
    code: "deliveries.code",
    kind: "deliveries.kind",
    state: "deliveries.state",
    time: "deliveries.time",
    price: sql`deliveries.price::text`,
    comment: "deliveries.comment",
    cost_centre: "deliveries.cost_centre",
    address: "deliveries.address",
    empty_boxes: "deliveries.empty_boxes",
    due_back: sql`deliveries.due_back::text`,
    created: "deliveries.created",
    boxes: listOf(
      asJson(part),
      sql`b.code`,
      sql`delivery_boxes l join boxes b on b.id = l.box_id where l.delivery_id = deliveries.id`,
    ),
    contents: listOf(
      asJson({ ...part, content: "l.content" }),
      sql`b.code, l.id`,
      sql`delivery_contents l join boxes b on b.id = l.box_id where l.delivery_id = deliveries.id`,
    ),
    copies: listOf(
      asJson({
        box: "b.code",
        content: "l.content",
        pages: "p.pages",
        created: "p.created",
        kept_until: sql`p.kept_until::text`,
        deleted: "p.deleted",
      }),
      sql`p.created, p.id`,
      sql`digital_copies p join boxes b on b.id = p.box_id left join delivery_contents l on l.id = p.line_id where p.delivery_id = deliveries.id`,
    ),
    events: listOf(
      asJson({
        kind: "e.kind",
        created: "e.created",
        user: person(of),
        from: "e.from_value",
        to: "e.to_value",
      }),
      sql`e.id`,
      sql`delivery_events e left join users u on u.id = e.user_id where e.delivery_id = deliveries.id`,
    ),
  });
  return sql`select ${inLine(fields)} from deliveries where ${within(of, "deliveries", "id", slice)} order by deliveries.id`;
}

/** Each hold with its boxes as a line of JSON, behind a comma. */
export function holdLines(of: ExportScope, slice: Slice): Sql {
  const fields = asJson({
    id: "holds.id",
    scope: "holds.scope",
    from: "holds.from_number",
    to: "holds.to_number",
    reason: "holds.reason",
    reference: "holds.reference",
    since: "holds.since",
    until: "holds.until",
    by_customer: "holds.by_customer",
    released: "holds.released_at",
    released_reason: "holds.released_reason",
    released_reference: "holds.released_reference",
    boxes: listOf(
      sql`b.code`,
      sql`b.code`,
      sql`hold_boxes n join boxes b on b.id = n.box_id where n.hold_id = holds.id`,
    ),
  });
  return sql`select ${inLine(fields)} from holds where ${within(of, "holds", "id", slice)} order by holds.id`;
}

/** Boxes that are there, and those that were deleted, of which only the history is left. */
const exportTables = { boxes: "id", deleted_boxes: "box_id" } as const;
export type ExportTable = keyof typeof exportTables;

/** Names as JSON: of everybody, or for a customer user of those who see the customer, too. */
function people({ scope, customer }: ExportScope): Sql {
  const name = sql`to_json(${nameOf})::text as name`;
  if (scope.isStaff) return sql`select u.id, ${name} from users u`;
  return sql`
    select u.id, ${name} from customer_users k
    cross join lateral ${joinById("users", sql`id, first_name, last_name`, sql`k.user_id`)} u where k.customer_id = ${whole(customer)}`;
}
const author = sql`case when h.user_id is null then 'null' when p.id is null then ${sql.lit(`"${archiveAuthor}"`)} else ${orNull(sql`p.name`)} end`;

/** Each history entry of a slice of boxes as a line of JSON. */
export function entryLines(of: ExportScope, boxes: ExportTable, slice: Slice): Sql {
  const { isStaff } = of.scope;
  const fields = {
    box: plain(sql`b.code`),
    box_id: bare(sql`h.box_id`),
    seq: bare(sql`h.seq`),
    kind: bare(sql`h.kind`),
    created: text(sql`h.created`),
    happened: text(sql`h.happened`),
    user: isStaff ? orNull(sql`p.name`) : author,
    meta: isStaff
      ? bare(sql`h.meta`)
      : bare(sql`nullif(h.meta - '{area,row,part,height,stocktake,box}'::text[], '{}')`),
    text: text(sql`h.text`),
    blanked: text(sql`h.blanked`),
    digest: hex(sql`h.digest`),
    hash: hex(sql`h.hash`),
  };
  // what its hash is made of, besides: for staff alone, as it says who worked where
  const hashColumns = {
    user_id: bare(sql`h.user_id`),
    device: text(sql`h.device`),
    salt: text(sql`encode(h.salt, 'hex')`),
    said: text(sql`h.meta::text`),
  };
  return sql`
    with people as materialized (${people(of)})
    select ${line(isStaff ? { ...fields, ...hashColumns } : fields)}
    from ${sql.table(boxes)} b join history h on h.box_id = ${sql.ref(`b.${exportTables[boxes]}`)} left join people p on p.id = h.user_id
    where ${within(of, "b", sliceColumns[boxes], slice)} order by ${sql.ref(`b.${sliceColumns[boxes]}`)}, h.seq`;
}

/** The same of what the previous system reported of them, in the order in which it happened; what of it was not understood is for staff alone. */
export function takenLines(of: ExportScope, boxes: ExportTable, slice: Slice): Sql {
  const { isStaff } = of.scope;
  const name = sql`coalesce(p.name, to_json(nullif(h.name, ''))::text)`;
  const fields = {
    box: plain(sql`b.code`),
    box_id: bare(sql`h.box_id`),
    id: bare(sql`h.id`),
    kind: bare(sql`h.kind`),
    created: text(sql`h.created`),
    user: isStaff
      ? orNull(name)
      : sql`case when p.id is not null then p.name when h.user_id is null and h.name = '' then 'null' else ${sql.lit(`"${archiveAuthor}"`)} end`,
    meta: isStaff ? bare(sql`h.meta`) : bare(sql`nullif(h.meta - '{area,row,part,height}'::text[], '{}')`),
    text: text(sql`h.text`),
    blanked: text(sql`h.blanked`),
  };
  return sql`
    with people as materialized (${people(of)})
    select ${line(isStaff ? { ...fields, rest: bare(sql`h.rest`) } : fields)}
    from ${sql.table(boxes)} b join taken_entries h on h.box_id = ${sql.ref(`b.${exportTables[boxes]}`)} left join people p on p.id = h.user_id
    where ${within(of, "b", sliceColumns[boxes], slice)} order by ${sql.ref(`b.${sliceColumns[boxes]}`)}, h.created, h.id`;
}

/** The leaves of the Merkle tree over the last entries of a slice of boxes, one behind the other, as over a day's (migration 0017). */
export function leavesOf(of: ExportScope, boxes: ExportTable, { after, upTo }: Slice) {
  const number = sql.ref(`b.${sliceColumns[boxes]}`);
  const end = sql`${upTo}::bigint`;
  return [
    `export-leaves-${boxes}`,
    sql<{ leaves: Buffer | null }>`
      select string_agg(sha256('\\x00'::bytea || int8send(h.box_id) || int4send(h.seq) || h.hash), '' order by ${number}) as leaves
      from ${sql.table(boxes)} b cross join lateral (
        select box_id, seq, hash from history where box_id = ${sql.ref(`b.${exportTables[boxes]}`)} order by seq desc limit 1) h
      where ${ofCustomer(of, "b")} and ${number} > ${after}::bigint and (${end} is null or ${number} <= ${end})`,
  ] as const;
}
