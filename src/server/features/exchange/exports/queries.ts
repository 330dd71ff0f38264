import { sql } from "kysely";
import { customerTextNames } from "#contract/fields/customer.ts";
import type { CustomerRight } from "#contract/route.ts";
import type { Reader, Snapshot } from "#server/database/database.ts";
import {
  boxLines,
  boxRows,
  contentLines,
  deliveryLines,
  entryLines,
  type ExportScope,
  holdLines,
  leavesOf,
  type Slice,
  sliceEnds,
  type SlicedTable,
  ofCustomer,
  takenLines,
  type ExportTable,
} from "#server/database/export-tables.ts";
import { joinById, type Scope, seenBy } from "#server/database/scope.ts";
import type { InvoiceOriginal } from "#server/exports/customer-export.ts";
import type { BoxPicture } from "#server/documents/content-images.ts";
import { notFound } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** Read at once, in entries: enough that reading them takes longer than asking, and few enough that a statement soon ends. */
const sliceOf = { boxes: 2_000, deleted_boxes: 2_000, deliveries: 200, holds: 20 } as const;
const rowsAtOnce = 500;

async function slices(db: Reader, of: ExportScope, table: SlicedTable): Promise<Slice[]> {
  const sliceRows = await db.list(...sliceEnds(of, table, sliceOf[table]));
  const ends = sliceRows.map(({ number }) => number);
  return [...ends, null].map((upTo, at) => ({ after: ends[at - 1] ?? -1, upTo }));
}

const tables = {
  boxes: [boxLines, "boxes"],
  contents: [contentLines, "boxes"],
  deliveries: [deliveryLines, "deliveries"],
  holds: [holdLines, "holds"],
} as const;

/** A table of a customer, an entry a line of JSON behind a comma; answers how many there are. */
export async function* linesOfTable(db: Snapshot, scope: Scope, customer: number, table: keyof typeof tables) {
  const of = { scope, customer };
  const [linesOf, by] = tables[table];
  let amount = 0;
  for (const slice of await slices(db, of, by)) amount += yield* db.copy(linesOf(of, slice));
  return amount;
}

/** A customer's boxes with their contents, by number: those that are there, or those that were destroyed. */
export async function* boxRowsOf(db: Reader, scope: Scope, customer: number, isDestroyed: boolean) {
  const name = `export-box-rows-${scope.isStaff}-${isDestroyed}`;
  for (let after = -1; ; ) {
    const rows = await db.list(name, boxRows({ scope, customer, isDestroyed, after, limit: rowsAtOnce }));
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    ({ after } = last);
  }
}

const exportedTables: readonly ExportTable[] = ["boxes", "deleted_boxes"];

/** The history of each of a customer's boxes, by number, and of those that were deleted, an entry a line of JSON; answers how many there are. */
export async function* historyOf(db: Snapshot, scope: Scope, customer: number) {
  const of = { scope, customer };
  let amount = 0;
  for (const boxes of exportedTables)
    for (const slice of await slices(db, of, boxes)) amount += yield* db.copy(entryLines(of, boxes, slice));
  return amount;
}

/** The same of what the previous system reported of them; null where this archive came from no other. */
export async function exportEarlierHistory(db: Snapshot, scope: Scope, customer: number) {
  const came = await db.selectFrom("takeovers").select("at").executeTakeFirst();
  return came ? takenHistoryOf(db, scope, customer) : null;
}

async function* takenHistoryOf(db: Snapshot, scope: Scope, customer: number) {
  const of = { scope, customer };
  let amount = 0;
  for (const boxes of exportedTables)
    for (const slice of await slices(db, of, boxes)) amount += yield* db.copy(takenLines(of, boxes, slice));
  return amount;
}

/** The leaves of a Merkle tree over the last entries of the same boxes in the same order, many one behind the other. */
export async function* leavesOfHistory(db: Reader, scope: Scope, customer: number) {
  const of = { scope, customer };
  for (const boxes of exportedTables)
    for (const slice of await slices(db, of, boxes)) {
      const [found] = await db.list(...leavesOf(of, boxes, slice));
      if (found?.leaves) yield found.leaves;
    }
}

interface ExportedCustomer {
  readonly code: number;
  readonly name: string;
  readonly may: boolean;
  /** True where the export includes what was billed. */
  readonly seesInvoices: boolean;
}

const hasRight = (scope: Scope, right: CustomerRight) => sql`(${scope.isStaff}::boolean or exists (
  select from customer_users where customer_id = c.id and user_id = ${scope.userId}::bigint and ${sql.ref(right)}))`;

const exportSql = (scope: Scope, id: number) => sql<ExportedCustomer>`
  select ${selectList<ExportedCustomer>({
    ...fromTable("c", "code", "name"),
    may: hasRight(scope, "may_manage"),
    seesInvoices: hasRight(scope, "may_see_invoices"),
  })}
  from customers c where c.id = ${id}::bigint and ${seenBy(scope, sql`c.id`)}`;

/** The customer, and whether this caller may take everything of it along; a 404 where there is none or it is not the caller's. */
export async function exportedCustomer(db: Reader, scope: Scope, id: number) {
  const [found] = await db.list("exported-customer", exportSql(scope, id));
  if (!found) throw notFound();
  return found;
}

const forStaff = ["notes", "meter_price"];

/** The customer itself, with its delivery options and addresses. */
export async function aboutCustomer(db: Reader, scope: Scope, id: number): Promise<object> {
  const customer = await db
    .selectFrom("customers")
    .select(["code", "name", "created", ...customerTextNames, "meter_price"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const options = await db
    .selectFrom("delivery_options")
    .select(["description", "days", "from_time", "to_time", "prior_hours", "window_hours", "price"])
    .where("customer_id", "=", id)
    .orderBy("id")
    .execute();
  const addresses = await db
    .selectFrom("customer_addresses")
    .select(["name", "street", "postcode", "city", "contact", "phone", "hours", "note", "is_default"])
    .where("customer_id", "=", id)
    .orderBy(sql`name collate german`)
    .execute();
  const customerFields = Object.entries(customer).filter(([name]) => scope.isStaff || !forStaff.includes(name));
  return { ...Object.fromEntries(customerFields), delivery_options: options, addresses };
}

/** A picture of a box, and the file that holds it. */
export interface ExportedPicture extends BoxPicture {
  readonly sha256: Buffer;
}

const exportedPicture = selectList<ExportedPicture>({
  ...fromTable("i", "sha256", "content_type", "bytes", "crc32", "created"),
  code: "boxes.code",
});

const pictures = (of: ExportScope) => sql<ExportedPicture>`
  select ${exportedPicture}
  from images i
  cross join lateral ${joinById("boxes", sql`code, number`, sql`i.box_id`)} boxes
  where ${ofCustomer(of, "i")}
  order by boxes.number, i.id`;

/** Every picture in a customer's boxes. */
export const exportedPictures = (db: Reader, scope: Scope, customer: number) =>
  db.list("export-pictures", pictures({ scope, customer }));

/** Proof of who took a delivery over: a signature or a photo. */
export interface ExportedProof {
  readonly delivery: number;
  readonly sha256: Buffer;
  readonly content_type: string;
  readonly bytes: number;
}

const exportedProof = selectList<ExportedProof>({
  ...fromTable("p", "sha256", "content_type", "bytes"),
  delivery: "d.code",
});

const proofs = (of: ExportScope) => sql<ExportedProof>`
  select ${exportedProof}
  from deliveries d cross join lateral (
    select id, sha256, content_type, bytes from delivery_proofs where delivery_id = d.id offset 0) p
  where ${ofCustomer(of, "d")} order by d.code, p.id`;

/** Returns what was signed or photographed when deliveries were handed over. */
export const exportedProofs = (db: Reader, scope: Scope, customer: number) =>
  db.list("export-proofs", proofs({ scope, customer }));

const invoiceOriginal = selectList<InvoiceOriginal>({
  ...fromTable("i", "number", "xml"),
  snapshot: sql`case when i.xml is null then i.snapshot end`,
});

const originals = (of: ExportScope) => sql<InvoiceOriginal>`
  select ${invoiceOriginal}
  from invoices i where ${ofCustomer(of, "i")} order by i.issued, i.number`;

/** The XML of each invoice of a customer, and of those on paper what they say; whether the caller sees them is asked before. */
export const exportedOriginals = (db: Reader, scope: Scope, customer: number) =>
  db.list("export-originals", originals({ scope, customer }));
