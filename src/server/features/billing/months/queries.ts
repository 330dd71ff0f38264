import { sql } from "kysely";
import type { BilledCustomer } from "#contract/schemas/billing/billing.ts";
import type { BillingWarning } from "#rules/billing/billing-warnings.ts";
import { missingUpTo, amountSum, units } from "#rules/billing/decimal.ts";
import { chargesNothing, type InvoiceLine, computeTotals } from "#rules/billing/invoice-lines.ts";
import { countedTo, monthDays } from "#rules/billing/month.ts";
import { sellerProblems } from "#rules/billing/e-invoice/content-problems.ts";
import { invoiceSeller, issuesZero, type ProviderSettings } from "#rules/billing/provider.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import { addMonths, monthOf } from "#rules/months.ts";
import { dueCustomers } from "#server/database/billing/due-customers.ts";
import {
  type InvoiceDraft,
  invoiceDrafts,
  type InvoicePlan,
  invoicePlans,
  monthAlone,
} from "#server/database/billing/invoice-drafts.ts";
import {
  type BilledBuyer,
  billedBuyers,
  reasonsAgainst,
  invoiceSnapshot,
} from "#server/database/billing/invoice-snapshots.ts";
import { customerLines, storedByMonth } from "#server/database/billing/month-lines.ts";
import { openMonths } from "#server/database/billing/open-months.ts";
import { providerIn } from "#server/database/billing/provider.ts";
import { unknownNumber } from "#server/database/billing/restored-numbers.ts";
import { storedByDay } from "#server/database/billing/stored-amounts.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";

const isTrip = ({ item }: { readonly item: string }) => item === "trip" || item === "pickup_trip";

const doubtedFrom = "50.00"; // euro: of less, a third more is a box or two

/** Says whether an amount is more than 30 % above another one, and by more than is doubted. */
const isMuchMore = (net: string, before: string) =>
  missingUpTo("0.01", before) === null &&
  units(net, 2) * 10n > units(before, 2) * 13n &&
  units(net, 2) - units(before, 2) > units(doubtedFrom, 2);

interface Compared {
  readonly net: string;
  readonly before: string;
  readonly openMonth: string | undefined;
}

function warningsOf(draft: InvoiceDraft, { net, before, openMonth }: Compared): BillingWarning[] {
  const { lines, plan, isWhole } = draft;
  const isFree = lines.some(({ item, price }) => item === "storage" && Number(price) === 0);
  const first = isWhole && plan?.isDue ? plan.months[0] : undefined; // what is under way waits for the month before, too
  const isOpen = first !== undefined && openMonth !== undefined && openMonth < first;
  return [
    ...(isFree ? ["no_price" as const] : []),
    ...(isMuchMore(net, before) ? ["much_more" as const] : []),
    ...(isOpen ? ["months_open" as const] : []),
  ];
}

/** Why the invoice of a draft will be refused as things stand, in sentences; of what is no invoice of its own nothing is said. */
function problemsOf(
  draft: InvoiceDraft,
  issuing: { readonly buyer: BilledBuyer | undefined; readonly provider: ProviderSettings; readonly today: string },
): string[] {
  const { plan, isWhole, lines } = draft;
  const { buyer } = issuing;
  if (!plan || !isWhole || !buyer || lines.length === 0) return [];
  const snapshot = invoiceSnapshot(draft, plan, { ...issuing, buyer, number: "RE" }); // it is numbered when it is issued
  return reasonsAgainst(snapshot, issuing.provider).map(({ message }) => message);
}

const netOf = (lines: readonly InvoiceLine[], which: (line: InvoiceLine) => boolean) =>
  amountSum(lines.filter(which).map(({ net }) => net));
const isStorage = ({ item }: InvoiceLine) => item === "storage";

/** Says whether a customer's invoice differs from one of the month before alone: it is of several months, or has storage in advance. */
const isSeveral = ({ isWhole, plan, months, ahead }: InvoicePlan) =>
  isWhole && plan !== null && (plan.months.length > 1 || months.length > 1 || ahead.length > 0);

/** Returns the amounts that customers were billed last before a month, in euro without tax, by customer. */
async function netsOfLast(db: Reader, scope: Scope, month: string, customers: readonly number[]) {
  if (customers.length === 0) return new Map<number, string>();
  const invoices = sql<{ customer_id: number; net: string }>`
    select distinct on (i.customer_id) i.customer_id, i.net::text from invoices i
    where i.customer_id = any(${customers}::bigint[]) and i.kind = 380 and i.period_from < ${`${month}-01`}::date
      and not exists (select from invoices x where x.corrects_id = i.id) and ${seenBy(scope, sql`i.customer_id`)}
    order by i.customer_id, i.period_from desc, i.issued desc`;
  return new Map((await db.list("nets-of-last", invoices)).map(({ customer_id, net }) => [customer_id, net]));
}

interface AskedMonth {
  readonly month: string;
  readonly today: string;
  /** Settings about the provider. */
  readonly provider: ProviderSettings;
}

/**
 * The invoices of a month with what they are measured by, and the first month of each customer that is open. An invoice is measured by the month before as a
 * whole; one of several months, or in advance, by the invoice before.
 */
async function comparedDrafts(db: Reader, scope: Scope, customer: number | null, asked: AskedMonth) {
  const { month, today } = asked;
  const plans = await invoicePlans(db, scope, { ...asked, customer });
  const ids = plans.map(({ owner }) => owner.id);
  const alone = plans.flatMap((plan) => (isSeveral(plan) ? [] : [monthAlone(plan.owner, addMonths(month, -1), today)]));
  const several = plans.filter(isSeveral).map(({ owner }) => owner.id);
  const [stored, last, open, buyers, provider] = await Promise.all([
    storedByMonth(db, scope, [...plans, ...alone]),
    netsOfLast(db, scope, month, several),
    openMonths(db, scope, month, ids),
    billedBuyers(db, scope, ids),
    providerIn(db, asked.provider),
  ]);
  const [drafts, lines] = await Promise.all([
    invoiceDrafts(db, scope, plans, stored),
    customerLines(db, scope, alone, stored),
  ]);
  const common = await commonProblems(db, provider, today);
  const billable = issuesZero(provider) ? open : await chargedMonths(db, scope, { plans, open, today });
  const before = new Map([...last, ...lines.map((each) => [each.owner.id, computeTotals(each.lines).net] as const)]);
  const compared = drafts.map((draft) => {
    const { net, gross, ...totals } = computeTotals(draft.lines);
    const measured = {
      net,
      before: before.get(draft.owner.id) ?? "0.00",
      openMonth: billable.get(draft.owner.id)?.[0],
    };
    const own = problemsOf(draft, { buyer: buyers.get(draft.owner.id), provider, today });
    const problems = own.filter((problem) => !common.includes(problem));
    return { draft, gross, ...totals, ...measured, warnings: warningsOf(draft, measured), problems };
  });
  return { compared, common };
}

interface OpenMonths {
  readonly plans: readonly InvoicePlan[];
  readonly open: ReadonlyMap<number, readonly string[]>;
  readonly today: string;
}

/** Those of the open months in which anything is charged: where no invoices are issued that charge nothing, the others stay open for good. */
async function chargedMonths(db: Reader, scope: Scope, { plans, open, today }: OpenMonths) {
  const alone = plans.flatMap(({ owner }) => (open.get(owner.id) ?? []).map((each) => monthAlone(owner, each, today)));
  const counted = await customerLines(db, scope, alone, await storedByMonth(db, scope, alone));
  const charged = alone.flatMap(({ owner, months }, at) =>
    chargesNothing(counted[at]?.lines ?? []) ? [] : months.map(({ month }) => ({ id: owner.id, month })),
  );
  const byOwner = Map.groupBy(charged, ({ id }) => id);
  return new Map([...byOwner].map(([id, some]) => [id, some.map(({ month }) => month)] as const));
}

/** Returns what is missing for every invoice: data of the archive itself, and the number that follows a restore. */
async function commonProblems(db: Reader, provider: ProviderSettings, today: string): Promise<string[]> {
  const unnumbered = await unknownNumber(db, "invoice", Number(today.slice(0, 4)));
  return [...(unnumbered ? [unnumbered.message] : []), ...sellerProblems(invoiceSeller(provider))];
}

/**
 * Returns the state of a draft: whether it can be issued, and for which days it is. Where the customer is billed with another month, it names that
 * month.
 */
function standingOf({ owner, plan, isWhole }: InvoiceDraft, month: string) {
  const months = isWhole && plan ? plan.months : [month];
  const alone = { from: monthDays(months[0] ?? month).from, to: addDays(monthDays(months.at(-1) ?? month).to, -1) };
  return {
    invoice: owner.invoice && { id: owner.invoice.id, number: owner.invoice.number },
    billed_with: plan && !isWhole ? plan.month : null,
    is_due: isWhole && plan?.isDue === true,
    period_from: alone.from,
    period_to: alone.to,
  };
}

/** Returns the month that is billed next: the last one that is over while a customer is to be billed for it, otherwise the one under way. */
export async function monthToBill(db: Reader, scope: Scope, now: Date, provider: ProviderSettings): Promise<string> {
  const [today, thisMonth] = [berlinDay(now), monthOf(now)];
  const month = addMonths(thisMonth, -1);
  const due = await dueCustomers(db, scope, { month, today, provider });
  return due.length > 0 ? month : thisMonth;
}

/**
 * Returns what each customer owes for a month until the end of `today` (`YYYY-MM-DD`), for customers who owe anything then or did before. What is
 * billed with the month is counted as an invoice.
 */
export async function billedMonth(db: Reader, scope: Scope, asked: AskedMonth) {
  const { month, today } = asked;
  const { compared, common } = await comparedDrafts(db, scope, null, asked);
  const results = compared.flatMap(({ draft, net, gross, before, openMonth, warnings, problems }): BilledCustomer[] => {
    const { owner, lines } = draft;
    if (lines.length === 0 && Number(before) === 0) return [];
    return [
      {
        customer: { id: owner.id, code: owner.code, name: owner.name },
        storage: netOf(lines, isStorage),
        services: netOf(lines, (line) => !isStorage(line) && !isTrip(line)),
        trips: netOf(lines, isTrip),
        net,
        gross,
        before,
        ...standingOf(draft, month),
        warnings,
        open_month: warnings.includes("months_open") ? (openMonth ?? null) : null,
        problems,
      },
    ];
  });
  return { month, until: countedTo(monthDays(month), today), problems: common, results };
}

/** Returns what a customer's invoice of a month would say, counted until the end of `today`. @throws 404 */
export async function invoicePreview(db: Reader, scope: Scope, id: number, asked: AskedMonth) {
  const { month, today } = asked;
  const { from, ...whole } = monthDays(month);
  const to = countedTo({ from, ...whole }, today);
  const [{ compared, common }, days] = await Promise.all([
    comparedDrafts(db, scope, id, asked),
    storedByDay(db, scope, { from, to }, id),
  ]);
  const [found] = compared;
  if (!found) throw notFound();
  const { draft, net, vat, gross, vats, warnings, problems } = found;
  const { code, name } = draft.owner;
  return {
    customer: { id, code, name },
    month,
    until: to,
    lines: [...draft.lines],
    vats: [...vats],
    net,
    vat,
    gross,
    ...standingOf(draft, month),
    in_advance: draft.ahead.length > 0,
    warnings,
    problems: draft.isWhole && draft.plan ? [...common, ...problems] : [],
    days,
  };
}
