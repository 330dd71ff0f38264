import { customerTextNames } from "#contract/fields/customer.ts";
import type { ListedBox } from "#rules/lists/box-list.ts";
import type { Reader } from "#server/database/database.ts";
import {
  boxIds,
  boxRowQueries,
  deletedIds,
  entryQueries,
  exportTables,
  theirs,
} from "#server/database/exports/export-tables.ts";
import { type Scope, seenCustomers } from "#server/database/scope.ts";
import type { BoxPicture } from "#server/documents/content-images.ts";
import { notFound } from "#server/http/errors.ts";

/** Read at once: enough that reading them takes longer than asking. */
const piece = 250;

/** Some entries of a table as JSON text, parted by commas. */
interface Lines {
  readonly after: number;
  readonly amount: number;
  readonly lines: string;
}

/** Everything that a statement finds, piece by piece behind the last one. */
async function* everyRow<Row extends { readonly after: number }>(
  db: Reader,
  scope: Scope,
  [name, text]: readonly [name: string, text: string],
  customer: number,
): AsyncGenerator<Row[]> {
  for (let after = -1; ; ) {
    const rows = await db.list<Row>(name, text, [customer, seenCustomers(scope), after, piece]);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < piece) return;
    ({ after } = last);
  }
}

/** For the caller's role. */
const forRole = <T>(queries: { true: T; false: T }, { isStaff }: Scope) => queries[`${isStaff}`];

/** No place but for staff. */
export interface BoxRow extends ListedBox {
  readonly destroyed: string | null;
}

async function* linesIn(db: Reader, scope: Scope, customer: number, table: keyof typeof exportTables) {
  const [name, text] = forRole(exportTables[table], scope);
  for (let after = -1; ; ) {
    const [lines] = await db.list<Lines>(name, text, [customer, seenCustomers(scope), after, piece]);
    if (!lines || lines.amount === 0) return;
    yield lines;
    if (lines.amount < piece) return;
    ({ after } = lines);
  }
}

/** A table of a customer as JSON text, an entry a line. */
export function linesOfTable(db: Reader, scope: Scope, customer: number, table: keyof typeof exportTables) {
  return linesIn(db, scope, customer, table);
}

/** A customer's boxes with their contents, by number. */
export function boxRowsOf(db: Reader, scope: Scope, customer: number): AsyncGenerator<BoxRow[]> {
  return everyRow<BoxRow>(db, scope, forRole(boxRowQueries, scope), customer);
}

/** A box's history as JSON text, an entry a line, with what a seal is made of: its last entry. */
export interface BoxHistory {
  readonly box: number;
  readonly seq: number;
  readonly hash: Buffer;
  readonly amount: number;
  readonly lines: string;
}

/** The history of each of a customer's boxes, by number; of those that were deleted, too. */
export function historyOf(db: Reader, scope: Scope, customer: number): AsyncGenerator<BoxHistory[]> {
  return entriesOf(db, scope, customer);
}

async function* entriesOf(db: Reader, scope: Scope, customer: number): AsyncGenerator<BoxHistory[]> {
  const [name, text] = forRole(entryQueries, scope);
  for (const which of [boxIds, deletedIds])
    for await (const boxes of everyRow<{ after: number; id: number; code: string }>(db, scope, which, customer))
      yield db.list<BoxHistory>(name, text, [customer, boxes.map(({ id }) => id), boxes.map(({ code }) => code)]);
}

const exported = `
  select c.code, c.name, $3::boolean or exists (
    select from customer_users where customer_id = c.id and user_id = $4::bigint and may_manage) as may
  from customers c where c.id = $1::bigint and ($2::bigint[] is null or c.id = any($2))`;

/** The customer, and whether this caller may take everything of it along; a 404 where there is none or it is not the caller's. */
export async function exportedCustomer(db: Reader, scope: Scope, id: number) {
  const values = [id, seenCustomers(scope), scope.isStaff, scope.userId];
  const [found] = await db.list<{ code: number; name: string; may: boolean }>("exported-customer", exported, values);
  if (!found) throw notFound();
  return found;
}

const forStaff = ["notes", "meter_price"];

/** The customer itself, with its delivery options. */
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
  const told = Object.entries(customer).filter(([name]) => scope.isStaff || !forStaff.includes(name));
  return { ...Object.fromEntries(told), delivery_options: options };
}

/** A picture of a box, and the file that holds it. */
export interface ExportedPicture extends BoxPicture {
  readonly sha256: Buffer;
}

const pictures = `
  select boxes.code, i.sha256, i.content_type, i.bytes, i.crc32, i.created
  from boxes join images i on i.box_id = boxes.id where ${theirs("boxes")} order by boxes.number, i.id`;

/** Every picture in a customer's boxes. */
export const exportedPictures = (db: Reader, scope: Scope, customer: number) =>
  db.list<ExportedPicture>("export-pictures", pictures, [customer, seenCustomers(scope)]);

/** Who took a delivery over: a signature or a photo. */
export interface ExportedProof {
  readonly delivery: number;
  readonly sha256: Buffer;
  readonly content_type: string;
  readonly bytes: number;
}

const proofs = `
  select d.code as delivery, p.sha256, p.content_type, p.bytes
  from delivery_proofs p join deliveries d on d.id = p.delivery_id where ${theirs("p")} order by d.code, p.id`;

/** What was signed or photographed when deliveries were handed over. */
export const exportedProofs = (db: Reader, scope: Scope, customer: number) =>
  db.list<ExportedProof>("export-proofs", proofs, [customer, seenCustomers(scope)]);
