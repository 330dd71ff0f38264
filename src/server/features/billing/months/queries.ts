import { sql } from "kysely";
import type { BilledCustomer, billingWarnings } from "#contract/schemas/billing/billing.ts";
import { missingUpTo, sumOf, units } from "#rules/billing/decimal.ts";
import {
  type InvoiceLine,
  type Minimum,
  minimumLine,
  type ServedAmount,
  serviceLine,
  storageLine,
  totalsOf,
} from "#rules/billing/invoice-lines.ts";
import { countedTo, monthAfter, monthDays } from "#rules/billing/month.ts";
import {
  type CountedDays,
  storedAmounts,
  storedByDay,
  type StoredOfCustomer,
} from "#server/database/billing/stored-amounts.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";

type Warning = (typeof billingWarnings)[number];

interface Billed {
  readonly id: number;
  readonly code: number;
  readonly name: string;
  readonly has_address: boolean;
  readonly minimum: Minimum | null;
}

/** The customers that may owe something: of one or of all. */
function billedCustomers(db: Reader, scope: Scope, customer: number | null): Promise<Billed[]> {
  const which = customer === null ? sql`true` : sql`c.id = ${customer}::bigint`;
  const customers = sql<Billed>`
    select c.id, c.code, c.name, c.address_street <> '' and c.address_city <> '' as has_address,
      case when t.minimum is not null then json_build_object('least', t.minimum::text, 'scope', t.minimum_scope,
        'vat_category', coalesce(l.vat_category, 'S'), 'vat_rate', coalesce(l.vat_rate, 19)::numeric(4,2)::text) end as minimum
    from customers c left join customer_terms t on t.customer_id = c.id left join price_lists l on l.id = t.price_list_id
    where ${which} and ${seenBy(scope, sql`c.id`)} order by c.code`;
  return db.list(customer === null ? "billed-customers" : "billed-customer-terms", customers);
}

type ServedOfCustomer = ServedAmount & { readonly customer_id: number };

/** The services of customers by kind, price and cost centre; what was typed keeps its text. The fee of a month counts once it has begun. */
function servedAmounts(db: Reader, scope: Scope, { from, to }: CountedDays, customer: number | null) {
  const one = (id: "customer_id" | "t.customer_id") =>
    sql`${seenBy(scope, sql.ref(id))} ${customer === null ? sql`` : sql`and ${sql.ref(id)} = ${customer}::bigint`}`;
  const served = sql<ServedOfCustomer>`
    select customer_id, cost_centre, item, unit, sum(quantity)::text as quantity, price::text, vat_category, vat_rate::text, text
    from service_entries where day >= ${from}::date and day < ${to}::date and ${one("customer_id")}
    group by customer_id, cost_centre, item, unit, price, vat_category, vat_rate, text
    union all
    select t.customer_id, '', 'account_fee', r.unit, '1.000', r.price::text, r.vat_category, r.vat_rate::text, ''
    from customer_terms t cross join lateral (
      select unit, price, vat_category, vat_rate from price_rules
      where list_id = t.price_list_id and item = 'account_fee' and valid_from < ${to}::date order by valid_from desc limit 1) r
    where r.price > 0 and ${one("t.customer_id")}
    order by 1, 2, 3, 6, 9`;
  return db.list(customer === null ? "served-amounts" : "served-amounts-of", served);
}

const isTrip = ({ item }: { readonly item: string }) => item === "trip" || item === "pickup_trip";

interface CustomerMonth {
  readonly customer: Billed;
  readonly lines: readonly InvoiceLine[];
}

/** The lines of a month, customer by customer: storage, services, and what a minimum wants beside. */
async function monthOf(db: Reader, scope: Scope, month: string, to: string, customer: number | null) {
  const { from, days } = monthDays(month);
  const [customers, stored, served] = await Promise.all([
    billedCustomers(db, scope, customer),
    storedAmounts(db, scope, { from, to }, customer),
    servedAmounts(db, scope, { from, to }, customer),
  ]);
  const storedBy = Map.groupBy(stored, ({ customer_id }) => customer_id);
  const servedBy = Map.groupBy(served, ({ customer_id }) => customer_id);
  return customers.map((each) => ({
    customer: each,
    lines: linesOf(each, storedBy.get(each.id) ?? [], servedBy.get(each.id) ?? [], days),
  }));
}

function linesOf(
  { minimum }: Billed,
  stored: readonly StoredOfCustomer[],
  served: readonly ServedOfCustomer[],
  days: number,
): InvoiceLine[] {
  const lines = [
    ...stored.map(({ mode, customer_id: _, ...amount }) => storageLine(amount, mode, days)),
    ...served.map(({ customer_id: _, ...amount }) => serviceLine(amount)),
  ];
  const filling = minimum && minimumLine(lines, minimum);
  return filling ? [...lines, filling] : lines;
}

/** Whether an amount is more than 30 % above another one. */
const isMuchMore = (net: string, before: string) =>
  missingUpTo("0.01", before) === null && units(net, 2) * 10n > units(before, 2) * 13n;

function warningsOf({ customer, lines }: CustomerMonth, net: string, before: string): Warning[] {
  const isFree = lines.some(({ item, price }) => item === "storage" && Number(price) === 0);
  return [
    ...(customer.has_address ? [] : ["no_address" as const]),
    ...(isFree ? ["no_price" as const] : []),
    ...(isMuchMore(net, before) ? ["much_more" as const] : []),
  ];
}

const netOf = (lines: readonly InvoiceLine[], which: (line: InvoiceLine) => boolean) =>
  sumOf(lines.filter(which).map(({ net }) => net));
const isStorage = ({ item }: InvoiceLine) => item === "storage";

/** What each customer owes for a month until the end of `today` (`YYYY-MM-DD`), who owes anything then or did the month before. */
export async function billedMonth(db: Reader, scope: Scope, month: string, today: string) {
  const to = countedTo(monthDays(month), today);
  const former = monthAfter(month, -1);
  const [now, before] = await Promise.all([
    monthOf(db, scope, month, to, null),
    monthOf(db, scope, former, monthDays(former).to, null),
  ]);
  const nets = new Map(before.map(({ customer, lines }) => [customer.id, totalsOf(lines).net]));
  const results = now.flatMap((each): BilledCustomer[] => {
    const { customer, lines } = each;
    const { net, gross } = totalsOf(lines);
    const netBefore = nets.get(customer.id) ?? "0.00";
    if (lines.length === 0 && Number(netBefore) === 0) return [];
    return [
      {
        customer: { id: customer.id, code: customer.code, name: customer.name },
        storage: netOf(lines, isStorage),
        services: netOf(lines, (line) => !isStorage(line) && !isTrip(line)),
        trips: netOf(lines, isTrip),
        net,
        gross,
        before: netBefore,
        warnings: warningsOf(each, net, netBefore),
      },
    ];
  });
  return { month, until: to, results };
}

/** What a customer's invoice of a month would say, counted until the end of `today`. @throws 404 */
export async function invoicePreview(db: Reader, scope: Scope, id: number, month: string, today: string) {
  const { from, ...whole } = monthDays(month);
  const to = countedTo({ from, ...whole }, today);
  const former = monthAfter(month, -1);
  const [[now], [before], days] = await Promise.all([
    monthOf(db, scope, month, to, id),
    monthOf(db, scope, former, monthDays(former).to, id),
    storedByDay(db, scope, { from, to }, id),
  ]);
  if (!now) throw notFound();
  const { code, name } = now.customer;
  const totals = totalsOf(now.lines);
  const warnings = warningsOf(now, totals.net, totalsOf(before?.lines ?? []).net);
  return {
    customer: { id, code, name },
    month,
    until: to,
    lines: [...now.lines],
    ...totals,
    vats: [...totals.vats],
    warnings,
    days,
  };
}
