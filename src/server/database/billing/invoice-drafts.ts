import { type BillingPlan, billingPlan } from "#rules/billing/billing-plan.ts";
import { countedTo, monthDays } from "#rules/billing/month.ts";
import { type BilledOwner, billedOwners } from "#server/database/billing/billed-owners.ts";
import {
  type AskedLines,
  type CustomerLines,
  customerLines,
  type StoredByMonth,
} from "#server/database/billing/month-lines.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";

/** Plan of what is counted for a customer: an invoice, or the month alone, where it is billed or goes with another one. */
export interface InvoicePlan extends AskedLines {
  /** Null for a month that is billed. */
  readonly plan: BillingPlan | null;
  /** True where the lines are those of an invoice. */
  readonly isWhole: boolean;
}

/** The same with what it says. */
export type InvoiceDraft = InvoicePlan & CustomerLines;

interface AskedDrafts {
  /** `YYYY-MM` */
  readonly month: string;
  /** `YYYY-MM-DD`: what is under way is counted until its end. */
  readonly today: string;
  /** One customer, or null for all. */
  readonly customer: number | null;
}

/** Returns the plans of what the invoices of a month are for, customer by customer. */
export async function invoicePlans(db: Reader, scope: Scope, asked: AskedDrafts): Promise<InvoicePlan[]> {
  const { month, today, customer } = asked;
  const owners = await billedOwners(db, scope, monthDays(month).from, customer);
  return owners.map((owner) => {
    const plan = owner.invoice ? null : billingPlan(month, owner, new Set(owner.billed), today);
    const isWhole = plan?.month === month;
    return { plan, isWhole, ...(plan && isWhole ? invoiceOf(owner, plan, today) : monthAlone(owner, month, today)) };
  });
}

/** Returns the contents of those invoices, with what is stored in their months. */
export async function invoiceDrafts(
  db: Reader,
  scope: Scope,
  plans: readonly InvoicePlan[],
  stored: StoredByMonth,
): Promise<InvoiceDraft[]> {
  const lines = await customerLines(db, scope, plans, stored);
  return plans.map((plan, at) => ({ ...plan, lines: lines[at]?.lines ?? [] }));
}

/** Asks for what a customer owes for a month alone, by whatever the month is billed. */
export function monthAlone(owner: BilledOwner, month: string, today: string): AskedLines {
  const days = monthDays(month);
  const to = countedTo(days, today);
  return { owner, months: [{ month, to }], settled: [], ahead: [], served: { from: days.from, to, isOpen: false } };
}

/** An invoice counts what is over as it was, with what was billed in advance before it, and takes the services until then. */
function invoiceOf(owner: BilledOwner, { months, month, ahead }: BillingPlan, today: string): AskedLines {
  const { from } = monthDays(months[0] ?? month);
  const isOver = (each: string) => monthDays(each).to <= today;
  const settled = owner.unsettled.filter((each) => `${each}-01` < from && isOver(each));
  const own = months.filter((each) => !ahead.includes(each) && monthDays(each).from <= today);
  const counted = own.map((each) => ({ month: each, to: countedTo(monthDays(each), today) }));
  const to = ahead[0] === undefined ? (counted.at(-1)?.to ?? from) : monthDays(ahead[0]).from;
  return {
    owner,
    months: [...settled.map((each) => ({ month: each, to: monthDays(each).to })), ...counted],
    settled,
    ahead,
    served: { from, to, isOpen: true },
  };
}
