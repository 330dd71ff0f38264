import { sql } from "kysely";
import { arithmeticProblems } from "#rules/billing/e-invoice/arithmetic-problems.ts";
import { contentProblems } from "#rules/billing/e-invoice/content-problems.ts";
import { showPrice } from "#rules/billing/amount-texts.ts";
import type { BillingPlan } from "#rules/billing/billing-plan.ts";
import { chargesNothing, computeTotals } from "#rules/billing/invoice-lines.ts";
import { monthDays } from "#rules/billing/month.ts";
import { invoiceSeller, issuesZero, type ProviderSettings } from "#rules/billing/provider.ts";
import type { InvoiceBuyer, InvoiceForm, InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { addDays } from "#rules/dates.ts";
import { showCustomerCode } from "#rules/stock/box-code.ts";
import * as refused from "#rules/texts/billing-refusals.ts";
import type { Reason } from "#rules/texts/refusals.ts";
import type { InvoiceDraft } from "#server/database/billing/invoice-drafts.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";
import { selectList } from "#server/database/sql/json.ts";

/** A customer as an invoice names them, with what is agreed about its form and how it is paid. */
export type BilledBuyer = Omit<InvoiceBuyer, "code"> & {
  readonly customer_code: number;
  readonly form: InvoiceForm;
  readonly payment_days: number;
  readonly mandate: string;
  readonly signed_on: string | null;
  readonly debited: string;
  /** Empty where the archive's own reason holds. */
  readonly exemption_reason: string;
  readonly discount_days: number | null;
  readonly discount_percent: string | null;
};

type BuyerRow = BilledBuyer & { readonly id: number };

const buyerRow = selectList<BuyerRow>({
  id: "c.id",
  customer_code: "c.code",
  name: sql`coalesce(nullif(c.address_name, ''), c.name)`,
  street: "c.address_street",
  postcode: "c.address_postcode",
  city: "c.address_city",
  country: "c.address_country",
  vat_id: sql`nullif(t.vat_id, '')`,
  leitweg_id: sql`nullif(t.leitweg_id, '')`,
  e_address: sql`coalesce(t.e_address, '')`,
  e_scheme: sql`coalesce(t.e_scheme, 'EM')`,
  order_reference: sql`coalesce(t.order_reference, '')`,
  contract_reference: sql`coalesce(t.contract_reference, '')`,
  form: sql`coalesce(t.invoice_form, 'zugferd')`,
  payment_days: sql`coalesce(t.payment_days, 14)`,
  mandate: sql`coalesce(t.sepa_mandate, '')`,
  signed_on: "t.mandate_date",
  debited: sql`coalesce(t.iban, '')`,
  address_extra: sql`coalesce(t.address_extra, '')`,
  exemption_reason: sql`coalesce(t.exemption_reason, '')`,
  discount_days: "t.discount_days",
  discount_percent: sql`t.discount_percent::text`,
});

/** The customers with these ids as invoices name them now, by their ids. */
export async function billedBuyers(
  db: Reader,
  scope: Scope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, BilledBuyer>> {
  const buyers = sql<BuyerRow>`
    select ${buyerRow}
    from customers c left join customer_terms t on t.customer_id = c.id
    where c.id = any(${ids}::bigint[]) and ${seenBy(scope, sql`c.id`)}`;
  return new Map((await db.list("billed-buyers", buyers)).map(({ id, ...buyer }) => [id, buyer]));
}

interface Issuing {
  readonly buyer: BilledBuyer;
  readonly provider: ProviderSettings;
  /** `RE-2026-00001` */
  readonly number: string;
  /** `YYYY-MM-DD` */
  readonly today: string;
  /** True where a credit that is left is paid out, and not carried on. */
  readonly paysOut?: boolean | undefined;
}

/** Returns the content of a planned invoice, issued today to that buyer. Amounts are decimal strings in euro. */
export function invoiceSnapshot(
  { lines }: Pick<InvoiceDraft, "lines">,
  { months, month }: Pick<BillingPlan, "months" | "month">,
  { buyer: agreed, provider, number, today, paysOut = false }: Issuing,
): InvoiceSnapshot {
  const { customer_code, form, payment_days, mandate, signed_on, debited, exemption_reason, ...more } = agreed;
  const { discount_days: days, discount_percent: percent, address_extra, ...buyer } = more;
  const exemption = exemption_reason || provider.exemptionReason;
  return {
    kind: 380,
    number,
    issued_on: today,
    due_on: paysOut ? today : addDays(today, payment_days),
    payment_days: paysOut ? 0 : payment_days,
    period_from: monthDays(months[0] ?? month).from,
    period_to: addDays(monthDays(months.at(-1) ?? month).to, -1),
    corrects: null,
    seller: invoiceSeller(provider),
    buyer: { ...buyer, ...(address_extra && { address_extra }), code: showCustomerCode(customer_code) },
    form,
    ...(days !== null && percent !== null && { discount: { days, percent } }),
    ...(exemption && lines.some(({ vat_category }) => vat_category === "E") && { exemption }),
    ...(paysOut && { pays_out: true as const }),
    ...(!paysOut &&
      signed_on !== null && {
        debit: { mandate, signed_on, iban: debited, creditor_id: provider.creditorId ?? "" },
      }),
    lines,
    letters: "latin",
    ...computeTotals(lines),
  };
}

/**
 * Why an invoice that says this cannot be issued; nothing where it can. The preview names all of it, issuing refuses the first. `provider` says
 * whether one that charges nothing is issued; what is cancelled was.
 */
export function reasonsAgainst(snapshot: InvoiceSnapshot, provider?: ProviderSettings): readonly Reason[] {
  const { lines, gross, pays_out } = snapshot;
  if (lines.length === 0) return [refused.nothingToBill];
  if (provider && !issuesZero(provider) && chargesNothing(lines)) return [refused.zeroInvoice];
  const isCredit = gross.startsWith("-");
  if (isCredit && !pays_out) return [refused.creditLeft(showPrice(gross.slice(1)))];
  if (pays_out && !isCredit) return [refused.noCredit];
  return [...contentProblems(snapshot), ...arithmeticProblems(snapshot)].map(refused.noInvoice);
}
