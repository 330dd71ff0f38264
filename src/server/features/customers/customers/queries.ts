import { type RawBuilder, type Selectable, sql } from "kysely";
import { customerTextNames } from "#contract/fields/customer.ts";
import type { Customer, CustomerDetail, CustomerSummary } from "#contract/schemas/customers/customers.ts";
import type { listCustomers } from "#contract/calls/customers/customers.ts";
import { customerList } from "#contract/lists/customers.ts";
import type { FiltersOf, OrdersOf, Query } from "#contract/route.ts";
import { maxBoxNumber } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import type { ColumnOf } from "#rules/lists/orders.ts";
import { toPage } from "#rules/lists/paging.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { allOf, type Conditions, conditionsOf } from "#server/database/sql/conditions.ts";
import type { Reader } from "#server/database/database.ts";
import { shownOption } from "#server/database/delivery-options.ts";
import { fromTable, json, selectList } from "#server/database/sql/json.ts";
import { hasTyped } from "#server/database/search/has-words.ts";
import { ownRows, joinById, type Scope, visibleTo, seenBy } from "#server/database/scope.ts";
import type { Tables } from "#server/database/tables.ts";
import { badInput, notFound } from "#server/http/errors.ts";
import { orderOf } from "#server/http/list-order.ts";

type CustomerCounts = Omit<Customer, "deliveryoptions" | "count_meters"> & { placed_mm: number };

const items = sql`left join customer_items items on items.customer_id = customers.id`;
const counters = sql`
  left join (select customer_id, sum(boxes) as boxes, sum(placed_mm) as mm from customer_counts group by 1) counts
    on counts.customer_id = customers.id ${items}`;
/** The same, customer by customer. */
const countersOfEach = sql`
  cross join lateral (select sum(boxes) as boxes, sum(placed_mm) as mm from customer_counts where customer_id = customers.id) counts ${items}`;

/** The same of the boxes in a range of numbers, which no counter keeps. */
const countersBetween = (from: number, to: number) => sql`
  cross join lateral (
    select count(*) as boxes, sum(size) filter (where row_id is not null) as mm from boxes
    where customer_id = customers.id and number between ${from}::int and ${to}::int) counts
  cross join lateral (
    select coalesce(sum((select count(*) from images where box_id = boxes.id)), 0)::int as images,
      coalesce(sum((select count(*) from contents where box_id = boxes.id)), 0)::int as contents
    from boxes where customer_id = customers.id and number between ${from}::int and ${to}::int) items`;

const everybodys = sql`customers`;
const columns = sql.join(
  ["id", "code", "name", "created", "meter_price", "address_country", ...customerTextNames].map((name) =>
    sql.ref(name),
  ),
);
/** Where a list's customers stand: everybody's, or the caller's and no others. */
const listedTo = (scope: Scope) =>
  scope.isStaff ? everybodys : ownRows("customers", columns, scope.customerIds, sql`customers`);

const customerCounts = selectList<CustomerCounts>({
  ...fromTable("customers", "id", "code", "name", "created", "address_country", ...customerTextNames),
  meter_price: sql`meter_price::text`,
  count_boxes: sql`coalesce(counts.boxes, 0)::int`,
  placed_mm: sql`coalesce(counts.mm, 0)::int8`,
  count_boximages: sql`coalesce(items.images, 0)`,
  count_boxcontents: sql`coalesce(items.contents, 0)`,
  count_deliveryoptions: sql`(select count(*) from delivery_options where customer_id = customers.id)::int`,
});

const countedCustomers = (customers: RawBuilder<unknown> = everybodys, counts = countersOfEach) => sql`
  select ${customerCounts}
  from ${customers} ${counts}`;

const orders = {
  code: sql`code`,
  name: sql`name collate german`,
  count_boxes: sql`count_boxes`,
  count_boxcontents: sql`count_boxcontents`,
  count_boximages: sql`count_boximages`,
} satisfies Record<ColumnOf<OrdersOf<typeof listCustomers>>, unknown>;

/** `boxes_from` and `boxes_to` are not here: they narrow what is counted, not who is listed. */
const conditions: Conditions<Omit<FiltersOf<typeof listCustomers>, "boxes_from" | "boxes_to">> = {
  code: (code) => sql`code = ${code}`,
  name: (text) => hasTyped(sql`name`, text),
};

/**
 * Customers with their counts, with `boxes_from` or `boxes_to` those of that range of boxes; every one without `limit`.
 * Customer users find their own.
 */
export async function listOfCustomers(db: Reader, scope: Scope, query: Query<typeof listCustomers>) {
  const { order_by = "name", limit, offset = 0, boxes_from, boxes_to } = query;
  const [from, to] = [boxes_from ?? 0, boxes_to ?? maxBoxNumber];
  if (from > to) throw badInput({ boxes_to: [refused.emptyRange] });
  const whole = boxes_from === undefined && boxes_to === undefined;
  const counts = whole ? (scope.isStaff ? counters : countersOfEach) : countersBetween(from, to);
  const source = listedTo(scope);
  const where = allOf([visibleTo(scope, "customers.id"), ...conditionsOf(conditions, query)]);
  const { column, descending } = orderOf(customerList, scope, order_by);
  const page = sql<CustomerCounts>`
    select * from (${countedCustomers(source, counts)} where ${where}) customers
    order by ${orders[column]} ${descending ? sql`desc` : sql`asc`}, id limit ${limit ?? null} offset ${offset}`;
  const isFiltered = !whole || query.code !== undefined || query.name !== undefined;
  const [rows, total] = await Promise.all([
    isFiltered
      ? page.execute(db).then((found) => found.rows)
      : db.list(`customers-${scope.isStaff}-${column}-${descending}`, page), // planning takes as long as reading
    limit === undefined && offset === 0
      ? null
      : sql<{ count: number }>`select count(*) from ${source} where ${where}`.execute(db),
  ]);
  const options = await optionsOf(
    db,
    rows.map(({ id }) => id),
  );
  const results = rows.map((row) => customerOf(row, options.get(row.id) ?? []));
  return toPage(results, total ? (total.rows[0]?.count ?? 0) : rows.length, query);
}

/** A customer; a 404 where there is none or it is not the caller's. */
export async function customerById(db: Reader, scope: Scope, id: number): Promise<CustomerDetail> {
  const { rows } = await sql<CustomerCounts & { may_invite: boolean; unique_numbers: boolean }>`
    select x.*, c.may_invite, c.unique_numbers
    from (${countedCustomers()} where customers.id = ${id} and ${visibleTo(scope, "customers.id")}) x
    join customers c using (id)`.execute(db);
  const [customer] = rows;
  if (!customer) throw notFound();
  const options = await optionsOf(db, [id]);
  return { ...customerOf(customer, options.get(id) ?? []), users: await usersOf(db, id) };
}

function customerOf({ placed_mm, ...row }: CustomerCounts, deliveryoptions: Customer["deliveryoptions"]): Customer {
  return { ...row, count_meters: Math.round(placed_mm / 10) / 100, deliveryoptions };
}

async function optionsOf(db: Reader, customerIds: number[]) {
  const options = await db.list(
    "options-of-customers",
    sql<Selectable<Tables["delivery_options"]>>`
      select * from delivery_options where customer_id = any(${customerIds}::bigint[]) order by id`,
  );
  return Map.groupBy(options.map(shownOption), ({ customer }) => customer);
}

type CustomerUser = NonNullable<CustomerDetail["users"]>[number];

const customerUser = selectList<CustomerUser>(fromTable("u", "id", "first_name", "last_name", "email"));

const users = (customerId: number) => sql<CustomerUser>`
  select ${customerUser} from customer_users k
  cross join lateral ${joinById("users", sql`id, first_name, last_name, email`, sql`k.user_id`)} u
  where k.customer_id = ${customerId} order by u.last_name collate german, u.id`;

const usersOf = (db: Reader, customerId: number) => db.list("users-of-customer", users(customerId));

const latestDeliveries = 5; // deliveries; the list has the others
const yearsAhead = 3;

type DeliveryCounts = CustomerSummary["deliveries"][number];

/** Nothing of it reads more boxes than are due: counters and the index of what is due have it all. */
const summary = (scope: Scope, id: number, untilYear: number) => sql<CustomerSummary>`
  select ${selectList<CustomerSummary>({
    marked: sql`(select coalesce(sum(boxes), 0)::int from customer_counts
      where customer_id = c.id and state = ${sql.lit(BoxState.marked)})`,
    destroyed: sql`(select coalesce(sum(boxes), 0)::int from customer_counts
      where customer_id = c.id and state = ${sql.lit(BoxState.destroyed)})`,
    due: sql`(select coalesce(json_agg(${json<CustomerSummary["due"][number]>({ year: "year", boxes: "boxes" })} order by year), '[]') from (
      select meta_destroy_year as year, count(*) as boxes from boxes
      where customer_id = c.id and state <> ${sql.lit(BoxState.destroyed)} and state <> ${sql.lit(BoxState.marked)}
        and meta_destroy_year <= ${untilYear}::int group by 1) y)`,
    deliveries: sql`(select coalesce(json_agg(${json<DeliveryCounts>({
      id: "d.id",
      code: "d.code",
      kind: "d.kind",
      state: "d.state",
      time: sql`to_char(d.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      boxes_count: sql`(select count(*) from delivery_boxes where delivery_id = d.id)`,
      boxcontents_count: sql`(select count(*) from delivery_contents where delivery_id = d.id)`,
    })} order by d.id desc), '[]') from (
      select * from deliveries where customer_id = c.id order by id desc limit ${sql.lit(latestDeliveries)}) d)`,
  })}
  from customers c where c.id = ${id}::bigint and ${seenBy(scope, sql`c.id`)}`;

/** Returns what there is to do with a customer's boxes, and what went out last; a 404 where there is no such customer. */
export async function summaryOf(db: Reader, scope: Scope, id: number, year: number): Promise<CustomerSummary> {
  const [found] = await db.list("customer-summary", summary(scope, id, year + yearsAhead));
  if (!found) throw notFound();
  return found;
}
