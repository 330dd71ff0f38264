import { sql } from "kysely";
import type { BillingTimes } from "#rules/billing/billing-plan.ts";
import type { Minimum } from "#rules/billing/invoice-lines.ts";
import type { Reader } from "#server/database/database.ts";
import { fromTable, json, selectList } from "#server/database/sql/json.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";

/** An invoice with the first and the last day that it is for, `YYYY-MM-DD`. */
interface BillingInvoice {
  readonly id: number;
  readonly number: string;
  readonly period_from: string;
  readonly period_to: string;
}

/** A minimum, or that there is none, and from when on. */
interface AgreedMinimum {
  /** `YYYY-MM-DD` */
  readonly from: string;
  readonly minimum: Minimum | null;
}

/** A customer with what is agreed, and what is billed already; months are `YYYY-MM`. */
export interface BilledOwner extends BillingTimes {
  readonly id: number;
  readonly code: number;
  readonly name: string;
  readonly has_address: boolean;
  /** The day on which they became one: nobody pays a fee or a minimum for a time before. */
  readonly since: string;
  /** Amounts owed at least, each from the first day of a month on; the latest last. */
  readonly minimums: readonly AgreedMinimum[];
  /** The months of the year that are billed. */
  readonly billed: readonly string[];
  /** Months that were billed in advance and are not settled yet, the earliest first. */
  readonly unsettled: readonly string[];
  /** By which the month is billed. */
  readonly invoice: BillingInvoice | null;
}

const agreedMinimum = json<Minimum>({
  least: sql`a.minimum::text`,
  scope: "a.minimum_scope",
  vat_category: sql`coalesce(l.vat_category, 'S')`,
  vat_rate: sql`coalesce(l.vat_rate, 19)::numeric(4,2)::text`,
});
/** SQL for the minimum of each day from which on a minimum or the rate of its list is another one. */
const minimums = sql`(
  select coalesce(json_agg(${json<AgreedMinimum>({ from: "d.since", minimum: sql`case when a.minimum is not null then ${agreedMinimum} end` })} order by d.since), '[]')
  from (
    select valid_from as since from agreements where customer_id = c.id
    union select v.valid_from from list_rates v join agreements u on u.price_list_id = v.list_id where u.customer_id = c.id) d
  cross join lateral (
    select * from agreements where customer_id = c.id and valid_from <= d.since order by valid_from desc limit 1) a
  left join lateral (
    select * from list_rates where list_id = a.price_list_id and valid_from <= d.since order by valid_from desc limit 1) l on true)`;
const billedInvoice = json<BillingInvoice>({
  id: "i.id",
  number: "i.number",
  period_from: "i.period_from",
  period_to: "i.period_to",
});
const monthText = sql`to_char(k.month, 'YYYY-MM')`;

/** The customers that may owe something: of one or of all. `first` is the first day of a month. */
export function billedOwners(db: Reader, scope: Scope, first: string, customer: number | null): Promise<BilledOwner[]> {
  const which = customer === null ? sql`true` : sql`c.id = ${customer}::bigint`;
  const customers = sql<BilledOwner>`
    select ${selectList<BilledOwner>({
      ...fromTable("c", "id", "code", "name"),
      has_address: sql`c.address_street <> '' and c.address_city <> ''`,
      since: sql`berlin_day(c.created)`,
      minimums,
      changed: sql`array(select a.valid_from::text from (
          select valid_from, (interval, storage_when) is distinct from lag((interval, storage_when)) over (order by valid_from) as other
          from agreements where customer_id = c.id) a
        where a.other and date_trunc('year', a.valid_from) = date_trunc('year', ${first}::date))`,
      interval: sql`coalesce(t.interval, 'month')`,
      storage_when: sql`coalesce(t.storage_when, 'arrears')`,
      billed: sql`array(select ${monthText} from billed_months k where k.customer_id = c.id
        and date_trunc('year', k.month) = date_trunc('year', ${first}::date))`,
      unsettled: sql`array(select ${monthText} from billed_months k
        where k.customer_id = c.id and k.in_advance and k.settled_by is null order by 1)`,
      invoice: sql`case when i.id is not null then ${billedInvoice} end`,
    })}
    from customers c left join lateral (
      select * from agreements where customer_id = c.id and valid_from <= ${first}::date order by valid_from desc limit 1) t on true
    left join billed_months m on m.customer_id = c.id and m.month = ${first}::date
    left join invoices i on i.id = m.invoice_id
    where ${which} and ${seenBy(scope, sql`c.id`)} order by c.code`;
  return db.list(customer === null ? "billed-owners" : "billed-owner", customers);
}
