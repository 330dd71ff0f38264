import type { Body, Query } from "#contract/route.ts";
import type { archiveList, destroyList, printLabels } from "#contract/calls/services.ts";
import { maxBoxNumber, parseBoxCode, showBoxCode } from "#rules/box-code.ts";
import { BoxState } from "#rules/box-state.ts";
import { maxLabels } from "#rules/label-amounts.ts";
import { refused } from "#rules/refusal-texts.ts";
import type { Database } from "#server/database/database.ts";
import { type Scope, seenCustomers } from "#server/database/scope.ts";
import type { BoxPicture } from "#server/documents/content-images.ts";
import type { BoxLabel, RowLabel } from "#server/documents/label-sheet.ts";
import { badInput, notFound } from "#server/http/errors.ts";

type Codes = Body<typeof printLabels>["codes"];
type Numbers = Query<typeof archiveList>;
type Days = Query<typeof destroyList>;

/** How many labels each box gets, in the order in which the codes are first named; the same code twice adds up. */
function amountsOf(codes: Codes): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const { code: text, amount } of codes) {
    const code = parseBoxCode(text);
    if (code === null) throw badInput({ codes: [refused.noBoxCode(text)] });
    amounts.set(code, (amounts.get(code) ?? 0) + amount);
  }
  const total = [...amounts.values()].reduce((sum, amount) => sum + amount, 0);
  if (total > maxLabels) throw badInput({ codes: [refused.tooManyLabels(maxLabels)] });
  return amounts;
}

interface LabelRow {
  readonly code: string;
  readonly customer_code: number | null;
  readonly customer_name: string | null;
}

const labelledBoxes = `
  select wanted.code, c.code as customer_code, c.name as customer_name
  from unnest($1::text[]) with ordinality as wanted(code, place)
  left join boxes b on b.code = wanted.code and ($2::bigint[] is null or b.customer_id = any($2))
  left join customers c on c.id = b.customer_id
  order by wanted.place`;

/** The labels of boxes; a 400 for what is no code, for a box that there is not, and for more labels than are printed at once. */
export async function labelsOf(db: Database, scope: Scope, codes: Codes): Promise<BoxLabel[]> {
  const amounts = amountsOf(codes);
  const wanted = [[...amounts.keys()], seenCustomers(scope)];
  const rows = await db.list<LabelRow & Record<string, unknown>>("labelled-boxes", labelledBoxes, wanted);
  return rows.map(({ code, customer_code, customer_name }) => {
    if (customer_code === null) throw badInput({ codes: [refused.noSuchBox(showBoxCode(code))] });
    return { code, customer: { code: customer_code, name: customer_name ?? "" }, amount: amounts.get(code) ?? 0 };
  });
}

const labelledRows = `
  select r.id, r.number, a.name as area from unnest($1::bigint[]) with ordinality as wanted(id, place)
  join rows r on r.id = wanted.id join areas a on a.id = r.area_id
  order by wanted.place`;

/** The labels of rows, in this order; a 400 where there is no such row. */
export async function rowLabelsOf(db: Database, _scope: Scope, ids: readonly number[]): Promise<RowLabel[]> {
  const rows = await db.list<RowLabel & Record<string, unknown>>("labelled-rows", labelledRows, [ids]);
  if (rows.length < ids.length) throw badInput({ rows: [refused.unknownRow] });
  return rows;
}

// A list may hold a hundred thousand lines: PostgreSQL writes its data as JSON, and only the thread that sets it reads them.

/** The `Customer` of documents/customer-head, of customers `c`. */
const customer = `json_build_object('code', c.code, 'name', c.name, 'address', array_remove(
  array[coalesce(nullif(c.address_name, ''), c.name), c.address_street, trim(c.address_postcode || ' ' || c.address_city)], ''))`;
const range = "json_build_object('from', $3::text, 'to', $4::text)";
const seen = "c.id = $1::bigint and ($2::bigint[] is null or c.id = any($2))";
const inRange = `boxes.customer_id = c.id and boxes.number between coalesce($3::int, 0) and coalesce($4::int, ${maxBoxNumber})`;
const metres = (millimetres: string) => `round(${millimetres} / 1000.0, 2)`;
/** What a list sums up over its boxes `b`. */
const sums = {
  boxes: "count(b.number)",
  contents: "coalesce(sum(b.contents), 0)",
  images: "coalesce(sum(b.images), 0)",
  metres: metres("coalesce(sum(b.size) filter (where b.row_id is not null), 0)"),
};
const boxes = (order: string) =>
  `coalesce(json_agg(b.box order by ${order}) filter (where b.number is not null), '[]')`;

const archiveListData = `
  select json_build_object('customer', ${customer}, 'range', ${range}, 'boxes', ${boxes("b.number")},
    'totals', json_build_object('boxes', ${sums.boxes}, 'contents', ${sums.contents}, 'metres', ${sums.metres}))::text as data
  from customers c left join lateral (
    select number, size, row_id, inside.contents, json_build_object('code', code, 'state', state, 'year', meta_year,
      'destroyYear', meta_destroy_year, 'size', size, 'contents', inside.texts) as box
    from boxes cross join lateral (
      select count(*) as contents, coalesce(json_agg(json_build_object('text', text, 'state', state) order by id), '[]') as texts
      from contents where box_id = boxes.id) inside
    where ${inRange}) b on true
  where ${seen} group by c.id`;

const boxesOverviewData = `
  select json_build_object('customer', ${customer}, 'range', ${range}, 'boxes', ${boxes("b.number")},
    'totals', json_build_object('boxes', ${sums.boxes}, 'contents', ${sums.contents}, 'images', ${sums.images},
      'metres', ${sums.metres}))::text as data
  from customers c left join lateral (
    select number, size, row_id, inside.contents, inside.images, json_build_object('code', code, 'state', state,
      'contents', inside.contents, 'images', inside.images, 'year', meta_year, 'destroyYear', meta_destroy_year,
      'metres', case when row_id is not null then ${metres("size")} end) as box
    from boxes cross join lateral (
      select (select count(*) from contents where box_id = boxes.id) as contents,
        (select count(*) from images where box_id = boxes.id) as images) inside
    where ${inRange}) b on true
  where ${seen} group by c.id`;

const destroyListData = `
  select json_build_object('customer', ${customer}, 'range', ${range}, 'boxes', ${boxes("b.destroyed, b.number")},
    'totals', json_build_object('boxes', ${sums.boxes}, 'contents', ${sums.contents}))::text as data
  from customers c left join lateral (
    select number, destroyed, inside.contents, json_build_object('code', code, 'contents', inside.texts, 'year', meta_year,
      'destroyYear', meta_destroy_year, 'destroyed', destroyed) as box
    from boxes cross join lateral (
      select count(*) as contents, coalesce(json_agg(text order by id), '[]') as texts
      from contents where box_id = boxes.id) inside
    where customer_id = c.id and state = ${BoxState.destroyed}
      and destroyed between coalesce($3::date, '-infinity') and coalesce($4::date, 'infinity')) b on true
  where ${seen} group by c.id`;

const destroyRequestData = `
  select json_build_object('customer', ${customer}, 'boxes', ${boxes("b.number")},
    'totals', json_build_object('boxes', ${sums.boxes}, 'contents', ${sums.contents}, 'metres',
      ${metres("coalesce(sum(b.size), 0)")}))::text as data
  from customers c left join lateral (
    select number, size, inside.contents, json_build_object('code', code, 'contents', inside.texts, 'year', meta_year,
      'destroyYear', meta_destroy_year, 'marked', state = ${BoxState.marked}) as box
    from boxes cross join lateral (
      select count(*) as contents, coalesce(json_agg(text order by id), '[]') as texts
      from contents where box_id = boxes.id) inside
    where customer_id = c.id and (state = ${BoxState.marked} or state <> ${BoxState.destroyed} and meta_destroy_year <= $3::int)) b
    on true
  where ${seen} group by c.id`;

/** The data of a list about a customer, as JSON; a 404 where there is no such customer or it is not the caller's. */
async function dataOf(db: Database, scope: Scope, name: string, text: string, id: number, values: unknown[]) {
  const [list] = await db.list<{ data: string }>(name, text, [id, seenCustomers(scope), ...values]);
  if (!list) throw notFound();
  return list.data;
}

function boundsOf({ from, to }: Numbers | Days) {
  if (from !== undefined && to !== undefined && from > to) throw badInput({ to: [refused.emptyRange] });
  return [from ?? null, to ?? null];
}

/** `ArchiveListData` as JSON: a customer's boxes of a range of numbers. */
export const archiveListOf = (db: Database, scope: Scope, id: number, numbers: Numbers) =>
  dataOf(db, scope, "archive-list", archiveListData, id, boundsOf(numbers));

/** `BoxesOverviewData` as JSON: a customer's boxes of a range of numbers. */
export const boxesOverviewOf = (db: Database, scope: Scope, id: number, numbers: Numbers) =>
  dataOf(db, scope, "boxes-overview", boxesOverviewData, id, boundsOf(numbers));

/** `DestroyListData` as JSON: a customer's boxes that were destroyed in a range of days. */
export const destroyListOf = (db: Database, scope: Scope, id: number, days: Days) =>
  dataOf(db, scope, "destroy-list", destroyListData, id, boundsOf(days));

/** `DestroyRequestData` as JSON: a customer's boxes that are marked, or due in this year at the latest. */
export const destroyRequestOf = (db: Database, scope: Scope, id: number, year: number) =>
  dataOf(db, scope, "destroy-request", destroyRequestData, id, [year]);

/** A picture and the file that holds it. */
export interface FoundPicture extends BoxPicture {
  readonly sha256: Buffer;
}

const seenCustomer = `select id from customers c where ${seen}`;
const picturesInRange = `
  select boxes.code, i.sha256, i.content_type, i.bytes, i.crc32, i.created
  from customers c join boxes on ${inRange} join images i on i.box_id = boxes.id
  where ${seen} order by boxes.number, i.id`;

/** The pictures in a customer's boxes of a range of numbers; a 404 where there is no such customer or it is not the caller's. */
export async function picturesOf(db: Database, scope: Scope, id: number, numbers: Numbers): Promise<FoundPicture[]> {
  const whose = [id, seenCustomers(scope)];
  const bounds = boundsOf(numbers);
  if ((await db.list("seen-customer", seenCustomer, whose)).length === 0) throw notFound();
  return db.list<FoundPicture & Record<string, unknown>>("pictures-in-range", picturesInRange, [...whose, ...bounds]);
}
