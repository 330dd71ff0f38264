import { archiveAuthor } from "#rules/history.ts";
import { json } from "#server/database/json.ts";

/** Things of customer $1 whom a caller with the customers $2 sees, `after` $3, in pieces of $4. */
export const theirs = (table: string) =>
  `${table}.customer_id = $1::bigint and ($2::bigint[] is null or ${table}.customer_id = any($2))`;

const asJson = (fields: Readonly<Record<string, string>>) => json<Record<string, unknown>>(fields);

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** A table as JSON text, an entry a line, in the order of a number that it has once; a piece of it comes as one text. */
const linesOf = (table: string, order: string, entry: string, joins = "") => `
  select max(after) as after, count(*)::int as amount, string_agg(line, E',\\n' order by after) as lines from (
    select ${order} as after, ${entry}::text as line from ${table} ${joins}
    where ${theirs(table)} and ${order} > $3::bigint order by ${order} limit $4) e`;

const lineQuery = (name: string, staff: string, others: string) => ({
  true: [`export-${name}`, staff] as const,
  false: [`export-${name}-own`, others] as const,
});

const boxFields = {
  id: "boxes.id",
  code: "boxes.code",
  number: "boxes.number",
  state: "boxes.state",
  size: "boxes.size",
  created: instant("boxes.created"),
  destroyed: "boxes.destroyed",
  meta_year: "boxes.meta_year",
  meta_destroy_year: "boxes.meta_destroy_year",
  meta_first_delivery_customer: "boxes.meta_first_delivery",
  retention_class: "k.name",
  retention_from: "boxes.retention_from",
  retain_until: "boxes.retain_until",
  foreign_number: "boxes.foreign_number",
  history_count: "boxes.history_count",
};
const place = asJson({ area: "a.name", row: "r.number", part: "boxes.part", height: "boxes.height" });
const boxJoins = "left join retention_classes k on k.id = boxes.retention_class_id";
const placeJoins = "left join rows r on r.id = boxes.row_id left join areas a on a.id = r.area_id";

const boxLines = lineQuery(
  "boxes",
  linesOf(
    "boxes",
    "boxes.number",
    asJson({
      ...boxFields,
      position: `case when boxes.row_id is not null then ${place} end`,
    }),
    `${boxJoins} ${placeJoins}`,
  ),
  linesOf("boxes", "boxes.number", asJson(boxFields), boxJoins),
);

const boxRows = (isStaff: boolean) => `
  select boxes.number as after, boxes.code, boxes.size, boxes.meta_year as year, boxes.meta_destroy_year as destroy_year, k.name as class,
    boxes.retention_from as begins, boxes.foreign_number, boxes.destroyed,
    array(select text from contents where box_id = boxes.id order by id) as contents,
    ${isStaff ? "a.name as area, r.number as row, boxes.part, boxes.height" : "null as area, null as row, null as part, null as height"}
  from boxes ${boxJoins} ${isStaff ? placeJoins : ""}
  where ${theirs("boxes")} and boxes.number > $3::int order by boxes.number limit $4`;
/** Boxes with their contents, as a list has them. */
export const boxRowQueries = lineQuery("box-rows", boxRows(true), boxRows(false));

const contentLines = [
  "export-contents",
  linesOf(
    "contents",
    "contents.id",
    asJson({
      id: "contents.id",
      box: "b.code",
      text: "contents.text",
      state: "contents.state",
      created: instant("contents.created"),
      blanked: instant("contents.blanked"),
    }),
    "join boxes b on b.id = contents.box_id",
  ),
] as const;

/** A person as this caller reads one: customer users know no names of the archive's people (product 4). */
const person = (user: string, isStaff: boolean) => {
  const name = `nullif(trim(concat_ws(' ', ${user}.first_name, ${user}.last_name)), '')`;
  if (isStaff) return name;
  const colleague = `exists (select from customer_users where user_id = ${user}.id and customer_id = $1::bigint)`;
  return `case when ${user}.id is null then null when ${colleague} then ${name} else '${archiveAuthor}' end`;
};

const part = {
  box: "b.code",
  open: "l.open",
  picked: instant("l.picked"),
  missing: instant("l.missing"),
  received: instant("l.received"),
  text: "l.text",
};
const listOf = (entry: string, order: string, from: string) =>
  `(select coalesce(json_agg(${entry} order by ${order}), '[]') from ${from})`;
const deliveries = (isStaff: boolean) =>
  linesOf(
    "deliveries",
    "deliveries.id",
    asJson({
      id: "deliveries.id",
      code: "deliveries.code",
      kind: "deliveries.kind",
      state: "deliveries.state",
      time: instant("deliveries.time"),
      price: "deliveries.price::text",
      comment: "deliveries.comment",
      created: instant("deliveries.created"),
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
          created: instant("e.created"),
          user: person("u", isStaff),
          from: "e.from_value",
          to: "e.to_value",
        }),
        "e.id",
        "delivery_events e left join users u on u.id = e.user_id where e.delivery_id = deliveries.id",
      ),
    }),
  );
const deliveryLines = lineQuery("deliveries", deliveries(true), deliveries(false));

const holdLines = [
  "export-holds",
  linesOf(
    "holds",
    "holds.id",
    asJson({
      id: "holds.id",
      scope: "holds.scope",
      from: "holds.from_number",
      to: "holds.to_number",
      reason: "holds.reason",
      reference: "holds.reference",
      since: instant("holds.since"),
      until: "holds.until",
      by_customer: "holds.by_customer",
      released: instant("holds.released_at"),
      released_reason: "holds.released_reason",
      released_reference: "holds.released_reference",
      boxes: listOf("b.code", "b.code", "hold_boxes n join boxes b on b.id = n.box_id where n.hold_id = holds.id"),
    }),
  ),
] as const;

/** What there is of a customer as JSON text, an entry a line. */
export const exportTables = {
  boxes: boxLines,
  contents: { true: contentLines, false: contentLines },
  deliveries: deliveryLines,
  holds: { true: holdLines, false: holdLines },
} as const;

const entryFields = (isStaff: boolean) => ({
  box: "d.code",
  box_id: "h.box_id",
  seq: "h.seq",
  kind: "h.kind",
  created: instant("h.created"),
  happened: instant("h.happened"),
  user: person("u", isStaff),
  meta: isStaff ? "h.meta" : "nullif(h.meta - '{area,row,part,height}'::text[], '{}')",
  text: "h.text",
  blanked: instant("h.blanked"),
  digest: "encode(h.digest, 'hex')",
  hash: "encode(h.hash, 'hex')",
});
const entries = (isStaff: boolean) => {
  const own = entryFields(isStaff);
  const entry = isStaff
    ? asJson({
        ...own,
        // what its hash is made of, besides: for staff alone, as it says who worked where
        user_id: "h.user_id",
        device: "h.device",
        salt: "encode(h.salt, 'hex')",
        said: "h.meta::text",
      })
    : asJson(own);
  return `
    select d.id as box, max(h.seq) as seq, (array_agg(h.hash order by h.seq desc))[1] as hash, count(*)::int as amount,
      string_agg(${entry}::text, E'\\n' order by h.seq) as lines
    from unnest($2::bigint[], $3::text[]) as d(id, code) join history h on h.box_id = d.id left join users u on u.id = h.user_id
    where $1::bigint is not null group by d.id, d.code order by d.code, d.id`;
};
/** The entries of boxes $2 with the codes $3: a row for each box. */
export const entryQueries = lineQuery("history", entries(true), entries(false));

/** The boxes whose history there is. */
export const boxIds = [
  "export-box-ids",
  `select number as after, id, code from boxes where ${theirs("boxes")} and number > $3::int order by number limit $4`,
] as const;
export const deletedIds = [
  "export-deleted-ids",
  `select box_id as after, box_id as id, code from deleted_boxes where ${theirs("deleted_boxes")} and box_id > $3::bigint order by box_id limit $4`,
] as const;
