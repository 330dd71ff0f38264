import { sql } from "kysely";
import { chargesNothing } from "#rules/billing/invoice-lines.ts";
import { monthDays } from "#rules/billing/month.ts";
import { issuesZero, type ProviderSettings } from "#rules/billing/provider.ts";
import { berlinDay, businessZone } from "#rules/dates.ts";
import { addMonths, showMonth } from "#rules/months.ts";
import type { WaitingThings } from "#rules/waiting-lines.ts";
import { invoicePlans, type InvoicePlan } from "#server/database/billing/invoice-drafts.ts";
import { customerLines, storedByMonth } from "#server/database/billing/month-lines.ts";
import { accountFees } from "#server/database/billing/served-amounts.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";
import { waitingRow, type WaitingRow, waitingThings } from "#server/database/sql/waiting-rows.ts";

interface AskedDue {
  /** `YYYY-MM` */
  readonly month: string;
  /** `YYYY-MM-DD` */
  readonly today: string;
  readonly provider: ProviderSettings;
}

/** Returns the customers for whom an invoice is to be issued with a month: it is due, and there is something to charge. */
export async function dueCustomers(db: Reader, scope: Scope, { month, today, provider }: AskedDue): Promise<number[]> {
  const plans = await invoicePlans(db, scope, { month, today, customer: null });
  const due = plans.filter(({ plan, isWhole }) => isWhole && plan?.isDue);
  if (due.length === 0) return [];
  const charged = await chargedAmong(db, scope, due);
  const some = due.filter((plan) => charged.has(plan.owner.id) || owesMinimum(plan));
  const isZeroIssued = issuesZero(provider);
  // where nothing is issued that charges nothing, only the lines tell who is never billed
  const drafts = isZeroIssued ? [] : await customerLines(db, scope, some, await storedByMonth(db, scope, some));
  return some.flatMap(({ owner }, at) => (isZeroIssued || !chargesNothing(drafts[at]?.lines ?? []) ? owner.id : []));
}

const owesMinimum = ({ owner, months }: InvoicePlan): boolean =>
  months.some(({ month, to }) => {
    const agreed = owner.minimums.findLast(({ from }) => from <= monthDays(month).from);
    return owner.since < to && Boolean(agreed?.minimum);
  });

/** Returns the customers of plans for whom something was stored or done, or who owe a fee: no amount is counted for it. */
async function chargedAmong(db: Reader, scope: Scope, due: readonly InvoicePlan[]): Promise<ReadonlySet<number>> {
  const asked = due.flatMap(({ owner, months, ahead }) =>
    [
      ...months.map(({ month, to }) => ({ month, to })),
      ...ahead.map((month) => ({ month, to: monthDays(month).to })),
    ].map(({ month, to }) => ({ customer: owner.id, from: monthDays(month).from, to })),
  );
  const list = <K extends keyof (typeof asked)[number]>(key: K) => asked.map((each) => each[key]);
  const charged = sql<{ id: number }>`
    select distinct a.customer as id
    from unnest(${list("customer")}::bigint[], ${list("from")}::date[], ${list("to")}::date[]) a(customer, first, until)
    where ${seenBy(scope, sql`a.customer`)} and (exists (
        select from service_entries s where s.customer_id = a.customer and s.day >= a.first and s.day < a.until and s.invoice_id is null)
      or exists (
        select from storage_periods p where p.customer_id = a.customer and p.from_day < a.until and (p.to_day is null or p.to_day > greatest(a.first, p.from_day))))`;
  const [found, fees] = await Promise.all([db.list("charged-customers", charged), accountFees(db, scope, asked)]);
  return new Set([...found.map(({ id }) => id), ...fees.map(({ customer_id }) => customer_id)]);
}

/** Returns how many customers are to be billed for the last month that is over, since the day after it. */
export async function billingFor(
  db: Reader,
  scope: Scope,
  { now, provider }: { readonly now: Date; readonly provider: ProviderSettings },
): Promise<WaitingThings[]> {
  const today = berlinDay(now);
  const month = addMonths(today.slice(0, 7), -1);
  const due = await dueCustomers(db, scope, { month, today, provider });
  const since = sql`(${monthDays(month).to}::date::timestamp at time zone ${sql.lit(businessZone)})`;
  const line = sql<WaitingRow>`${waitingRow("billing_due", sql`unnest(${due}::bigint[]) c(id)`, { since, id: sql`c.id` })}`;
  return waitingThings(await db.list("billing-due", line), () => showMonth(month).replace(/ .*/, ""));
}
