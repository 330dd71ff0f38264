import { touchesYear } from "#server/database/boxes/box-period.ts";
import { sql } from "kysely";
import type { Box, BoxDetail } from "#contract/schemas/stock/boxes.ts";
import type { listBoxes } from "#contract/calls/stock/boxes.ts";
import { boxList } from "#contract/lists/boxes.ts";
import type { FiltersOf, Query } from "#contract/route.ts";
import { maxBoxNumber } from "#rules/stock/box-code.ts";
import type { BoxNumber } from "#rules/stock/box-number.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { CaseState, showCase } from "#rules/stocktake/case-state.ts";
import { mostFound, pageSize, toCutPage, toPage } from "#rules/lists/paging.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { wordsIn } from "#rules/search/search-query.ts";
import {
  type BoxFilter,
  type BoxSearch,
  type BoxSelection,
  isByText,
  statementName,
} from "#server/database/boxes/box-selection.ts";
import {
  entriesOf,
  entryOrder,
  type HistoryRow,
  historyRow,
  isColleague,
  shownEntry,
} from "#server/database/boxes/history-entries.ts";
import { numbersInDetail, numbersOf } from "#server/database/boxes/box-numbers.ts";
import { pageOfBoxes } from "#server/database/boxes/box-pages.ts";
import { allOf, type Conditions, conditionsOf } from "#server/database/sql/conditions.ts";
import { isoInstant, type Reader, type Sql } from "#server/database/database.ts";
import { fromTable, json, selectList } from "#server/database/sql/json.ts";
import { asCharacters, searchedCode, shortestTrigram } from "#server/database/sql/like-text.ts";
import { areFrequent, boxesOfContents } from "#server/database/search/find-contents.ts";
import { boxHitsOf } from "#server/database/search/find-boxes.ts";
import { hasPieces, hasTyped, hasUnproven, patternsOf } from "#server/database/search/has-words.ts";
import { readTyped } from "#server/database/search/read-search.ts";
import { type PlaceColumns, shownPosition } from "#server/database/positions.ts";
import { codesOf, ownRows, type Scope, visibleTo, seenBy } from "#server/database/scope.ts";
import { personAs } from "#server/database/stocktakes/people.ts";
import { badInput, notFound } from "#server/http/errors.ts";
import { orderOf } from "#server/http/list-order.ts";
import { parseSelection } from "#server/http/parsing/selection.ts";

interface BoxRow extends PlaceColumns {
  id: number;
  code: string;
  state: BoxState;
  marked_from: BoxState | null;
  created: string;
  size: number;
  customer_id: number;
  customer_code: number;
  customer_name: string;
  version: number;
  meta_year: number | null;
  meta_destroy_year: number | null;
  meta_first_delivery: string | null;
  content_count: number;
  image_count: number;
  destroyed: string | null;
  due_back: string | null;
  period_from: string | null;
  period_to: string | null;
  numbers: BoxNumber[];
  cost_centre: string;
  last_verified: string | null;
}

type ListedBox = BoxRow & { place: number | null };

const listedBox = selectList<ListedBox>({
  ...fromTable("b", "id", "code", "state", "marked_from", "created", "size", "customer_id", "customer_code"),
  ...fromTable("b", "meta_year", "meta_destroy_year", "meta_first_delivery", "period_from", "period_to", "cost_centre"),
  ...fromTable("b", "destroyed", "due_back", "last_verified", "row_id", "part", "height", "placed"),
  place: "wanted.place",
  customer_name: "c.name",
  version: "b.history_count",
  row_number: "r.number",
  row_reverse: "r.reverse",
  area_id: "a.id",
  area_name: "a.name",
  content_count: sql`(select count(*) from contents where box_id = b.id)::int`,
  image_count: sql`(select count(*) from images where box_id = b.id)::int`,
  numbers: numbersOf(sql`b.id`),
});

const boxesByIds = (ids: Sql, scope: Scope) => sql<ListedBox>`
  select ${listedBox}
  from unnest(${ids}) with ordinality as wanted(id, place)
  join boxes b on b.id = wanted.id
  join customers c on c.id = b.customer_id
  left join rows r on r.id = b.row_id
  left join areas a on a.id = r.area_id
  where ${seenBy(scope, sql`b.customer_id`)}`;

/** These boxes in this order, as far as the caller sees them. */
export async function boxesById(db: Reader, scope: Scope, ids: readonly number[]): Promise<Box[]> {
  if (ids.length === 0) return [];
  const boxes = sql<BoxRow>`${boxesByIds(sql`${ids}::bigint[]`, scope)} order by wanted.place`;
  const rows = await db.list("boxes-by-ids", boxes);
  return rows.map(boxOf);
}

function boxOf(row: BoxRow): Box {
  const { id, code, state, created, size, marked_from, version, content_count, image_count } = row;
  const { meta_year, meta_destroy_year, meta_first_delivery, period_from, period_to, cost_centre, numbers } = row;
  const box = { id, code, state, created, size, marked_from, version, content_count, image_count };
  const meta = {
    meta_year,
    meta_destroy_year,
    meta_first_delivery_customer: meta_first_delivery,
    period_from,
    period_to,
    cost_centre,
    numbers,
  };
  const owner = { id: row.customer_id, code: row.customer_code, name: row.customer_name };
  return { ...box, ...meta, owner, position: shownPosition(row.id, row) };
}

type Owners = Pick<FiltersOf<typeof listBoxes>, "owner" | "owner_id" | "customer_name">;
type Filters = Omit<FiltersOf<typeof listBoxes>, keyof Owners | "state" | "destroyed" | "search" | "after">;
/** Filters that find boxes by an index of their own. */
type Searches = Pick<Filters, "contain_code" | "contain_content" | "pictures" | "due">;

/** The filters that no counter knows; a range that holds every box narrows nothing. */
const conditions: Conditions<Omit<Filters, keyof Searches>> = {
  min_number: (from) => (from > 1 ? sql`b.number >= ${from}::int` : undefined),
  cost_centre: (text) =>
    text === "" ? undefined : sql`b.cost_centre <> '' and lower(b.cost_centre) = lower(${text}::text)`,
  period: (year) => touchesYear(year),
  max_number: (to) => (to < maxBoxNumber ? sql`b.number <= ${to}::int` : undefined),
};
const searches: Conditions<Searches, BoxSearch> = {
  contain_code: (text) => {
    const code = text.replace(/[.\s]/g, "");
    if (code === "") return undefined;
    const piece = sql`${`%${asCharacters(code)}%`}::text`;
    return {
      among: sql`${searchedCode(code)} like ${piece}`,
      of: (customer) => sql`select k.id from ${codesOf(customer)} k where k.code like ${piece}`,
      isText: true,
      isFrequent: code.length < shortestTrigram,
    };
  },
  pictures: () => ({
    among: sql`b.id in (select i.box_id from images i where not i.viewed)`,
    of: (customer) => sql`select i.box_id from images i where i.customer_id = ${customer} and not i.viewed`,
  }),
  due: () => ({
    among: sql`b.id in (select o.id from boxes o where o.due_back < berlin_day(now()))`,
    of: (customer) =>
      sql`select o.id from boxes o where o.customer_id = ${customer} and o.due_back < berlin_day(now())`,
  }),
  contain_content: (text) => {
    const patterns = patternsOf(wordsIn(text));
    if (patterns.words.length + patterns.shortWords.length === 0) return undefined;
    return {
      among: sql`b.id in (
        select c.box_id from (
          select box_id, text from contents where ${allOf(hasPieces(sql`text`, patterns))} offset 0) c
        where ${allOf(hasUnproven(sql`c.text`, patterns))})`,
      of: (customer) => boxesOfContents(customer, patterns),
      isText: true,
    };
  },
};

type BoxConditions = Owners & Filters & Pick<Query<typeof listBoxes>, "order_by" | "state" | "destroyed" | "search">;

/**
 * Returns boxes and their order, best match first where there was a search. Returns null where the filters name no customer that the caller sees, or
 * find nothing.
 */
async function narrowedBoxes(
  db: Reader,
  scope: Scope,
  query: BoxConditions,
): Promise<Omit<BoxSelection, "limit" | "offset"> | null> {
  const { order_by, search, state, destroyed } = query;
  const owners = await ownersOf(db, scope, query);
  if (owners?.length === 0) return null;
  const hits = search ? await hitsOf(db, scope, search, owners) : undefined;
  if (hits === null) return null;
  const { column: order, descending } =
    hits && order_by === undefined
      ? ({ column: "rank", descending: false } as const)
      : orderOf(boxList, scope, order_by ?? "code");
  const filter: BoxFilter = {
    hits,
    ...(owners?.length === 1 ? { customerId: owners[0] } : { customerIds: owners }),
    state,
    destroyed,
    loose: conditionsOf(conditions, query),
    searches: await searchesOf(db, query, scope.isStaff && owners === undefined),
  };
  return { filter, order, descending };
}

/** The filters that an index carries out; of words among everybody's contents it is asked how frequent they are. */
async function searchesOf(db: Reader, query: BoxConditions, isEverybodys: boolean): Promise<BoxSearch[]> {
  const { contain_content, ...others } = query;
  if (!contain_content || !isEverybodys) return conditionsOf(searches, query);
  const isFrequent = await areFrequent(db, patternsOf(wordsIn(contain_content)));
  const words = conditionsOf(searches, { contain_content });
  return [...conditionsOf(searches, others), ...words.map((each) => ({ ...each, isFrequent }))];
}

/** Returns the hits of the search of everything among the boxes of these customers; null where there are none. */
async function hitsOf(db: Reader, scope: Scope, typed: string, customers: readonly number[] | undefined) {
  const search = await readTyped(db, scope, typed, { customers, limit: 0, most: null });
  return search && boxHitsOf(db, search);
}

/** @throws 400 where the list is not walked by code alone: what follows a code is known in that order only */
function checkAfter({ after, order_by = "code", offset = 0, ...rest }: Query<typeof listBoxes>): void {
  const isSearched = rest.search ?? rest.contain_code ?? rest.contain_content ?? rest.pictures ?? rest.due;
  if (after !== undefined && (order_by !== "code" || offset > 0 || isSearched !== undefined))
    throw badInput({ after: [refused.afterByCode] });
}

/** A page of boxes. */
export async function listOfBoxes(db: Reader, scope: Scope, query: Query<typeof listBoxes>) {
  checkAfter(query);
  const { offset = 0, state, after } = query;
  const limit = query.limit ?? (state === BoxState.marked ? undefined : pageSize); // the destruction list is unpaged (product 8)
  const boxConditions = await narrowedBoxes(db, scope, query);
  if (!boxConditions) return toPage([] as Box[], 0, { limit, offset });
  const isCut = limit !== undefined && isByText(boxConditions.filter);
  const page = { ...boxConditions, limit: limit ?? null, offset, after, most: isCut ? mostFound : undefined };
  const { boxes, count } = await pageOfBoxes(db, scope, page, { sql: boxesByIds, of: boxOf });
  if (isCut && count > mostFound && offset >= mostFound) throw badInput({ offset: [refused.beyondFound] });
  const withContents = query.query && parseSelection(query.query).has("content");
  const pageOf = isCut ? toCutPage : toPage;
  return pageOf(withContents ? await addContents(db, boxes) : boxes, count, { limit, offset });
}

const onlyIds = {
  sql: (ids: Sql, scope: Scope) => sql`
    select wanted.place, b.id from unnest(${ids}) with ordinality as wanted(id, place) join boxes b on b.id = wanted.id
    where ${seenBy(scope, sql`b.customer_id`)}`,
  of: ({ id }: { id: number }) => id,
};

/** The ids of the first boxes of a list, and how many it has: found once, whatever is read of them afterwards. */
export async function idsOfBoxes(db: Reader, scope: Scope, query: BoxConditions, limit: number) {
  const boxConditions = await narrowedBoxes(db, scope, query);
  if (!boxConditions) return { boxes: [], count: 0 };
  return pageOfBoxes(db, scope, { ...boxConditions, limit, offset: 0 }, onlyIds);
}

/** For the delivery wizard, which shows what is in the boxes that it finds (specification 7). */
async function addContents(db: Reader, boxes: Box[]): Promise<Box[]> {
  const contents = await contentsIn(
    db,
    boxes.map(({ id }) => id),
  );
  const byBox = Map.groupBy(contents, ({ box }) => box);
  return boxes.map((box) => ({ ...box, content: byBox.get(box.id) ?? [] }));
}

function contentsIn(db: Reader, boxes: readonly number[]) {
  return db
    .selectFrom("contents")
    .select(["id", "text", "state", "created", "box_id as box"])
    .where(sql<boolean>`box_id = any(${boxes}::bigint[])`)
    .orderBy("id")
    .execute();
}

function ownersSql(scope: Scope, { owner, owner_id, customer_name }: Owners) {
  const customers = scope.isStaff
    ? sql`customers c`
    : ownRows("customers", sql`id, code, name`, scope.customerIds, sql`c`);
  const id = sql`${owner_id ?? null}::bigint`;
  const code = sql`${owner ?? null}::int`;
  const name = hasTyped(sql`name`, customer_name ?? "") ?? sql`true`;
  return sql<{ id: number }>`
    select c.id from ${customers}
    where (${id} is null or id = ${id}) and (${code} is null or code = ${code}) and ${seenBy(scope, sql`id`)} and ${name}`;
}

/** The customers that the filters name, as far as the caller sees them; undefined where they name none. */
async function ownersOf(db: Reader, scope: Scope, owners: Owners) {
  const { owner, owner_id, customer_name } = owners;
  if (owner === undefined && owner_id === undefined && !customer_name) return undefined;
  const customers = await db.list(statementName, ownersSql(scope, owners));
  return customers.map(({ id }) => id);
}

type ImageRow = Pick<BoxDetail["images"][number], "id" | "created" | "viewed">;
type ContentRow = BoxDetail["content"][number];
type CaseRow = Omit<NonNullable<BoxDetail["case"]>, "number">;
interface DetailRow extends BoxRow {
  detailed_numbers: BoxDetail["numbers"];
  content: ContentRow[];
  images: ImageRow[];
  history: HistoryRow[];
  copies: BoxDetail["copies"];
  open_case: CaseRow | null;
  continued_as: BoxDetail["continued_as"];
  continued_from: BoxDetail["continued_from"];
}

const jsonArray = (entry: Sql, from: Sql) => sql`(select coalesce(json_agg(${entry}), '[]') from (${from}) e)`;
/** With instants as the connection reads them outside of JSON. */
const created = sql`created::text`;
const contentRow = json<ContentRow>({ id: "id", text: "text", state: "state", box: "box_id", created });
const imageRow = json<ImageRow>({ id: "id", viewed: "viewed", created });
const copyRow = json<BoxDetail["copies"][number]>({
  id: "id",
  content: "content",
  pages: "pages",
  kept_until: "kept_until",
  delivery: "delivery_id",
});
const caseRow = json<CaseRow>({
  id: "k.id",
  kind: "k.kind",
  state: "k.state",
  assignee: personAs("k.assignee"),
  until: sql`case when berlin_day(now()) < k.due_1 then k.due_1 when berlin_day(now()) < k.due_2 then k.due_2 end`,
});
/** Cases are staff's; a code has one open at most. */
const openCase = sql`(select ${caseRow} from cases k where k.box_id = b.id and k.state <> ${CaseState.closed}::smallint order by k.id limit 1)`;

const otherBox = json<NonNullable<BoxDetail["continued_as"]>>({ id: "o.id", code: "o.code" });
/** Boxes of other customers are staff's. */
const continuedAs = sql`(select ${otherBox} from boxes m join boxes o on o.id = m.continued_as where m.id = b.id)`;
const continuedFrom = sql`(select ${otherBox} from boxes o where o.continued_as = b.id order by o.id desc limit 1)`;

const detailsFor = (ofStaff: (piece: Sql) => Sql) =>
  selectList<Omit<DetailRow, keyof BoxRow>>({
    detailed_numbers: numbersInDetail(sql`b.id`),
    content: jsonArray(contentRow, sql`select * from contents where box_id = b.id order by id`),
    images: jsonArray(imageRow, sql`select * from images where box_id = b.id order by id`),
    history: jsonArray(
      historyRow,
      sql`select h.*, first_name, last_name, ${isColleague} as colleague
      from ${entriesOf(sql`b.id`)} h left join users u on u.id = h.user_id order by ${entryOrder}`,
    ),
    copies: jsonArray(
      copyRow,
      sql`select p.*, l.content from digital_copies p left join delivery_contents l on l.id = p.line_id
      where p.box_id = b.id and p.deleted is null and p.kept_until >= berlin_day(now()) order by p.created desc, p.id`,
    ),
    open_case: ofStaff(openCase),
    continued_as: ofStaff(continuedAs),
    continued_from: ofStaff(continuedFrom),
  });
const details = { staff: detailsFor((piece) => piece), others: detailsFor(() => sql`null::json`) };

/** One statement: four that are asked one by one take twice the processor time, here and in the database. */
const boxInDetail = (scope: Scope, id: number) => sql<DetailRow>`
  select b.*, ${scope.isStaff ? details.staff : details.others}
  from (${boxesByIds(sql`array[${id}::bigint]`, scope)}) b`;

/** A box with everything of specification 3; a 404 where there is none or it is not the caller's. */
export async function boxById(db: Reader, scope: Scope, id: number, origin: string): Promise<BoxDetail> {
  const [row] = await db.list(scope.isStaff ? "box-in-detail" : "box-in-detail-seen", boxInDetail(scope, id));
  if (!row) throw notFound();
  const base = `${origin}/api/v1`;
  return {
    ...boxOf(row),
    destroyed: row.destroyed,
    due_back: row.due_back,
    foreign_number: row.numbers[0]?.text ?? null,
    numbers: row.detailed_numbers,
    last_verified: row.last_verified,
    continued_as: row.continued_as,
    continued_from: row.continued_from,
    barcode: { id, image: `${base}/boxes/${id}/barcode/` },
    content: row.content.map((content) => ({ ...content, created: isoInstant(content.created) })),
    images: row.images.map((image) => ({
      ...image,
      created: isoInstant(image.created),
      image: `${base}/boximages/${image.id}/file/`,
      preview: `${base}/boximages/${image.id}/preview/`,
    })),
    history: row.history.map((entry) => shownEntry(scope, entry)),
    copies: row.copies,
    case: row.open_case && { ...row.open_case, number: showCase(row.open_case.id) },
  };
}

/** The code of a box that the caller sees; a 404 otherwise. */
export async function codeOfBox(db: Reader, scope: Scope, id: number): Promise<string> {
  const box = await db
    .selectFrom("boxes")
    .select("code")
    .where("id", "=", id)
    .where(visibleTo(scope, "boxes.customer_id"))
    .executeTakeFirst();
  if (!box) throw notFound();
  return box.code;
}
