import { sql } from "kysely";
import type { Box, BoxDetail, BoxesOverview } from "#contract/schemas/boxes.ts";
import type { listBoxes } from "#contract/calls/boxes.ts";
import { boxList } from "#contract/lists/boxes.ts";
import type { FiltersOf, Query } from "#contract/route.ts";
import { maxBoxNumber } from "#rules/box-code.ts";
import { BoxState } from "#rules/box-state.ts";
import { archiveAuthor } from "#rules/history.ts";
import { pageSize, toPage } from "#rules/lists/paging.ts";
import { type BoxCondition, type BoxFilter, boxIds, countBoxes } from "#server/database/box-pages.ts";
import { type Conditions, conditionsOf } from "#server/database/conditions.ts";
import type { Reader } from "#server/database/database.ts";
import { asCharacters } from "#server/database/like-text.ts";
import { type PlaceColumns, shownPosition } from "#server/database/positions.ts";
import { type Scope, seen, seenCustomers } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";
import { orderOf } from "#server/http/list-order.ts";
import { parseSelection } from "#server/http/selection.ts";

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
  meta_year: number | null;
  meta_destroy_year: number | null;
  meta_first_delivery: string | null;
  content_count: number;
  image_count: number;
  destroyed: string | null;
}

const boxesByIds = `
  select b.id, b.code, b.state, b.marked_from, b.created, b.size, b.customer_id, b.customer_code, c.name as customer_name,
    b.meta_year, b.meta_destroy_year, b.meta_first_delivery, b.destroyed,
    b.part, b.height, b.placed, b.row_id, r.number as row_number, r.reverse as row_reverse, a.id as area_id, a.name as area_name,
    (select count(*) from contents where box_id = b.id)::int as content_count,
    (select count(*) from images where box_id = b.id)::int as image_count
  from unnest($1::bigint[]) with ordinality as wanted(id, place)
  join boxes b on b.id = wanted.id
  join customers c on c.id = b.customer_id
  left join rows r on r.id = b.row_id
  left join areas a on a.id = r.area_id
  where $2::bigint[] is null or b.customer_id = any($2)
  order by wanted.place`;

/** These boxes in this order, as far as the caller sees them. */
export async function boxesById(db: Reader, scope: Scope, ids: readonly number[]): Promise<Box[]> {
  if (ids.length === 0) return [];
  const rows = await db.list<BoxRow>("boxes-by-ids", boxesByIds, [ids, seenCustomers(scope)]);
  return rows.map(boxOf);
}

function boxOf(row: BoxRow): Box {
  const { id, code, state, created, size, content_count, image_count, meta_year, meta_destroy_year } = row;
  return {
    id,
    code,
    state,
    created,
    size,
    owner: { id: row.customer_id, code: row.customer_code, name: row.customer_name },
    position: shownPosition(row.id, row),
    marked_from: row.marked_from,
    content_count,
    image_count,
    meta_year,
    meta_destroy_year,
    meta_first_delivery_customer: row.meta_first_delivery,
  };
}

/** The filters that no counter knows; a range that holds every box narrows nothing. */
const conditions: Conditions<Omit<FiltersOf<typeof listBoxes>, "owner" | "owner_id" | "state">, BoxCondition> = {
  min_number: (from) => (from > 1 ? (b) => `b.number >= ${b.bind(from, "int")}` : undefined),
  max_number: (to) => (to < maxBoxNumber ? (b) => `b.number <= ${b.bind(to, "int")}` : undefined),
  contain_code: (text) => {
    const code = asCharacters(text.replace(/[.\s]/g, ""));
    return code ? (b) => `b.code like '%' || ${b.bind(code, "text")} || '%'` : undefined;
  },
  contain_content: (text) => (b) =>
    `b.id in (select box_id from contents c where c.customer_id = b.customer_id and
      search_text(c.text) like '%' || search_text(${b.bind(asCharacters(text), "text")}) || '%')`,
};

/** A page of boxes. */
export async function listOfBoxes(db: Reader, scope: Scope, query: Query<typeof listBoxes>) {
  const { order_by = "code", offset = 0, owner, owner_id, state } = query;
  const { column: order, descending } = orderOf(boxList, scope, order_by);
  const limit = query.limit ?? (state === BoxState.marked ? undefined : pageSize); // the destruction list is unpaged (product 8)
  const customerId = await ownerOf(db, scope, owner, owner_id);
  if (customerId === null) return toPage([] as Box[], 0, { limit, offset });
  const filter: BoxFilter = { customerId, state, loose: conditionsOf(conditions, query) };
  const page = { filter, order, descending, limit: limit ?? null, offset };
  const [ids, count] = await Promise.all([boxIds(db, scope, page), countBoxes(db, scope, filter)]);
  const boxes = await boxesById(db, scope, ids);
  const withContents = query.query && parseSelection(query.query).has("content");
  return toPage(withContents ? await addContents(db, boxes) : boxes, count, { limit, offset });
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

const ownerById = `
  select id from customers
  where ($1::bigint is null or id = $1) and ($2::int is null or code = $2) and ($3::bigint[] is null or id = any($3))`;

/** The one customer that the filter names; undefined for none, null for one that the caller does not see. */
async function ownerOf(
  db: Reader,
  scope: Scope,
  code: number | undefined,
  id: number | undefined,
): Promise<number | null | undefined> {
  if (code === undefined && id === undefined) return undefined;
  const [customer] = await db.list<{ id: number }>("owner-of-boxes", ownerById, [
    id ?? null,
    code ?? null,
    seenCustomers(scope),
  ]);
  return customer?.id ?? null;
}

/** A box with everything of specification 3; a 404 where there is none or it is not the caller's. */
export async function boxById(db: Reader, scope: Scope, id: number, origin: string): Promise<BoxDetail> {
  const [row] = await db.list<BoxRow>("boxes-by-ids", boxesByIds, [[id], seenCustomers(scope)]);
  if (!row) throw notFound(); // before anything else is read: a foreign box must not take longer than a missing one
  const [content, images, history] = await Promise.all([
    contentsIn(db, [id]),
    db.selectFrom("images").select(["id", "created", "viewed"]).where("box_id", "=", id).orderBy("id").execute(),
    historyOf(db, scope, row),
  ]);
  const base = `${origin}/api/v1`;
  return {
    ...boxOf(row),
    destroyed: row.destroyed,
    barcode: { id, image: `${base}/boxes/${id}/barcode/` },
    content,
    images: images.map((image) => ({
      ...image,
      image: `${base}/boximages/${image.id}/file/`,
      preview: `${base}/boximages/${image.id}/preview/`,
    })),
    history,
  };
}

/**
 * Customer users read names only of those who may see the box too: everybody else is
 * the archive, for good, also when staff become somebody else's customer user (product 4).
 */
async function historyOf(
  db: Reader,
  scope: Scope,
  box: Pick<BoxRow, "id" | "customer_id">,
): Promise<BoxDetail["history"]> {
  const entries = await db
    .selectFrom("history")
    .leftJoin("users", "users.id", "history.user_id")
    .leftJoin("customer_users", (join) =>
      join
        .onRef("customer_users.user_id", "=", "history.user_id")
        .on("customer_users.customer_id", "=", box.customer_id),
    )
    .select(["seq", "kind", "history.created", "meta", "text", "first_name", "last_name"])
    .select("customer_users.user_id as colleague")
    .where("box_id", "=", box.id)
    .orderBy("seq")
    .execute();
  return entries.map(({ seq, kind, created, meta, text, first_name, last_name, colleague }) => ({
    id: seq,
    state: kind,
    created,
    user:
      last_name === null
        ? null
        : scope.isStaff || colleague !== null
          ? { first_name: first_name ?? "", last_name }
          : archive,
    meta,
    text,
  }));
}

const archive = { first_name: archiveAuthor, last_name: "" };

/** The code of a box that the caller sees; a 404 otherwise. */
export async function codeOfBox(db: Reader, scope: Scope, id: number): Promise<string> {
  const box = await db
    .selectFrom("boxes")
    .select("code")
    .where("id", "=", id)
    .where(seen(scope, "boxes.customer_id"))
    .executeTakeFirst();
  if (!box) throw notFound();
  return box.code;
}

/** How many of the caller's boxes are in which state, and how many contents there are: from the counters. */
export async function overviewOfBoxes(db: Reader, scope: Scope): Promise<BoxesOverview> {
  const [states, contents] = await Promise.all([
    db.list<{ state: BoxState; boxes: number }>(
      "overview-states",
      "select state, sum(boxes)::int as boxes from customer_counts where $1::bigint[] is null or customer_id = any($1) group by state",
      [seenCustomers(scope)],
    ),
    db.list<{ contents: number }>(
      "overview-contents",
      "select coalesce(sum(contents), 0)::int as contents from customer_items where $1::bigint[] is null or customer_id = any($1)",
      [seenCustomers(scope)],
    ),
  ]);
  const boxes = (state: BoxState) => states.find((entry) => entry.state === state)?.boxes ?? 0;
  return {
    boxcontents_count: contents[0]?.contents ?? 0,
    boxes_created_count: boxes(BoxState.created),
    boxes_destroyed_count: boxes(BoxState.destroyed),
    boxes_in_stock_count: boxes(BoxState.inStock),
    boxes_inconsistent_count: boxes(BoxState.inconsistent),
    boxes_not_in_stock_count: boxes(BoxState.notInStock),
    boxes_ordered_count: boxes(BoxState.ordered),
    boxes_retour_count: boxes(BoxState.retour),
    boxes_marked_count: boxes(BoxState.marked),
  };
}
