import { sql } from "kysely";
import { type InvoiceLine, minimumLine, serviceLine, storageLine, type Minimum } from "#rules/billing/invoice-lines.ts";
import { monthDays } from "#rules/billing/month.ts";
import { settlementLines } from "#rules/billing/settlement-lines.ts";
import { showMonth } from "#rules/months.ts";
import type { BilledOwner } from "#server/database/billing/billed-owners.ts";
import { accountFees, servedAmounts, type ServedOfMonth } from "#server/database/billing/served-amounts.ts";
import { storedAmounts, type StoredOfCustomer } from "#server/database/billing/stored-amounts.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";
import { json, selectList } from "#server/database/sql/json.ts";

/** Request for the lines of a customer; months are `YYYY-MM`, days `YYYY-MM-DD`. */
export interface AskedLines {
  readonly owner: BilledOwner;
  /** Months that are counted as they were, with their fee and their minimum, the earliest first; `to` is the day after the last one that counts. */
  readonly months: readonly { readonly month: string; readonly to: string }[];
  /** Those of them whose storage was billed in advance. */
  readonly settled: readonly string[];
  /** Months that are billed in advance. */
  readonly ahead: readonly string[];
  /** Days whose services count. Where they are `isOpen`, those count that no invoice has, with late ones of months that are billed. */
  readonly served: { readonly from: string; readonly to: string; readonly isOpen: boolean };
}

export interface CustomerLines {
  readonly owner: BilledOwner;
  readonly lines: readonly InvoiceLine[];
}

/** Says whether lines must name the month that they are for. */
const isDivided = ({ months, settled, ahead }: AskedLines): boolean =>
  months.length !== 1 || settled.length > 0 || ahead.length > 0;

const aheadKey = (month: string, stockOf: string) => `${month} ${stockOf}`;
const stockDay = ({ ahead: [first = ""] }: AskedLines) => monthDays(first).from;

/** The lines of customers: storage, services, what a minimum wants beside, and what settles storage that was billed in advance. */
export async function customerLines(
  db: Reader,
  scope: Scope,
  asked: readonly AskedLines[],
  stored: StoredByMonth,
): Promise<CustomerLines[]> {
  if (asked.length === 0) return [];
  const settling = asked.flatMap(({ owner, settled }) => (settled.length > 0 ? [owner.id] : []));
  const [served, fees, advance] = await Promise.all([
    servedAmounts(
      db,
      scope,
      asked.map((each) => ({ customer: each.owner.id, ...each.served, isDivided: isDivided(each) })),
    ),
    accountFees(
      db,
      scope,
      asked.flatMap(({ owner, months }) =>
        months.map(({ month, to }) => ({ customer: owner.id, from: monthDays(month).from, to })),
      ),
    ),
    settling.length > 0 ? advanceLines(db, scope, settling) : [],
  ]);
  const servedBy = Map.groupBy([...served, ...fees], ({ customer_id }) => customer_id);
  const advanceBy = Map.groupBy(advance, ({ customer_id, month }) => `${customer_id} ${month}`);
  return asked.map((each) => ({
    owner: each.owner,
    lines: linesOf(each, {
      stored: (key) => stored.get(key)?.get(each.owner.id) ?? [],
      served: servedBy.get(each.owner.id) ?? [],
      billed: (month) => advanceBy.get(`${each.owner.id} ${month}`) ?? [],
    }),
  }));
}

/** Amounts that were stored, by month and customer; in advance, by month and day of the stock. */
export type StoredByMonth = ReadonlyMap<string, ReadonlyMap<number, readonly StoredOfCustomer[]>>;

/**
 * Returns the amounts that were stored in all requested months, by one statement. For what is issued it adds the runs that the amounts are made of.
 */
export async function storedByMonth(
  db: Reader,
  scope: Scope,
  asked: readonly AskedLines[],
  { withRuns } = { withRuns: false },
): Promise<StoredByMonth> {
  const counts = asked.flatMap((each) => [
    ...each.months.map(({ month, to }) => ({ key: month, month, to, stockOf: undefined, id: each.owner.id })),
    ...each.ahead.map((month) => {
      const stockOf = stockDay(each);
      return { key: aheadKey(month, stockOf), month, to: monthDays(month).to, stockOf, id: each.owner.id };
    }),
  ]);
  const keys = [...new Map(counts.map((count) => [count.key, count])).values()];
  const days = keys.map(({ month, to, stockOf }) => ({ from: monthDays(month).from, to, stockOf }));
  const [owners, counted] = [new Set(asked.map(({ owner }) => owner.id)), new Set(counts.map(({ id }) => id))];
  const isOfMost = owners.size > 1 && counted.size * 2 > owners.size; // all are read then: that is the faster scan
  const amounts = await storedAmounts(db, scope, days, isOfMost ? null : [...counted], withRuns);
  const byMonth = Map.groupBy(amounts, ({ nth }) => keys[nth - 1]?.key ?? "");
  return new Map(
    [...byMonth].map(([key, some]) => [key, Map.groupBy(some, ({ customer_id }) => customer_id)] as const),
  );
}

interface Counted {
  readonly stored: (key: string) => readonly StoredOfCustomer[];
  readonly served: readonly ServedOfMonth[];
  readonly billed: (month: string) => readonly AdvanceLine[];
}

function linesOf(asked: AskedLines, { stored, served, billed }: Counted): InvoiceLine[] {
  const { owner, months, settled, ahead } = asked;
  const says = isDivided(asked);
  const storage = (key: string, month: string, text: string) =>
    stored(key).map(({ mode, nth: _, customer_id: __, ...amount }) => ({
      ...storageLine(amount, mode, monthDays(month).days),
      text,
      month,
    }));
  const isLate = ({ first }: ServedOfMonth) => first < monthDays(months[0]?.month ?? first.slice(0, 7)).from;
  const service = (each: ServedOfMonth) => serviceOf(each, { says, isLate: isLate(each) });
  const byMonth = Map.groupBy(served, ({ first }) => monthOfServices(first.slice(0, 7), months));
  const counted = months.map(({ month, to }) => {
    const name = says ? showMonth(month) : "";
    const real = storage(month, month, name);
    const services = (byMonth.get(month) ?? []).map(service);
    const agreed = owner.minimums.findLast(({ from }) => from <= monthDays(month).from);
    const least = owner.since < to ? (agreed?.minimum ?? null) : null;
    return {
      storage: settled.includes(month) ? settle(real, billed(month), name) : real,
      services,
      filling: fillingLine([...real, ...services], least, { text: name, month }),
    };
  });
  const stock = ahead.flatMap((month) =>
    storage(aheadKey(month, stockDay(asked)), month, `${showMonth(month)} im Voraus`),
  );
  const late = (byMonth.get(null) ?? []).map(service);
  const lines = [
    ...counted.flatMap((each) => each.storage),
    ...stock,
    ...late,
    ...counted.flatMap((each) => each.services),
  ];
  lines.sort((one, other) => one.cost_centre.localeCompare(other.cost_centre, "de")); // a section of each
  return [...lines, ...counted.flatMap(({ filling }) => filling)];
}

const settle = (real: readonly InvoiceLine[], billed: readonly AdvanceLine[], text: string) =>
  settlementLines(
    real,
    billed.map(({ line }) => line),
    text,
    billed[0]?.invoice,
  );

/** To which month services count: their own one, or, where they come late, the first one that is reported; null where none is. */
const monthOfServices = (month: string, months: AskedLines["months"]): string | null =>
  months.some((each) => each.month === month) ? month : (months[0]?.month ?? null);

interface SaidOfService {
  /** True where the service names its month. */
  readonly says: boolean;
  /** True where the service was done in a month before: then it names the days (§ 14 (4) Nr. 6 UStG). */
  readonly isLate: boolean;
}

function serviceOf({ customer_id: _, first, ...amount }: ServedOfMonth, { says, isLate }: SaidOfService): InvoiceLine {
  const month = first.slice(0, 7);
  const line = { ...serviceLine(amount), month };
  if (isLate) return { ...line, from: monthDays(month).from, to: monthDays(month).to };
  if (!says) return line;
  return { ...line, text: line.text === "" ? showMonth(month) : `${line.text}, ${showMonth(month)}` };
}

function fillingLine(
  lines: readonly InvoiceLine[],
  minimum: Minimum | null,
  said: Pick<InvoiceLine, "text" | "month">,
): InvoiceLine[] {
  const filling = minimum && minimumLine(lines, minimum);
  return filling ? [{ ...filling, ...said }] : [];
}

/** A line of storage that was billed in advance, as its invoice has it. */
interface AdvanceLine {
  readonly customer_id: number;
  /** `YYYY-MM` */
  readonly month: string;
  readonly line: InvoiceLine;
  /** Invoice that the line stands on. */
  readonly invoice: { readonly id: number; readonly number: string };
}

const advanceLine = selectList<AdvanceLine>({
  customer_id: "m.customer_id",
  month: sql`to_char(m.month, 'YYYY-MM')`,
  line: "l.line",
  invoice: json<AdvanceLine["invoice"]>({ id: "i.id", number: "i.number" }),
});

/**
 * Returns the lines that customers were billed in advance for months that are not settled yet. They are lines of issued invoices, which nobody
 * changes.
 */
function advanceLines(db: Reader, scope: Scope, customers: readonly number[]): Promise<AdvanceLine[]> {
  const lines = sql<AdvanceLine>`
    select ${advanceLine}
    from billed_months m join invoices i on i.id = m.invoice_id
    cross join lateral jsonb_array_elements(i.snapshot -> 'lines') with ordinality l(line, position)
    where m.in_advance and m.settled_by is null and m.customer_id = any(${customers}::bigint[]) and ${seenBy(scope, sql`m.customer_id`)}
      and l.line ->> 'item' = 'storage' and date_trunc('month', (l.line ->> 'from')::date) = m.month
    order by 1, 2, l.position`;
  return db.list("advance-lines", lines);
}
