import { sql } from "kysely";
import type {
  Delivery,
  DeliveryDetail,
  DeliveryEvent,
  PlannedDelivery,
} from "#contract/schemas/deliveries/deliveries.ts";
import type { listDeliveries } from "#contract/calls/deliveries/deliveries.ts";
import { deliveryList } from "#contract/lists/deliveries.ts";
import type { FiltersOf, OrdersOf, Query } from "#contract/route.ts";
import type { DeliveryOption } from "#contract/schemas/deliveries/delivery-options.ts";
import { addDays, businessZone } from "#rules/dates.ts";
import { parseSearch } from "#rules/search/search-query.ts";
import { parseBoxCode } from "#rules/stock/box-code.ts";
import type { ColumnOf } from "#rules/lists/orders.ts";
import { pageSize, toPage } from "#rules/lists/paging.ts";
import { type AuthorRow, shownAuthor } from "#server/database/authors.ts";
import { allOf, type Conditions, conditionsOf } from "#server/database/sql/conditions.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { shownOption } from "#server/database/delivery-options.ts";
import { readDeliveryLines } from "#server/database/deliveries/delivery-lines.ts";
import { boxLinesFoundBy, textLinesFoundBy } from "#server/database/search/find-lines.ts";
import { patternsOf } from "#server/database/search/has-words.ts";
import { readSearch } from "#server/database/search/read-search.ts";
import { ownRows, joinById, rowsOfCustomer, type Scope, visibleTo, seenBy } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";
import { orderOf } from "#server/http/list-order.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

type ListRow = Omit<Delivery, "customer"> & { customer_id: number; customer_code: number; customer_name: string };

/** Columns of a list, of the deliveries `d`. */
const listFields = {
  ...fromTable("d", "id", "code", "created", "kind", "state", "time", "comment", "cost_centre"),
  price: sql`d.price::text`,
  customer_id: "c.id",
  customer_code: "c.code",
  customer_name: "c.name",
  boxes_count: sql`(select count(*) from delivery_boxes where delivery_id = d.id)::int`,
  boxcontents_count: sql`(select count(*) from delivery_contents where delivery_id = d.id)::int`,
};

type PlacedRow = ListRow & { place: number | null };

const placedRow = selectList<PlacedRow>({ ...listFields, place: "page.place" });

const orders = {
  code: sql`code`,
  kind: sql`kind`,
  state: sql`state`,
  time: sql`time`,
} satisfies Record<Exclude<ColumnOf<OrdersOf<typeof listDeliveries>>, "customer">, unknown>;

/** Skipping entries of an index costs little up to here. */
const shallow = 1000;

/** A page of deliveries; the newest first where no order is asked for. */
export async function listOfDeliveries(db: Reader, scope: Scope, query: Query<typeof listDeliveries>) {
  const { limit = pageSize, offset = 0 } = query;
  const hits = await hitsOf(db, scope, query);
  if (hits === null) return toPage([] as Delivery[], 0, { limit, offset });
  const isCounted = hits.length === 0 && filterNames.every((name) => counted.has(name) || !query[name]);
  const { found, which } = filterConditions(scope, query, hits);
  const isSearched = hits.length > 0;
  const { all, counts } = sourcesFor(scope, isSearched);
  const count = isCounted
    ? sql`select coalesce(sum(deliveries), 0) from ${counts} where ${which}`
    : sql`select count(*) from ${all} where ${which}`;
  const ids = idsOfPage(scope, query, { which, isSearched, isFromEnds: isCounted && offset > shallow });
  const { rows } = await sql<PlacedRow & { count: number }>`
    with ${found} n as materialized (select (${count})::int as count)
    select n.count, x.* from n left join (
      select ${placedRow} from unnest(array(${ids})) with ordinality as page(id, place)
      join deliveries d on d.id = page.id join customers c on c.id = d.customer_id) x on true order by x.place`.execute(
    db,
  );
  // without a delivery on the page there is one row, with the count alone
  const deliveries = rows.flatMap((row) => (row.place === null ? [] : [toDelivery(row)]));
  return toPage(deliveries, rows[0]?.count ?? 0, { limit, offset });
}

/** Source of a list: what a search found, which has a rank, or all there is. `isFromEnds` is set where `n` has counted it beforehand. */
interface Listed {
  readonly which: Sql;
  readonly isSearched: boolean;
  readonly isFromEnds: boolean;
}

/** The ids of a page in its order. */
function idsOfPage(scope: Scope, query: Query<typeof listDeliveries>, { which, isSearched, isFromEnds }: Listed) {
  const { order_by, limit = pageSize, offset = 0 } = query;
  const { all, of, customers } = sourcesFor(scope, isSearched);
  const { column, descending } = orderOf(deliveryList, scope, order_by ?? "-code");
  const [onward, back] = descending ? [sql`desc`, sql`asc`] : [sql`asc`, sql`desc`];
  const page = sql`limit ${limit}::bigint offset ${offset}::bigint`;
  if (column === "customer") {
    const inOrder = sql`order by c.name collate german ${onward}, c.id ${onward}`;
    // customers are few: their deliveries are taken in turn, so that no page sorts them all
    return isSearched
      ? sql`
        select d.id from ${all} cross join lateral ${joinById("customers", sql`id, name`, sql`d.customer_id`)} c where ${which} ${inOrder}, d.id ${onward} ${page}`
      : sql`
        select x.id from (select c.id from ${customers} ${inOrder}) c
        cross join lateral (select d.id from ${of} d where d.customer_id = c.id and ${which} order by d.id ${onward}) x ${page}`;
  }
  // a box that was named comes before those that have a piece of its code
  const best = isSearched && order_by === undefined ? sql`k.rank, ` : sql``;
  if (!isFromEnds)
    return sql`select d.id from ${all} where ${which} order by ${best}${orders[column]} ${onward}, d.id ${onward} ${page}`;
  const isNear = sql`(select n.count from n) >= ${2 * offset}::bigint`;
  const left = sql`(select n.count from n) - ${offset}::bigint`;
  return sql`
    select x.id from (
      (select id, ${orders[column]} as at from ${all} where ${which} and ${isNear} order by ${orders[column]} ${onward}, id ${onward} ${page})
      union all
      (select id, ${orders[column]} from ${all} where ${which} and not ${isNear} order by ${orders[column]} ${back}, id ${back}
        limit least(${limit}::bigint, greatest(0, ${left})) offset greatest(0, ${left} - ${limit}::bigint))) x
    order by x.at ${onward}, x.id ${onward}`;
}

const columns = sql`id, code, kind, state, time, cost_centre, customer_id`;
const everybodys = {
  all: sql`deliveries d`,
  of: sql`deliveries`,
  customers: sql`customers c`,
  counts: sql`delivery_counts d`,
};

/** SQL for the caller's results of a search, one by one: a join would read all deliveries, of which the search has few. */
const searched = sql`found k cross join lateral ${joinById("deliveries", columns, sql`k.delivery_id`)} d`;

/**
 * Where a list's deliveries `d` and customers `c` stand, those of one customer `c`, and how many there are: everybody's, or the caller's and no others. Of a
 * search the deliveries that it `found`.
 */
function sourcesFor(scope: Scope, isSearched: boolean) {
  if (scope.isStaff) return isSearched ? { ...everybodys, all: searched } : everybodys;
  const mine = scope.customerIds;
  return {
    all: isSearched ? searched : ownRows("deliveries", columns, mine, sql`d`),
    of: rowsOfCustomer("deliveries", columns, sql`c.id`),
    customers: ownRows("customers", sql`id, name, code`, mine, sql`c`),
    counts: ownRows("delivery_counts", sql`customer_id, kind, state, deliveries`, mine, sql`d`),
  };
}

type Filters = FiltersOf<typeof listDeliveries>;
/** Filters that find deliveries by what is in them. */
type Searches = Pick<Filters, "box" | "content">;

const conditions: Conditions<Omit<Filters, keyof Searches>> = {
  customer: (code) => sql`d.customer_id = (select id from customers where code = ${code}::int)`,
  kind: (kind) => sql`d.kind = ${kind}::smallint`,
  state: (state) => sql`d.state = ${state}::smallint`,
  day_from: (day) => sql`d.time >= ${midnight(day)}`,
  day_to: (day) => sql`d.time < ${midnight(addDays(day, 1))}`,
  cost_centre: (text) =>
    text === "" ? undefined : sql`d.cost_centre <> '' and lower(d.cost_centre) = lower(${text}::text)`,
  day: (day) => sql`d.time >= ${midnight(day)} and d.time < ${midnight(addDays(day, 1))}`,
};

const filterNames = Object.keys(conditions) as (keyof typeof conditions)[];
/** Filters that `delivery_counts` knows. */
const counted: ReadonlySet<string> = new Set(["customer", "kind", "state"] satisfies (keyof Filters)[]);

/** When a day begins at the archive. */
const midnight = (day: string) => sql`${day}::date::timestamp at time zone ${businessZone}::text`;

/** The deliveries that the search finds by each of these filters; null where one finds none. */
async function hitsOf(db: Reader, scope: Scope, { box, content }: Searches): Promise<Sql[] | null> {
  const found = await Promise.all([box ? byBox(db, scope, box) : [], content ? byContent(db, scope, content) : []]);
  return found.includes(null) ? null : found.flatMap((hits) => hits ?? []);
}

/** By a code, a number, a piece of either, or what is in the box. */
async function byBox(db: Reader, scope: Scope, typed: string) {
  const asked = parseSearch(typed);
  const isNumber = asked.digits !== null;
  const search = await readSearch(db, scope, asked, { ...every, anyWord: isNumber });
  return search && boxLinesFoundBy({ ...search, ...(isNumber && patternsOf([])), anyPiece: true });
}

/** A number is one in the text, if it is no whole code. */
async function byContent(db: Reader, scope: Scope, typed: string) {
  const asked = parseSearch(typed);
  const digits = parseBoxCode(asked.digits ?? "");
  const search = await readSearch(db, scope, { ...asked, digits }, { ...every, anyWord: true });
  return search && textLinesFoundBy(search);
}
const every = { limit: 0, most: null };

/** The condition of a list, and the part of a `with` of what is searched for in it: found once, to be counted and put on a page. */
function filterConditions(scope: Scope, query: Filters, hits: readonly Sql[]) {
  const [first, second] = hits.map((each) => sql`(${each})`);
  const both =
    second &&
    sql`select h.delivery_id, least(h.rank, s.rank) as rank from ${first} h join ${second} s using (delivery_id)`;
  return {
    found: first ? sql`found as materialized (${both ?? first}),` : sql``,
    which: allOf([visibleTo(scope, "d.customer_id"), ...conditionsOf(conditions, query)]),
  };
}

function toDelivery(row: ListRow): Delivery {
  const { id, code, created, kind, state, time, price, comment, cost_centre, boxes_count, boxcontents_count } = row;
  const customer = { id: row.customer_id, code: row.customer_code, name: row.customer_name };
  const what = { id, code, created, kind, state, time, price, comment, cost_centre };
  return { ...what, boxes_count, boxcontents_count, customer };
}

type PlannedRow = Omit<PlannedDelivery, "customer"> & {
  customer_id: number;
  customer_code: number;
  customer_name: string;
};

const mostPlanned = 1000; // nobody reads more of what is due

const plannedRow = selectList<PlannedRow>({
  ...fromTable("d", "id", "code", "kind", "state", "time"),
  customer_id: "c.id",
  customer_code: "c.code",
  customer_name: "c.name",
  lines_count: sql`((select count(*) from delivery_boxes where delivery_id = d.id) +
    (select count(*) from delivery_contents where delivery_id = d.id))::int`,
  left_count: sql`((select count(*) from delivery_boxes
    where delivery_id = d.id and open and (d.kind in (1, 2) or picked is null)) +
    (select count(*) from delivery_contents where delivery_id = d.id and open and (d.kind in (1, 2) or picked is null)))::int`,
});

const unfinishedLines = (scope: Scope, from: Sql) => sql<PlannedRow>`
  select ${plannedRow}
  from ${from} cross join lateral ${joinById("customers", sql`id, code, name`, sql`d.customer_id`)} c
  where d.state in (0, 1) and ${seenBy(scope, sql`d.customer_id`)}
  order by d.time, d.id limit ${sql.lit(mostPlanned)}`;

/** Returns the deliveries that are not finished, the earliest first; those without a day come last. */
export async function plannedDeliveries(db: Reader, scope: Scope): Promise<PlannedDelivery[]> {
  const rows = scope.isStaff
    ? await db.list("deliveries-planned", unfinishedLines(scope, sql`deliveries d`))
    : await db.list(
        "deliveries-planned-seen",
        unfinishedLines(scope, ownRows("deliveries", columns, scope.customerIds, sql`d`)),
      );
  return rows.map(({ customer_id, customer_code, customer_name, ...rest }) => ({
    ...rest,
    customer: { id: customer_id, code: customer_code, name: customer_name },
  }));
}

type DetailRow = ListRow &
  Pick<DeliveryDetail, "address" | "empty_boxes" | "due_back" | "rush_reason"> & { option_id: number | null };

const detailRow = selectList<DetailRow>({
  ...listFields,
  ...fromTable("d", "option_id", "address", "empty_boxes", "due_back", "rush_reason"),
});

/** A delivery with its lines and what happened to it; a 404 where there is none or it is not the caller's. */
export async function deliveryById(db: Reader, scope: Scope, id: number): Promise<DeliveryDetail> {
  const { rows } = await sql<DetailRow>`
    select ${detailRow} from deliveries d join customers c on c.id = d.customer_id
    where d.id = ${id} and ${visibleTo(scope, "d.customer_id")}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound(); // before anything else is read: a foreign delivery must not take longer than a missing one
  const [{ boxes, boxcontents }, events, delivery_option, proofs] = await Promise.all([
    readDeliveryLines(db, row),
    eventsOf(db, scope, id),
    optionOf(db, row.option_id),
    proofsOf(db, id),
  ]);
  return {
    ...toDelivery(row),
    delivery_option,
    address: row.address,
    boxes,
    boxcontents,
    events,
    proofs,
    empty_boxes: row.empty_boxes,
    due_back: row.due_back,
    rush_reason: row.rush_reason ?? null,
  };
}

function proofsOf(db: Reader, id: number) {
  return db
    .selectFrom("delivery_proofs")
    .select(["id", "kind", "created"])
    .where("delivery_id", "=", id)
    .orderBy("id")
    .execute();
}

type EventRow = Omit<DeliveryEvent, "user"> & AuthorRow;

const eventRow = selectList<EventRow>({
  ...fromTable("e", "kind", "created"),
  ...fromTable("u", "first_name", "last_name"),
  from: "e.from_value",
  to: "e.to_value",
  colleague: sql`exists (select from customer_users where user_id = e.user_id and customer_id = e.customer_id)`,
});

async function eventsOf(db: Reader, scope: Scope, id: number): Promise<DeliveryEvent[]> {
  const reason = scope.isStaff ? sql`rush_reason` : sql`null`; // a word among staff (decision 201)
  const { rows } = await sql<EventRow>`
    select ${eventRow}
    from (
      select 0 as id, 'created' as kind, created, user_id, null as from_value,
        ${reason} as to_value, customer_id
      from deliveries where id = ${id}::bigint
      union all
      select e.id, e.kind, e.created, e.user_id, from_value, to_value, d.customer_id
      from delivery_events e join deliveries d on d.id = e.delivery_id where e.delivery_id = ${id}::bigint) e
    left join users u on u.id = e.user_id order by e.id`.execute(db);
  return rows.map(({ first_name, last_name, colleague, ...event }) => ({
    ...event,
    user: shownAuthor(scope, { first_name, last_name, colleague }),
  }));
}

async function optionOf(db: Reader, id: number | null): Promise<DeliveryOption | null> {
  if (id === null) return null;
  const option = await db.selectFrom("delivery_options").selectAll().where("id", "=", id).executeTakeFirst();
  return option ? shownOption(option) : null;
}
