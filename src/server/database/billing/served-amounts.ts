import { sql } from "kysely";
import type { ServedAmount } from "#rules/billing/invoice-lines.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";
import { selectList } from "#server/database/sql/json.ts";

/** From which day on services of a customer count, `YYYY-MM-DD`; `to` is the day after the last one. */
export interface AskedServices {
  readonly customer: number;
  readonly from: string;
  readonly to: string;
  /** Only services that no invoice has yet, also late ones of months that are billed; otherwise those of the days. */
  readonly isOpen: boolean;
  /** True where the services are reported month by month; those of a month before the days are in any case. */
  readonly isDivided: boolean;
}

/** The entries that an invoice takes: those of its days that no other has, and what is open of months that are billed. */
export const unbilledEntries = (from: string, to: string): Sql => sql`
  invoice_id is null and day < ${to}::date and (day >= ${from}::date or exists (
    select from billed_months k where k.customer_id = service_entries.customer_id and k.month = date_trunc('month', day)))`;

/** Services with the first day of the month that they were done in. */
export type ServedOfMonth = ServedAmount & { readonly customer_id: number; readonly first: string };

const columns = sql`s.customer_id, s.day, s.cost_centre, s.item, s.unit, s.quantity, s.price, s.vat_category, s.vat_rate, s.text`;

const servedOfMonth = selectList<ServedOfMonth>({
  customer_id: "served.customer_id",
  first: sql`case when is_divided or day < first then date_trunc('month', day)::date else first end`,
  cost_centre: "served.cost_centre",
  item: "served.item",
  unit: "served.unit",
  quantity: sql`sum(quantity)::text`,
  price: sql`price::text`,
  vat_category: "served.vat_category",
  vat_rate: sql`vat_rate::text`,
  text: "served.text",
});

/** The services of customers by kind, price and cost centre; what was typed keeps its text. */
export function servedAmounts(db: Reader, scope: Scope, asked: readonly AskedServices[]): Promise<ServedOfMonth[]> {
  const list = <K extends keyof AskedServices>(key: K) => asked.map((each) => each[key]);
  const served = sql<ServedOfMonth>`
    with asked as materialized (
      select * from unnest(${list("customer")}::bigint[], ${list("from")}::date[], ${list("to")}::date[], ${list("isOpen")}::boolean[],
        ${list("isDivided")}::boolean[]) a(customer, first, until, is_open, is_divided)),
    served as (
      select a.*, ${columns} from asked a join service_entries s on s.customer_id = a.customer and s.invoice_id is null and s.day < a.until
      where a.is_open and (s.day >= a.first or exists (
        select from billed_months k where k.customer_id = a.customer and k.month = date_trunc('month', s.day)))
      union all
      select a.*, ${columns} from asked a join service_entries s on s.customer_id = a.customer and s.day >= a.first and s.day < a.until
      where not a.is_open)
    select ${servedOfMonth}
    from served where ${seenBy(scope, sql`customer_id`)}
    group by customer_id, 2, cost_centre, item, unit, price, vat_category, vat_rate, text
    order by 1, 2, 3, 4, 7, 10`;
  return db.list("served-amounts", served);
}

/** A month of a customer, by its first day and the day after the last one that counts. */
interface AskedFee {
  readonly customer: number;
  readonly from: string;
  readonly to: string;
}

const accountFee = selectList<ServedOfMonth>({
  customer_id: "t.customer_id",
  first: "a.first",
  cost_centre: sql`''`,
  item: sql`'account_fee'`,
  unit: "r.unit",
  quantity: sql`'1.000'`,
  price: sql`r.price::text`,
  vat_category: "r.vat_category",
  vat_rate: sql`r.vat_rate::text`,
  text: sql`''`,
});

/** The fees of months, for those from which on somebody is a customer. */
export function accountFees(db: Reader, scope: Scope, asked: readonly AskedFee[]): Promise<ServedOfMonth[]> {
  const list = (key: keyof AskedFee) => asked.map((each) => each[key]);
  const fees = sql<ServedOfMonth>`
    select ${accountFee}
    from unnest(${list("customer")}::bigint[], ${list("from")}::date[], ${list("to")}::date[]) a(customer, first, until)
    cross join lateral (
      select customer_id, price_list_id from agreements where customer_id = a.customer and valid_from <= a.first order by valid_from desc limit 1) t
    join customers c on c.id = a.customer and berlin_day(c.created) < a.until
    cross join lateral (
      select unit, price, vat_category, vat_rate from price_rules
      where list_id = t.price_list_id and item = 'account_fee' and valid_from < a.until order by valid_from desc limit 1) r
    where r.price > 0 and ${seenBy(scope, sql`t.customer_id`)} order by 1, 2`;
  return db.list("account-fees", fees);
}
