import { countryLine, homeCountry } from "#rules/addresses/countries.ts";
import { sql } from "kysely";
import type { InvoiceDetail } from "#contract/schemas/billing/invoices.ts";
import type { InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { addDays } from "#rules/dates.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { invoiceDebits } from "#server/database/billing/invoice-debits.ts";
import {
  type ListedInvoice,
  listedColumns,
  invoicedCustomers,
  listedJoins,
} from "#server/database/billing/invoice-pages.ts";
import { boxMoves, storedByDay } from "#server/database/billing/stored-amounts.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { joinById, type Scope, seenBy } from "#server/database/scope.ts";
import { notFound, refuse } from "#server/http/errors.ts";

/** Whether somebody may ask for invoices at all; who sees no customer finds none. */
export const seesInvoices = async (db: Reader, scope: Scope): Promise<boolean> =>
  scope.customerIds.length === 0 || (await invoicedCustomers(db, scope))?.length !== 0;

/** @throws a 400 where an invoice is of a customer of theirs at whom somebody lacks the right */
async function refuseWithoutRight(db: Reader, scope: Scope, customer: number): Promise<void> {
  const mine = await invoicedCustomers(db, scope);
  if (mine !== null && !mine.includes(customer)) throw refuse(refused.noRight);
}

type InvoiceRow = ListedInvoice & { readonly snapshot: InvoiceSnapshot };

/** The one with an id, where it is of a customer whom somebody sees. */
const invoiceOf = (scope: Scope, id: number): Sql =>
  sql`(select * from invoices where id = ${id}::int and ${seenBy(scope, sql`customer_id`)} offset 0) i`;

/** An invoice with all that it says. @throws 404, and a 400 without the right */
export async function invoiceById(db: Reader, scope: Scope, id: number): Promise<InvoiceDetail> {
  const invoice = sql<InvoiceRow>`select ${listedColumns}, i.snapshot from ${invoiceOf(scope, id)} ${listedJoins}`;
  const [found] = await db.list("invoice", invoice);
  if (!found) throw notFound();
  const { snapshot, ...row } = found;
  await refuseWithoutRight(db, scope, row.customer.id);
  const { name, street, postcode, city, country = homeCountry } = snapshot.buyer;
  return {
    ...row,
    debits: await invoiceDebits(db, scope, id),
    buyer: { name, street, postcode, city, country },
    lines: [...snapshot.lines],
    vats: [...snapshot.vats],
  };
}

interface IssuedFile {
  readonly number: string;
  readonly customer_id: number;
  /** The customer's number. */
  readonly customer: number;
  readonly snapshot: InvoiceSnapshot;
  readonly xml: string | null;
}

/** What the files of an invoice are made of. @throws 404, and a 400 without the right */
export async function issuedFile(db: Reader, scope: Scope, id: number): Promise<IssuedFile> {
  const file = sql<IssuedFile>`
    select i.number, i.customer_id, c.code as customer, i.snapshot, i.xml
    from ${invoiceOf(scope, id)} cross join lateral ${joinById("customers", sql`code`, sql`i.customer_id`)} c`;
  const [found] = await db.list("issued-file", file);
  if (!found) throw notFound();
  await refuseWithoutRight(db, scope, found.customer_id);
  return found;
}

/** What the files of several invoices are made of, in the order of their numbers, for staff. @throws 404 where one is none */
export async function issuedFiles(db: Reader, scope: Scope, ids: readonly number[]) {
  const files = sql<Pick<IssuedFile, "number" | "snapshot" | "xml">>`
    select number, snapshot, xml from invoices where id = any(${ids}::int[]) and ${seenBy(scope, sql`customer_id`)} order by number`;
  const found = await db.list("issued-files", files);
  if (found.length < new Set(ids).size) throw notFound();
  return found;
}

/** What the annex of an invoice says: the moves of its time as far as it is over. @throws 404, and a 400 without the right */
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
  const { name, street, postcode, city, country = homeCountry } = buyer;
  const address = [name, street, `${postcode} ${city}`, countryLine(country)].filter((line) => line.trim() !== "");
  return { customer: { code, name: buyer.name, address }, number, from, to: period_to, before, days };
}
