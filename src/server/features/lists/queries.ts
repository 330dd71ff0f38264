import type { Query } from "#contract/route.ts";
import type { archiveList, destroyList } from "#contract/calls/services.ts";
import { maxBoxNumber } from "#rules/box-code.ts";
import { BoxState } from "#rules/box-state.ts";
import { refused } from "#rules/texts/refusal-texts.ts";
import type { Reader } from "#server/database/database.ts";
import { json } from "#server/database/json.ts";
import { type Scope, seenCustomers } from "#server/database/scope.ts";
import type { ArchiveListData } from "#server/documents/archive-list.ts";
import type { BoxesOverviewData } from "#server/documents/boxes-overview.ts";
import type { BoxPicture } from "#server/documents/content-images.ts";
import type { Customer, Range } from "#server/documents/paper/customer-head.ts";
import type { DestroyListData } from "#server/documents/destroy-list.ts";
import type { DestroyRequestData } from "#server/documents/destroy-request.ts";
import { badInput, notFound } from "#server/http/errors.ts";

type Numbers = Query<typeof archiveList>;
type Days = Query<typeof destroyList>;

// A list may hold a hundred thousand lines: PostgreSQL writes its data as JSON, and only the thread that sets it reads them.

/** Of customers `c`. */
const customer = json<Customer>({
  code: "c.code",
  name: "c.name",
  address: `array_remove(
  array[coalesce(nullif(c.address_name, ''), c.name), c.address_street, trim(c.address_postcode || ' ' || c.address_city)], '')`,
});
const range = json<Range>({ from: "$3::text", to: "$4::text" });
const seen = "c.id = $1::bigint and ($2::bigint[] is null or c.id = any($2))";
const inRange = `boxes.customer_id = c.id and boxes.number between coalesce($3::int, 0) and coalesce($4::int, ${maxBoxNumber})`;
const metres = (millimetres: string) => `round(${millimetres} / 1000.0, 2)`;
/** What a list sums up over its boxes `b`. */
const sums = {
  boxes: "count(b.number)",
  contents: "coalesce(sum(b.contents), 0)",
  images: "coalesce(sum(b.images), 0)",
  placed: metres("coalesce(sum(b.size) filter (where b.row_id is not null), 0)"),
  metres: metres("coalesce(sum(b.size), 0)"),
};
const boxes = (order: string) =>
  `coalesce(json_agg(b.box order by ${order}) filter (where b.number is not null), '[]')`;
/** The columns of a box that more than one list has. */
const years = { year: "meta_year", destroyYear: "meta_destroy_year" };

type ArchiveBox = ArchiveListData["boxes"][number];

const archiveListData = `
  select ${json<ArchiveListData>({
    customer,
    range,
    boxes: boxes("b.number"),
    totals: json<ArchiveListData["totals"]>({ boxes: sums.boxes, contents: sums.contents, metres: sums.placed }),
  })}::text as data, c.code as customer
  from customers c left join lateral (
    select number, size, row_id, inside.contents, ${json<ArchiveBox>({
      code: "code",
      state: "state",
      ...years,
      size: "size",
      contents: "inside.texts",
    })} as box
    from boxes cross join lateral (
      select count(*) as contents, coalesce(json_agg(${json<ArchiveBox["contents"][number]>({
        text: "text",
        state: "state",
      })} order by id), '[]') as texts
      from contents where box_id = boxes.id) inside
    where ${inRange}) b on true
  where ${seen} group by c.id`;

const boxesOverviewData = `
  select ${json<BoxesOverviewData>({
    customer,
    range,
    boxes: boxes("b.number"),
    totals: json<BoxesOverviewData["totals"]>({
      boxes: sums.boxes,
      contents: sums.contents,
      images: sums.images,
      metres: sums.placed,
    }),
  })}::text as data, c.code as customer
  from customers c left join lateral (
    select number, size, row_id, inside.contents, inside.images, ${json<BoxesOverviewData["boxes"][number]>({
      code: "code",
      state: "state",
      contents: "inside.contents",
      images: "inside.images",
      ...years,
      metres: `case when row_id is not null then ${metres("size")} end`,
    })} as box
    from boxes cross join lateral (
      select (select count(*) from contents where box_id = boxes.id) as contents,
        (select count(*) from images where box_id = boxes.id) as images) inside
    where ${inRange}) b on true
  where ${seen} group by c.id`;

const textsInside = `
      select count(*) as contents, coalesce(json_agg(text order by id), '[]') as texts
      from contents where box_id = boxes.id`;

const destroyListData = `
  select ${json<DestroyListData>({
    customer,
    range,
    boxes: boxes("b.destroyed, b.number"),
    totals: json<DestroyListData["totals"]>({ boxes: sums.boxes, contents: sums.contents }),
  })}::text as data, c.code as customer
  from customers c left join lateral (
    select number, destroyed, inside.contents, ${json<DestroyListData["boxes"][number]>({
      code: "code",
      contents: "inside.texts",
      ...years,
      destroyed: "destroyed",
    })} as box
    from boxes cross join lateral (${textsInside}) inside
    where customer_id = c.id and state = ${BoxState.destroyed}
      and destroyed between coalesce($3::date, '-infinity') and coalesce($4::date, 'infinity')) b on true
  where ${seen} group by c.id`;

const destroyRequestData = `
  select ${json<DestroyRequestData>({
    customer,
    boxes: boxes("b.number"),
    totals: json<DestroyRequestData["totals"]>({ boxes: sums.boxes, contents: sums.contents, metres: sums.metres }),
  })}::text as data, c.code as customer
  from customers c left join lateral (
    select number, size, inside.contents, ${json<DestroyRequestData["boxes"][number]>({
      code: "code",
      contents: "inside.texts",
      ...years,
      marked: `state = ${BoxState.marked}`,
    })} as box
    from boxes cross join lateral (${textsInside}) inside
    where customer_id = c.id and (state = ${BoxState.marked} or state <> ${BoxState.destroyed} and meta_destroy_year <= $3::int)) b
    on true
  where ${seen} group by c.id`;

/** The data of a list about a customer, as JSON, and the customer's code; a 404 where there is no such customer or it is not the caller's. */
async function dataOf(db: Reader, scope: Scope, name: string, text: string, id: number, values: unknown[]) {
  const [list] = await db.list<{ data: string; customer: number }>(name, text, [id, seenCustomers(scope), ...values]);
  if (!list) throw notFound();
  return list;
}

function boundsOf({ from, to }: Numbers | Days) {
  if (from !== undefined && to !== undefined && from > to) throw badInput({ to: [refused.emptyRange] });
  return [from ?? null, to ?? null];
}

/** `ArchiveListData` as JSON: a customer's boxes of a range of numbers. */
export const archiveListOf = (db: Reader, scope: Scope, id: number, numbers: Numbers) =>
  dataOf(db, scope, "archive-list", archiveListData, id, boundsOf(numbers));

/** `BoxesOverviewData` as JSON: a customer's boxes of a range of numbers. */
export const boxesOverviewOf = (db: Reader, scope: Scope, id: number, numbers: Numbers) =>
  dataOf(db, scope, "boxes-overview", boxesOverviewData, id, boundsOf(numbers));

/** `DestroyListData` as JSON: a customer's boxes that were destroyed in a range of days. */
export const destroyListOf = (db: Reader, scope: Scope, id: number, days: Days) =>
  dataOf(db, scope, "destroy-list", destroyListData, id, boundsOf(days));

/** `DestroyRequestData` as JSON: a customer's boxes that are marked, or due in this year at the latest. */
export const destroyRequestOf = (db: Reader, scope: Scope, id: number, year: number) =>
  dataOf(db, scope, "destroy-request", destroyRequestData, id, [year]);

/** A picture and the file that holds it. */
export interface FoundPicture extends BoxPicture {
  readonly sha256: Buffer;
}

const seenCustomer = `select code as customer from customers c where ${seen}`;
const picturesInRange = `
  select boxes.code, i.sha256, i.content_type, i.bytes, i.crc32, i.created
  from customers c join boxes on ${inRange} join images i on i.box_id = boxes.id
  where ${seen} order by boxes.number, i.id`;

/** The code of a customer that the caller may see; null where there is none. */
export async function seenCustomerCode(db: Reader, scope: Scope, id: number): Promise<number | null> {
  const [about] = await db.list<{ customer: number }>("seen-customer", seenCustomer, [id, seenCustomers(scope)]);
  return about?.customer ?? null;
}

/** The pictures in a customer's boxes of a range of numbers, and the customer's code; a 404 where there is no such customer or it is not the caller's. */
export async function picturesOf(db: Reader, scope: Scope, id: number, numbers: Numbers) {
  const bounds = boundsOf(numbers);
  const code = await seenCustomerCode(db, scope, id);
  if (code === null) throw notFound();
  const values = [id, seenCustomers(scope), ...bounds];
  return { customer: code, found: await db.list<FoundPicture>("pictures-in-range", picturesInRange, values) };
}
