import { archiveAuthor } from "#rules/history.ts";
import { json } from "#server/database/json.ts";
import { joinById, type Scope, seenCustomers } from "#server/database/scope.ts";

/** Things of customer $1 whom a caller with the customers $2 sees. */
export const ofCustomer = (table: string) =>
  `${table}.customer_id = $1::bigint and ($2::bigint[] is null or ${table}.customer_id = any($2))`;

/** One customer's things, as this caller sees them. */
export interface ExportScope {
  readonly scope: Scope;
  readonly customer: number;
}

/** What is read at once of a table: what has a number behind `after`, up to `upTo`; null where there is no end. */
export interface Slice {
  readonly after: number;
  readonly upTo: number | null;
}

/** A number in a statement that takes no values. @throws where it is none */
function whole(value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is no whole number.`);
  return String(value);
}

/** The same as `theirs` for statements that take no values, and only what is in a slice. */
function within({ scope, customer }: ExportScope, table: string, number: string, { after, upTo }: Slice): string {
  const customerIds = seenCustomers(scope);
  return [
    `${table}.customer_id = ${whole(customer)}`,
    ...(customerIds === null ? [] : [`${table}.customer_id = any('{${customerIds.map(whole).join(",")}}'::bigint[])`]),
    `${table}.${number} > ${whole(after)}`,
    ...(upTo === null ? [] : [`${table}.${number} <= ${whole(upTo)}`]),
  ].join(" and ");
}

const sliceColumns = { boxes: "number", deleted_boxes: "box_id", deliveries: "id", holds: "id" } as const;
export type SlicedTable = keyof typeof sliceColumns;

/** Where the slices of a table end, but for the last one: each has $3 entries. */
export const sliceEnds = (table: SlicedTable) =>
  [
    `export-slices-${table}`,
    `select number from (
       select ${sliceColumns[table]} as number, row_number() over (order by ${sliceColumns[table]}) as nth from ${table} where ${ofCustomer(table)}) e
     where nth % $3::int = 0 order by number`,
  ] as const;

// A line is glued together rather than built as an object: that takes half of the time, and there are millions of them.
const line = (fields: Readonly<Record<string, string>>) => {
  const fieldTexts = Object.entries(fields).map(([name, sql], at) => `'${at === 0 ? "{" : ","}"${name}":' || ${sql}`);
  return `(${fieldTexts.join(" || ")} || '}')`;
};
const orNull = (sql: string) => `coalesce(${sql}, 'null')`;
/** What PostgreSQL writes as JSON does: a number, or JSON. */
const bare = (sql: string) => orNull(`${sql}::text`);
/** A text, a day, or a moment with its distance from UTC. */
const text = (sql: string) => orNull(`to_json(${sql})::text`);
/** Of letters and digits alone, and never null. */
const plain = (sql: string) => `'"' || ${sql} || '"'`;
const hex = (column: string) => plain(`encode(${column}, 'hex')`);

const boxJoins = "left join retention_classes k on k.id = boxes.retention_class_id";
const placeJoins = "left join rows r on r.id = boxes.row_id left join areas a on a.id = r.area_id";
const boxFields = {
  id: bare("boxes.id"),
  code: plain("boxes.code"),
  number: bare("boxes.number"),
  state: bare("boxes.state"),
  size: bare("boxes.size"),
  created: text("boxes.created"),
  destroyed: text("boxes.destroyed"),
  meta_year: bare("boxes.meta_year"),
  meta_destroy_year: bare("boxes.meta_destroy_year"),
  meta_first_delivery_customer: text("boxes.meta_first_delivery"),
  retention_class: text("k.name"),
  retention_from: text("boxes.retention_from"),
  retain_until: text("boxes.retain_until"),
  foreign_number: text("boxes.foreign_number"),
  history_count: bare("boxes.history_count"),
};
const place = line({
  area: text("a.name"),
  row: bare("r.number"),
  part: bare("boxes.part"),
  height: bare("boxes.height"),
});

/** Each box as a line of JSON, behind a comma. */
export function boxLines(of: ExportScope, slice: Slice): string {
  const { isStaff } = of.scope;
  const fields = isStaff
    ? { ...boxFields, position: `case when boxes.row_id is null then 'null' else ${place} end` }
    : boxFields;
  return `
    select ',' || ${line(fields)} from boxes ${boxJoins} ${isStaff ? placeJoins : ""}
    where ${within(of, "boxes", "number", slice)} order by boxes.number`;
}

/** Each content as a line of JSON, behind a comma, in the order of the boxes. */
export function contentLines(of: ExportScope, slice: Slice): string {
  const fields = line({
    id: bare("contents.id"),
    box: plain("b.code"),
    text: text("contents.text"),
    state: bare("contents.state"),
    created: text("contents.created"),
    blanked: text("contents.blanked"),
  });
  return `
    select ',' || ${fields} from boxes b join contents on contents.box_id = b.id
    where ${within(of, "b", "number", slice)} order by b.number, contents.id`;
}

const boxRows = (isStaff: boolean, isDestroyed: boolean) => `
  select boxes.number as after, boxes.code, boxes.size, boxes.meta_year as year, boxes.meta_destroy_year as destroy_year, k.name as class,
    boxes.retention_from as begins, boxes.foreign_number, boxes.destroyed,
    (select coalesce(json_agg(text order by id), '[]') from contents where box_id = boxes.id) as contents,
    ${isStaff ? "a.name as area, r.number as row, boxes.part, boxes.height" : "null as area, null as row, null as part, null as height"}
  from boxes ${boxJoins} ${isStaff ? placeJoins : ""}
  where ${ofCustomer("boxes")} and boxes.number > $3::int and boxes.destroyed is ${isDestroyed ? "not null" : "null"}
  order by boxes.number limit $4`;
/** Boxes with their contents, as a list has them: what is still there, or what was destroyed. */
export const boxRowQuery = (isStaff: boolean, isDestroyed: boolean) =>
  [`export-box-rows-${isStaff}-${isDestroyed}`, boxRows(isStaff, isDestroyed)] as const;

/** A person as this caller reads one: customer users know no names of the archive's people (product 4). */
const nameOf = (user: string) => `nullif(trim(concat_ws(' ', ${user}.first_name, ${user}.last_name)), '')`;
const person = (user: string, { scope, customer }: ExportScope) => {
  const name = nameOf(user);
  if (scope.isStaff) return name;
  const colleague = `exists (select from customer_users where user_id = ${user}.id and customer_id = ${whole(customer)})`;
  return `case when ${user}.id is null then null when ${colleague} then ${name} else '${archiveAuthor}' end`;
};

const asJson = (fields: Readonly<Record<string, string>>) => json<Record<string, unknown>>(fields);
/** JSON in a line of its own: what is put together of parts has line ends between them, and none inside of texts. */
const inLine = (sql: string) => String.raw`',' || replace(${sql}::text, E'\n', '')`;
const listOf = (entry: string, order: string, from: string) =>
  `(select coalesce(json_agg(${entry} order by ${order}), '[]') from ${from})`;

const part = {
  box: "b.code",
  open: "l.open",
  picked: "l.picked",
  missing: "l.missing",
  received: "l.received",
  text: "l.text",
};

/** Each delivery with its lines and events as a line of JSON, behind a comma. */
export function deliveryLines(of: ExportScope, slice: Slice): string {
  const fields = asJson({
    id: "deliveries.id",
    code: "deliveries.code",
    kind: "deliveries.kind",
    state: "deliveries.state",
    time: "deliveries.time",
    price: "deliveries.price::text",
    comment: "deliveries.comment",
    created: "deliveries.created",
    boxes: listOf(
      asJson(part),
      "b.code",
      "delivery_boxes l join boxes b on b.id = l.box_id where l.delivery_id = deliveries.id",
    ),
    contents: listOf(
      asJson({ ...part, content: "l.content" }),
      "b.code, l.id",
      "delivery_contents l join boxes b on b.id = l.box_id where l.delivery_id = deliveries.id",
    ),
    events: listOf(
      asJson({
        kind: "e.kind",
        created: "e.created",
        user: person("u", of),
        from: "e.from_value",
        to: "e.to_value",
      }),
      "e.id",
      "delivery_events e left join users u on u.id = e.user_id where e.delivery_id = deliveries.id",
    ),
  });
  return `select ${inLine(fields)} from deliveries where ${within(of, "deliveries", "id", slice)} order by deliveries.id`;
}

/** Each hold with its boxes as a line of JSON, behind a comma. */
export function holdLines(of: ExportScope, slice: Slice): string {
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
    boxes: listOf("b.code", "b.code", "hold_boxes n join boxes b on b.id = n.box_id where n.hold_id = holds.id"),
  });
  return `select ${inLine(fields)} from holds where ${within(of, "holds", "id", slice)} order by holds.id`;
}

/** Boxes that are there, and those that were deleted, of which only the history is left. */
const exportTables = { boxes: "id", deleted_boxes: "box_id" } as const;
export type ExportTable = keyof typeof exportTables;

/** Names as JSON: of everybody, or for a customer user of those who see the customer, too. */
function people({ scope, customer }: ExportScope): string {
  const name = `to_json(${nameOf("u")})::text as name`;
  if (scope.isStaff) return `select u.id, ${name} from users u`;
  return `
    select u.id, ${name} from customer_users k
    cross join lateral ${joinById("users", "id, first_name, last_name", "k.user_id")} u where k.customer_id = ${whole(customer)}`;
}
const author = `case when h.user_id is null then 'null' when p.id is null then '"${archiveAuthor}"' else ${orNull("p.name")} end`;

/** Each history entry of a slice of boxes as a line of JSON. */
export function entryLines(of: ExportScope, boxes: ExportTable, slice: Slice): string {
  const { isStaff } = of.scope;
  const fields = {
    box: plain("b.code"),
    box_id: bare("h.box_id"),
    seq: bare("h.seq"),
    kind: bare("h.kind"),
    created: text("h.created"),
    happened: text("h.happened"),
    user: isStaff ? orNull("p.name") : author,
    meta: isStaff ? bare("h.meta") : bare("nullif(h.meta - '{area,row,part,height}'::text[], '{}')"),
    text: text("h.text"),
    blanked: text("h.blanked"),
    digest: hex("h.digest"),
    hash: hex("h.hash"),
  };
  // what its hash is made of, besides: for staff alone, as it says who worked where
  const hashColumns = {
    user_id: bare("h.user_id"),
    device: text("h.device"),
    salt: text("encode(h.salt, 'hex')"),
    said: text("h.meta::text"),
  };
  return `
    with people as materialized (${people(of)})
    select ${line(isStaff ? { ...fields, ...hashColumns } : fields)}
    from ${boxes} b join history h on h.box_id = b.${exportTables[boxes]} left join people p on p.id = h.user_id
    where ${within(of, "b", sliceColumns[boxes], slice)} order by b.${sliceColumns[boxes]}, h.seq`;
}

/** The leaves of the Merkle tree over the last entries of a slice of boxes $3 to $4, one behind the other, as over a day's (migration 0017). */
export const leavesOf = (boxes: ExportTable) =>
  [
    `export-leaves-${boxes}`,
    `select string_agg(sha256('\\x00'::bytea || int8send(h.box_id) || int4send(h.seq) || h.hash), '' order by b.${sliceColumns[boxes]}) as leaves
     from ${boxes} b cross join lateral (
       select box_id, seq, hash from history where box_id = b.${exportTables[boxes]} order by seq desc limit 1) h
     where ${ofCustomer("b")} and b.${sliceColumns[boxes]} > $3::bigint and ($4::bigint is null or b.${sliceColumns[boxes]} <= $4::bigint)`,
  ] as const;
