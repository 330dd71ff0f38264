import { sql } from "kysely";
import type { BilledCustomer } from "#contract/schemas/billing/billing.ts";
import type { BillingWarning } from "#rules/billing/billing-warnings.ts";
import { missingUpTo, amountSum, units } from "#rules/billing/decimal.ts";
import { type InvoiceLine, totalsOf } from "#rules/billing/invoice-lines.ts";
import { countedTo, monthDays } from "#rules/billing/month.ts";
import { addMonths } from "#rules/months.ts";
import { type CustomerMonth, monthLines } from "#server/database/billing/month-lines.ts";
import { storedByDay } from "#server/database/billing/stored-amounts.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";

const isTrip = ({ item }: { readonly item: string }) => item === "trip" || item === "pickup_trip";

/** Whether an amount is more than 30 % above another one. */
const isMuchMore = (net: string, before: string) =>
  missingUpTo("0.01", before) === null && units(net, 2) * 10n > units(before, 2) * 13n;

function warningsOf({ customer, lines }: CustomerMonth, net: string, before: string): BillingWarning[] {
  const isFree = lines.some(({ item, price }) => item === "storage" && Number(price) === 0);
  return [
    ...(customer.has_address ? [] : ["no_address" as const]),
    ...(isFree ? ["no_price" as const] : []),
    ...(isMuchMore(net, before) ? ["much_more" as const] : []),
  ];
}

const netOf = (lines: readonly InvoiceLine[], which: (line: InvoiceLine) => boolean) =>
  amountSum(lines.filter(which).map(({ net }) => net));
const isStorage = ({ item }: InvoiceLine) => item === "storage";

/** By which invoice a month was billed, by customer. */
async function billedBy(db: Reader, scope: Scope, month: string) {
  const invoices = sql<{ customer_id: number; id: number; number: string }>`
    select m.customer_id, i.id, i.number from billed_months m join invoices i on i.id = m.invoice_id
    where m.month = ${`${month}-01`}::date and ${seenBy(scope, sql`m.customer_id`)}`;
  const found = await db.list("billed-by", invoices);
  return new Map(found.map(({ customer_id, id, number }) => [customer_id, { id, number }]));
}

/** What each customer owes for a month until the end of `today` (`YYYY-MM-DD`), who owes anything then or did the month before. */
export async function billedMonth(db: Reader, scope: Scope, month: string, today: string) {
  const to = countedTo(monthDays(month), today);
  const former = addMonths(month, -1);
  const [now, invoices, before] = await Promise.all([
    monthLines(db, scope, { month, to, customer: null }),
    billedBy(db, scope, month),
    monthLines(db, scope, { month: former, to: monthDays(former).to, customer: null }),
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
        invoice: invoices.get(customer.id) ?? null,
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
  const former = addMonths(month, -1);
  const [[now], [before], days] = await Promise.all([
    monthLines(db, scope, { month, to, customer: id }),
    monthLines(db, scope, { month: former, to: monthDays(former).to, customer: id }),
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
