import { countryLine, homeCountry } from "#rules/countries.ts";
import { sql } from "kysely";
import type * as contract from "#contract/calls/billing/invoices.ts";
import type { Query } from "#contract/route.ts";
import type { InvoiceDetail, InvoiceRun, InvoiceService } from "#contract/schemas/billing/invoices.ts";
import type { InvoiceLine } from "#rules/billing/invoice-lines.ts";
import { lineSource, servicesOfLine } from "#rules/billing/line-sources.ts";
import { discountOf } from "#rules/billing/discount.ts";
import { buyerLines, type InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { pageSize, toPage } from "#rules/lists/paging.ts";
import { statementName } from "#server/database/boxes/box-selection.ts";
import { fromTable, json, selectList } from "#server/database/sql/json.ts";
import { keptService } from "#server/database/billing/taken-services.ts";
import { boxMoves, storedByDay } from "#server/database/billing/stored-amounts.ts";
import { refuseMoreThan } from "#server/exports/answer-sheet.ts";
import { maxSheetRows } from "#rules/lists/sheet-limit.ts";
import { addDays } from "#rules/dates.ts";
import { invoiceDebits } from "#server/database/billing/invoice-debits.ts";
import {
  type ListedInvoice,
  invoiceFields,
  invoicedCustomers,
  listedJoins,
  pageOfInvoices,
} from "#server/database/billing/invoice-pages.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { joinById, type Scope, seenBy } from "#server/database/scope.ts";
import { forbidden, notFound } from "#server/http/errors.ts";

/** Admits who may ask for invoices at all. @throws a 403 where somebody has the right at no customer */
export async function admitReader(db: Reader, scope: Scope): Promise<boolean> {
  if ((await invoicedCustomers(db, scope))?.length === 0) throw forbidden("may_not_read");
  return true;
}

/** @throws a 403 where an invoice is of a customer of theirs at whom somebody lacks the right */
async function refuseWithoutRight(db: Reader, scope: Scope, customer: number): Promise<void> {
  const mine = await invoicedCustomers(db, scope);
  if (mine !== null && !mine.includes(customer)) throw forbidden("may_not_read");
}

/** A page of what was issued; another's customer has none, as one that is not there. @throws a 403 for a customer of theirs at whom somebody lacks the right */
export async function readableInvoices(db: Reader, scope: Scope, query: Query<typeof contract.listInvoices>) {
  const { customer } = query;
  if (customer !== undefined && scope.customerIds.includes(customer)) await refuseWithoutRight(db, scope, customer);
  return pageOfInvoices(db, scope, query);
}

type InvoiceRow = ListedInvoice & {
  readonly snapshot: Omit<InvoiceSnapshot, "services">;
  readonly keeps_services: boolean;
};

const invoiceRow = selectList<InvoiceRow>({
  ...invoiceFields,
  snapshot: sql`i.snapshot - 'services'`,
  keeps_services: sql`case when i.kind = 381 then i.snapshot ? 'services' else x.id is null or x.keeps_services end`,
});

/** The one with an id, where it is of a customer whom somebody sees. */
const invoiceOf = (scope: Scope, id: number): Sql =>
  sql`(select * from invoices where id = ${id}::int and ${seenBy(scope, sql`customer_id`)} offset 0) i`;

/** An invoice with all that it says. @throws 404, and a 403 without the right */
export async function invoiceById(db: Reader, scope: Scope, id: number): Promise<InvoiceDetail> {
  const invoice = sql<InvoiceRow>`
    select ${invoiceRow}
    from ${invoiceOf(scope, id)} ${listedJoins}`;
  const [found] = await db.list("invoice", invoice);
  if (!found) throw notFound();
  const { snapshot, keeps_services, ...row } = found;
  await refuseWithoutRight(db, scope, row.customer.id);
  const { name, street, address_extra = "", postcode, city, country = homeCountry } = snapshot.buyer;
  return {
    ...row,
    debits: await invoiceDebits(db, scope, id),
    buyer: { name, street, address_extra, postcode, city, country },
    discount: discountOf(snapshot),
    lines: snapshot.lines.map((line) => ({
      ...line,
      source: lineSource(line, keeps_services),
      before: line.before ?? null,
    })),
    vats: [...snapshot.vats],
  };
}

interface InvoiceHead {
  /** The invoice: of a cancellation the one that it takes back. */
  readonly id: number;
  readonly customer_id: number;
  readonly cancellation: number | null;
  readonly period_from: string;
  readonly lines: readonly InvoiceLine[];
}

const invoiceHeadColumns = selectList<InvoiceHead>({
  ...fromTable("i", "customer_id", "period_from"),
  id: sql`coalesce(i.corrects_id, i.id)`,
  cancellation: sql`case when i.kind = 381 then i.id else x.id end`,
  lines: sql`i.snapshot -> 'lines'`,
});

/** Returns the facts of an invoice, or of a cancellation, that say what it is made of. @throws 404, and a 403 without the right */
async function invoiceHead(db: Reader, scope: Scope, id: number): Promise<InvoiceHead> {
  const head = sql<InvoiceHead>`
    select ${invoiceHeadColumns}
    from ${invoiceOf(scope, id)} left join lateral (select id from invoices where corrects_id = i.id offset 0) x on true`;
  const [found] = await db.list("invoice-head", head);
  if (!found) throw notFound();
  await refuseWithoutRight(db, scope, found.customer_id);
  return found;
}

interface IssuedFile {
  readonly number: string;
  readonly customer_id: number;
  /** The customer's number. */
  readonly customer: number;
  readonly snapshot: InvoiceSnapshot;
  readonly xml: string | null;
}

const issuedFileColumns = selectList<IssuedFile>({
  ...fromTable("i", "number", "customer_id", "xml"),
  customer: "c.code",
  snapshot: sql`i.snapshot - 'services'`,
});

/** Returns the data that the files of an invoice are made of. @throws 404, and a 403 without the right */
export async function issuedFile(db: Reader, scope: Scope, id: number): Promise<IssuedFile> {
  const file = sql<IssuedFile>`
    select ${issuedFileColumns}
    from ${invoiceOf(scope, id)} cross join lateral ${joinById("customers", sql`code`, sql`i.customer_id`)} c`;
  const [found] = await db.list("issued-file", file);
  if (!found) throw notFound();
  await refuseWithoutRight(db, scope, found.customer_id);
  return found;
}

interface IssuedHead {
  readonly id: number;
  /** The cancellation; null where there is none. */
  readonly cancellation: number | null;
}

/** The services of an invoice: those that are marked with it, or, of a cancelled one, those that its cancellation keeps. */
const servicesOf = (scope: Scope, { id, cancellation }: IssuedHead): Sql =>
  cancellation === null
    ? sql`(select s.customer_id, ${keptService} from service_entries s where s.invoice_id = ${id}::int and ${seenBy(scope, sql`s.customer_id`)})`
    : sql`(
        select i.customer_id, e.day, e.item, e.unit, e.quantity, e.price, e.vat_category, e.vat_rate, e.text, e.cost_centre, e.box_id, e.delivery_id, k.nth
        from (select customer_id, snapshot from invoices where id = ${cancellation}::int and ${seenBy(scope, sql`customer_id`)} offset 0) i
        cross join lateral jsonb_array_elements(i.snapshot -> 'services') with ordinality k(kept, nth)
        cross join lateral jsonb_to_record(k.kept) e(day date, item text, unit text, quantity text, price text, vat_category text, vat_rate text,
          text text, cost_centre text, box_id bigint, delivery_id bigint))`;

const isOfLine = (line: InvoiceLine, period_from: string): Sql => {
  const { item, unit, price, cost_centre, vat_category, vat_rate } = line;
  const days = servicesOfLine(line, period_from).map(
    ({ text, from, to }) =>
      sql`s.text = ${text} and s.day >= ${from}::date and (${to}::date is null or s.day < ${to}::date)`,
  );
  return sql`s.item = ${item} and s.unit = ${unit} and s.price::numeric = ${price}::numeric and s.cost_centre = ${cost_centre}
    and s.vat_category = ${vat_category} and s.vat_rate::numeric = ${vat_rate}::numeric and (${sql.join(days, sql` or `)})`;
};

type Named = { readonly id: number; readonly code: string | number };

const invoiceService = selectList<InvoiceService>({
  ...fromTable("s", "day", "item", "unit", "quantity", "price", "vat_category", "vat_rate", "text", "cost_centre"),
  box: sql`case when b.id is not null then ${json<Named>({ id: "b.id", code: "b.code" })} end`,
  delivery: sql`case when d.id is not null then ${json<Named>({ id: "d.id", code: "d.code" })} end`,
});

/** A page of the services that an invoice, or a line of it, is made of. @throws 404, also for a line that is not there, and a 403 without the right */
export async function pageOfServices(
  db: Reader,
  scope: Scope,
  id: number,
  query: Query<typeof contract.invoiceServices>,
) {
  const { line, limit = pageSize, offset = 0 } = query;
  const invoice = await invoiceHead(db, scope, id);
  const which = line === undefined ? sql`true` : isOfLine(lineOf(invoice.lines, line), invoice.period_from);
  const services = servicesOf(scope, invoice);
  const page = sql<InvoiceService>`
    select ${invoiceService}
    from (select s.* from ${services} s where ${which} order by s.day, s.nth limit ${limit}::int offset ${offset}::int) s
    left join lateral ${joinById("boxes", sql`id, code, customer_id`, sql`s.box_id`)} b on b.customer_id = s.customer_id
    left join lateral ${joinById("deliveries", sql`id, code, customer_id`, sql`s.delivery_id`)} d on d.customer_id = s.customer_id
    order by s.day, s.nth`;
  const count = sql<{ count: number }>`select count(*)::int as count from ${services} s where ${which}`;
  const results = await db.list(statementName, page); // one after the other: a document holds one connection
  const [counted] = await db.list(statementName, count);
  return toPage(results, counted?.count ?? 0, { limit, offset });
}

/** A page of the days that the storage of an invoice, or of a line of it, is made of. @throws the same */
export async function pageOfRuns(db: Reader, scope: Scope, id: number, query: Query<typeof contract.invoiceStorage>) {
  const { line, limit = pageSize, offset = 0 } = query;
  const { lines } = await invoiceHead(db, scope, id);
  if (line !== undefined) lineOf(lines, line);
  const runs = lines.flatMap(({ runs: own = [] }, at): InvoiceRun[] =>
    line === undefined || line === at + 1 ? own.map((run) => ({ line: at + 1, ...run })) : [],
  );
  return toPage(runs.slice(offset, offset + limit), runs.length, { limit, offset });
}

function lineOf(lines: readonly InvoiceLine[], position: number): InvoiceLine {
  const line = lines[position - 1];
  if (!line) throw notFound();
  return line;
}

/**
 * Returns the content of an invoice's annex: the moves of its time as far as it is over, and the services and trips it took. @throws 404, and a 403
 * without the right
 */
export async function movementsOf(db: Reader, scope: Scope, id: number) {
  const { number, customer_id, customer: code, snapshot } = await issuedFile(db, scope, id);
  const { period_from: from, period_to, buyer } = snapshot;
  const span = { from, to: addDays(period_to, 1) };
  const moves = await boxMoves(db, scope, span, customer_id); // one after the other: a document holds one connection
  const stored = await storedByDay(db, scope, span, customer_id);
  const byDay = Map.groupBy(moves, ({ day }) => day);
  const days = stored.flatMap(({ day, mm, boxes }) => {
    const ofDay = byDay.get(day);
    return ofDay ? [{ day, mm, boxes, moves: ofDay }] : [];
  });
  const [first] = stored;
  const onFirst = byDay.get(from) ?? [];
  const before = {
    mm: (first?.mm ?? 0) - onFirst.reduce((sum, { mm }) => sum + mm, 0),
    boxes: (first?.boxes ?? 0) - onFirst.reduce((sum, { step }) => sum + step, 0),
  };
  const { name, country = homeCountry } = buyer;
  const address = [name, ...buyerLines(buyer), countryLine(country)].filter((line) => line.trim() !== "");
  const { count, results: services } = await pageOfServices(db, scope, id, { limit: maxSheetRows });
  refuseMoreThan(count);
  return { customer: { code, name: buyer.name, address }, number, from, to: period_to, before, days, services };
}
