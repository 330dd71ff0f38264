import { sql } from "kysely";
import type { Query } from "#contract/route.ts";
import type { archiveList } from "#contract/calls/paper/services.ts";
import { maxBoxNumber } from "#rules/stock/box-code.ts";
import type { Period } from "#rules/stock/period.ts";
import type { Reader } from "#server/database/database.ts";
import { numberTexts } from "#server/database/boxes/box-numbers.ts";
import { fromTable, json, selectList } from "#server/database/sql/json.ts";
import {
  type Bounds,
  boxesBy,
  customerFields,
  type ListData,
  metres,
  periodFields,
  rangeFields,
  customerCondition,
  sums,
  years,
} from "#server/database/list-data.ts";
import type { Scope } from "#server/database/scope.ts";
import type { ArchiveListData } from "#server/documents/lists/archive-list.ts";
import type { BoxesOverviewData } from "#server/documents/lists/boxes-overview.ts";
import type { BoxPicture } from "#server/documents/content-images.ts";
import type { Customer, ListRange } from "#server/documents/paper/customer-head.ts";
import { notFound } from "#server/http/errors.ts";
import { boundsOf, paperData } from "#server/http/paper-data.ts";

type Numbers = Query<typeof archiveList>;

const customer = json<Customer>(customerFields);

const inRange = ([from, to]: Bounds) =>
  sql`boxes.customer_id = c.id and boxes.number between coalesce(${from}::int, 0) and coalesce(${to}::int, ${sql.lit(maxBoxNumber)})`;

type ArchiveBox = ArchiveListData["boxes"][number];

const archiveListData = (scope: Scope, id: number, bounds: Bounds) => sql<ListData>`
  select ${selectList<ListData>({
    data: sql`${json<ArchiveListData>({
      customer,
      range: json<ListRange>(rangeFields(bounds)),
      boxes: boxesBy(sql`b.number`),
      totals: json<ArchiveListData["totals"]>({ boxes: sums.boxes, contents: sums.contents, metres: sums.placed }),
    })}::text`,
    customer: "c.code",
  })}
  from customers c left join lateral (
    select number, size, row_id, inside.contents, ${json<ArchiveBox>({
      code: "code",
      state: "state",
      ...years,
      period: json<Period>(periodFields),
      costCentre: "cost_centre",
      size: "size",
      numbers: sql`to_json(${numberTexts(sql`boxes.id`)})`,
      contents: "inside.texts",
    })} as box
    from boxes cross join lateral (
      select count(*) as contents, coalesce(json_agg(${json<ArchiveBox["contents"][number]>({
        text: "text",
        state: "state",
      })} order by id), '[]') as texts
      from contents where box_id = boxes.id) inside
    where ${inRange(bounds)}) b on true
  where ${customerCondition(scope, id)} group by c.id`;

const boxesOverviewData = (scope: Scope, id: number, bounds: Bounds) => sql<ListData>`
  select ${selectList<ListData>({
    data: sql`${json<BoxesOverviewData>({
      customer,
      range: json<ListRange>(rangeFields(bounds)),
      boxes: boxesBy(sql`b.number`),
      totals: json<BoxesOverviewData["totals"]>({
        boxes: sums.boxes,
        contents: sums.contents,
        images: sums.images,
        metres: sums.placed,
      }),
    })}::text`,
    customer: "c.code",
  })}
  from customers c left join lateral (
    select number, size, row_id, inside.contents, inside.images, ${json<BoxesOverviewData["boxes"][number]>({
      code: "code",
      state: "state",
      contents: "inside.contents",
      images: "inside.images",
      ...years,
      period: json<Period>(periodFields),
      costCentre: "cost_centre",
      metres: sql`case when row_id is not null then ${metres(sql`size`)} end`,
    })} as box
    from boxes cross join lateral (
      select (select count(*) from contents where box_id = boxes.id) as contents,
        (select count(*) from images where box_id = boxes.id) as images) inside
    where ${inRange(bounds)}) b on true
  where ${customerCondition(scope, id)} group by c.id`;

/** `ArchiveListData` as JSON: a customer's boxes of a range of numbers. */
export const archiveListOf = (db: Reader, scope: Scope, id: number, numbers: Numbers) =>
  paperData(db, "archive-list", archiveListData(scope, id, boundsOf(numbers)));

/** `BoxesOverviewData` as JSON: a customer's boxes of a range of numbers. */
export const boxesOverviewOf = (db: Reader, scope: Scope, id: number, numbers: Numbers) =>
  paperData(db, "boxes-overview", boxesOverviewData(scope, id, boundsOf(numbers)));

/** A picture and the file that holds it. */
interface FoundPicture extends BoxPicture {
  readonly sha256: Buffer;
}

const seenCustomer = (scope: Scope, id: number) =>
  sql<{ customer: number }>`select code as customer from customers c where ${customerCondition(scope, id)}`;

const foundPicture = selectList<FoundPicture>({
  ...fromTable("i", "sha256", "content_type", "bytes", "crc32", "created"),
  code: "boxes.code",
});

const picturesInRange = (scope: Scope, id: number, bounds: Bounds) => sql<FoundPicture>`
  select ${foundPicture}
  from customers c join boxes on ${inRange(bounds)} join images i on i.box_id = boxes.id
  where ${customerCondition(scope, id)} order by boxes.number, i.id`;

/** The code of a customer that the caller may see; null where there is none. */
export async function seenCustomerCode(db: Reader, scope: Scope, id: number): Promise<number | null> {
  const [about] = await db.list("seen-customer", seenCustomer(scope, id));
  return about?.customer ?? null;
}

/** The pictures in a customer's boxes of a range of numbers, and the customer's code; a 404 where there is no such customer or it is not the caller's. */
export async function picturesOf(db: Reader, scope: Scope, id: number, numbers: Numbers) {
  const bounds = boundsOf(numbers);
  const code = await seenCustomerCode(db, scope, id);
  if (code === null) throw notFound();
  return { customer: code, found: await db.list("pictures-in-range", picturesInRange(scope, id, bounds)) };
}
