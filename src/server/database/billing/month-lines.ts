import { sql } from "kysely";
import {
  type InvoiceLine,
  type Minimum,
  minimumLine,
  type ServedAmount,
  serviceLine,
  storageLine,
} from "#rules/billing/invoice-lines.ts";
import { monthDays } from "#rules/billing/month.ts";
import { type CountedDays, storedAmounts, type StoredOfCustomer } from "#server/database/billing/stored-amounts.ts";
import { statementName } from "#server/database/boxes/box-selection.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { json } from "#server/database/sql/json.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";

/** A customer with what is agreed that a month needs. */
export interface BilledOwner {
  readonly id: number;
  readonly code: number;
  readonly name: string;
  readonly has_address: boolean;
  readonly minimum: Minimum | null;
}

const agreedMinimum = json<Minimum>({
  least: sql`t.minimum::text`,
  scope: "t.minimum_scope",
  vat_category: sql`coalesce(l.vat_category, 'S')`,
  vat_rate: sql`coalesce(l.vat_rate, 19)::numeric(4,2)::text`,
});

/** The customers that may owe something: of one or of all. */
function billedCustomers(db: Reader, scope: Scope, to: string, customer: number | null): Promise<BilledOwner[]> {
  const which = customer === null ? sql`true` : sql`c.id = ${customer}::bigint`;
  const customers = sql<BilledOwner>`
    select c.id, c.code, c.name, c.address_street <> '' and c.address_city <> '' as has_address,
      case when t.minimum is not null and berlin_day(c.created) < ${to}::date then ${agreedMinimum} end as minimum
    from customers c left join customer_terms t on t.customer_id = c.id left join price_lists l on l.id = t.price_list_id
    where ${which} and ${seenBy(scope, sql`c.id`)} order by c.code`;
  return db.list(customer === null ? "billed-customers" : "billed-customer-terms", customers);
}

type Served = Required<Pick<AskedMonth, "customer" | "open">>;

/** The entries that an invoice of a month takes: those of the month that no other has, and what came late of months that were billed. */
export const unbilledEntries = (from: string, to: string): Sql => sql`
  invoice_id is null and day < ${to}::date and (day >= ${from}::date or exists (
    select from billed_months k where k.customer_id = service_entries.customer_id and k.month = date_trunc('month', day)))`;

type ServedOfCustomer = ServedAmount & { readonly customer_id: number };

/** The services of customers by kind, price and cost centre; what was typed keeps its text. A customer pays a fee, and a minimum, for the months from which on they are one. */
function servedAmounts(db: Reader, scope: Scope, { from, to }: CountedDays, { customer, open }: Served) {
  const one = (id: "customer_id" | "t.customer_id") =>
    sql`${seenBy(scope, sql.ref(id))} ${customer === null ? sql`` : sql`and ${sql.ref(id)} = ${customer}::bigint`}`;
  const served = sql<ServedOfCustomer>`
    select customer_id, cost_centre, item, unit, sum(quantity)::text as quantity, price::text, vat_category, vat_rate::text, text
    from service_entries where ${open ? unbilledEntries(from, to) : sql`day >= ${from}::date and day < ${to}::date`} and ${one("customer_id")}
    group by customer_id, cost_centre, item, unit, price, vat_category, vat_rate, text
    union all
    select t.customer_id, '', 'account_fee', r.unit, '1.000', r.price::text, r.vat_category, r.vat_rate::text, ''
    from customer_terms t cross join lateral (
      select unit, price, vat_category, vat_rate from price_rules
      where list_id = t.price_list_id and item = 'account_fee' and valid_from < ${to}::date order by valid_from desc limit 1) r
    where r.price > 0 and ${one("t.customer_id")}
      and exists (select from customers c where c.id = t.customer_id and berlin_day(c.created) < ${to}::date)
    order by 1, 2, 3, 6, 9`;
  return db.list(statementName, served);
}

export interface CustomerMonth {
  readonly customer: BilledOwner;
  readonly lines: readonly InvoiceLine[];
}

interface AskedMonth {
  /** `YYYY-MM` */
  readonly month: string;
  /** The day after the last one that counts. */
  readonly to: string;
  /** One customer, or null for all. */
  readonly customer: number | null;
  /** Only services that no invoice has yet, also late ones of months before; otherwise those of the month. */
  readonly open?: boolean;
}

/** The lines of a month, customer by customer: storage, services, and what a minimum wants beside. */
export async function monthLines(
  db: Reader,
  scope: Scope,
  { month, to, customer, open = false }: AskedMonth,
): Promise<CustomerMonth[]> {
  const { from, days } = monthDays(month);
  const [customers, stored, served] = await Promise.all([
    billedCustomers(db, scope, to, customer),
    storedAmounts(db, scope, { from, to }, customer),
    servedAmounts(db, scope, { from, to }, { customer, open }),
  ]);
  const storedBy = Map.groupBy(stored, ({ customer_id }) => customer_id);
  const servedBy = Map.groupBy(served, ({ customer_id }) => customer_id);
  return customers.map((each) => ({
    customer: each,
    lines: linesOf(each, storedBy.get(each.id) ?? [], servedBy.get(each.id) ?? [], days),
  }));
}

function linesOf(
  { minimum }: BilledOwner,
  stored: readonly StoredOfCustomer[],
  served: readonly ServedOfCustomer[],
  days: number,
): InvoiceLine[] {
  const lines = [
    ...stored.map(({ mode, customer_id: _, ...amount }) => storageLine(amount, mode, days)),
    ...served.map(({ customer_id: _, ...amount }) => serviceLine(amount)),
  ];
  lines.sort((one, other) => one.cost_centre.localeCompare(other.cost_centre, "de")); // a section of each
  const filling = minimum && minimumLine(lines, minimum);
  return filling ? [...lines, filling] : lines;
}
