import type { destroyList, destroyListCounts, destroyRequestCounts } from "#contract/calls/services.ts";
import type { Query, Reply } from "#contract/route.ts";
import type { Destruction, DestructionDetail } from "#contract/schemas/destructions.ts";
import { BoxState } from "#rules/box-state.ts";
import { HistoryKind } from "#rules/history.ts";
import { instantAt, momentOf } from "#server/database/box-changes.ts";
import type { Reader } from "#server/database/database.ts";
import { json } from "#server/database/json.ts";
import {
  boxesBy,
  customerFields,
  rangeFields,
  customerCondition,
  sums,
  years,
} from "#server/database/papers/list-data.ts";
import { type Scope, seenCustomers } from "#server/database/scope.ts";
import type { DestroyListData } from "#server/documents/destroy-list.ts";
import type { DestroyRequestData } from "#server/documents/destroy-request.ts";
import type { Customer, ListRange } from "#server/documents/paper/customer-head.ts";
import { notFound } from "#server/http/errors.ts";
import { boundsOf, paperData } from "#server/http/paper-data.ts";

type Days = Query<typeof destroyList>;

const customer = json<Customer>(customerFields);
const range = json<ListRange>(rangeFields);

/** Which boxes of a customer `c` a paper holds, and what it sums up: its count has both from here, too, and cannot say anything else. */
const papers = {
  destroyed: {
    which: `customer_id = c.id and state = ${BoxState.destroyed}
      and destroyed between coalesce($3::date, '-infinity') and coalesce($4::date, 'infinity')`,
    totals: json<DestroyListData["totals"]>({ boxes: sums.boxes, contents: sums.contents }),
  },
  destroyedTogether: {
    which: `customer_id = c.id and state = ${BoxState.destroyed} and destruction = ${instantAt("$3")}`,
    totals: json<DestroyListData["totals"]>({ boxes: sums.boxes, contents: sums.contents }),
  },
  asked: {
    which: `customer_id = c.id
      and (state = ${BoxState.marked} or state <> ${BoxState.destroyed} and meta_destroy_year <= $3::int)`,
    totals: json<DestroyRequestData["totals"]>({ boxes: sums.boxes, contents: sums.contents, metres: sums.metres }),
  },
} as const;
type Paper = (typeof papers)[keyof typeof papers];

const textsInside = `
      select count(*) as contents, coalesce(json_agg(text order by id), '[]') as texts
      from contents where box_id = boxes.id`;

const destroyListData = (
  { which, totals }: Paper,
  head: Pick<Record<keyof DestroyListData, string>, "range" | "at">,
) => `
  select ${json<DestroyListData>({ customer, ...head, boxes: boxesBy("b.destroyed, b.number"), totals })}::text as data, c.code as customer
  from customers c left join lateral (
    select number, destroyed, inside.contents, ${json<DestroyListData["boxes"][number]>({
      code: "code",
      contents: "inside.texts",
      ...years,
      destroyed: "destroyed",
    })} as box
    from boxes cross join lateral (${textsInside}) inside
    where ${which}) b on true
  where ${customerCondition} group by c.id`;
const destroyedInDays = destroyListData(papers.destroyed, { range, at: "null" });
const destroyedTogether = destroyListData(papers.destroyedTogether, {
  range: `'{"from":null,"to":null}'::json`,
  at: instantAt("$3"),
});

const destroyRequestData = `
  select ${json<DestroyRequestData>({
    customer,
    boxes: boxesBy("b.number"),
    totals: papers.asked.totals,
    batch: "null",
  })}::text as data, c.code as customer
  from customers c left join lateral (
    select number, size, inside.contents, ${json<DestroyRequestData["boxes"][number]>({
      code: "code",
      contents: "inside.texts",
      ...years,
      keptUntil: "retain_until",
      marked: `state = ${BoxState.marked}`,
    })} as box
    from boxes cross join lateral (${textsInside}) inside
    where ${papers.asked.which}) b
    on true
  where ${customerCondition} group by c.id`;

/** What a paper will sum up, without anything of what it lists. */
const totalsSql = ({ which, totals }: Paper) => `
  select ${totals}::text as data, c.code as customer
  from customers c left join lateral (
    select number, size, (select count(*) from contents where box_id = boxes.id) as contents
    from boxes where ${which}) b on true
  where ${customerCondition} group by c.id`;
const destroyedCounted = totalsSql(papers.destroyed);
const askedCounted = totalsSql(papers.asked);

/** `DestroyListData` as JSON: a customer's boxes that were destroyed in a range of days. */
export const destroyListOf = (db: Reader, scope: Scope, id: number, days: Days) =>
  paperData(db, scope, "destroy-list", destroyedInDays, id, boundsOf(days));

/** The same of a customer's boxes that one collective destruction destroyed, by its moment. */
export const destructionListOf = (db: Reader, scope: Scope, id: number, moment: string) =>
  paperData(db, scope, "destruction-list", destroyedTogether, id, [moment]);

/** `DestroyRequestData` as JSON: a customer's boxes that are marked, or due in this year at the latest. */
export const destroyRequestOf = (db: Reader, scope: Scope, id: number, year: number) =>
  paperData(db, scope, "destroy-request", destroyRequestData, id, [year]);

/** What the destroy list of these days will hold. */
export async function destroyListCountsOf(db: Reader, scope: Scope, id: number, days: Days) {
  const { data } = await paperData(db, scope, "destroy-list-counts", destroyedCounted, id, boundsOf(days));
  return JSON.parse(data) as Reply<typeof destroyListCounts>;
}

/** What the destroy request will hold. */
export async function destroyRequestCountsOf(db: Reader, scope: Scope, id: number, year: number) {
  const { data } = await paperData(db, scope, "destroy-request-counts", askedCounted, id, [year]);
  return JSON.parse(data) as Reply<typeof destroyRequestCounts>;
}

const mostListed = 10; // who looks for an older one has its day, and the destroy lists

/** From one moment to the one before it, each by a step into the index: no box is read but those of the destructions that are listed. */
const latestMoments = `
  with recursive latest (at, nth) as (
    (select destruction, 1 from boxes where destruction is not null order by destruction desc limit 1)
    union all
    select (select destruction from boxes where destruction < at order by destruction desc limit 1), nth + 1
    from latest where at is not null and nth < ${mostListed})
  select at from latest where at is not null`;

/** Of the collective destruction `d.at`. Its author is the one of an entry of that moment, which all of its boxes have. */
const author = `(
  select ${json<NonNullable<Destruction["user"]>>({ first_name: "u.first_name", last_name: "u.last_name" })}
  from (select id from boxes where destruction = d.at limit 1) one
  join history h on h.box_id = one.id and h.kind = ${HistoryKind.destroyed} and h.created = d.at join users u on u.id = h.user_id)`;
const head = `${momentOf("d.at")}::text as moment, d.at as created, ${author} as user`;

const latest = `
  select ${head}, n.boxes, n.customers
  from (${latestMoments}) d cross join lateral (
    select count(*)::int as boxes, count(distinct customer_id)::int as customers
    from boxes where destruction = d.at and ($1::bigint[] is null or customer_id = any($1))) n
  order by d.at desc`;

/** The latest collective destructions. */
export const latestDestructions = (db: Reader, scope: Scope) =>
  db.list<Destruction>("latest-destructions", latest, [seenCustomers(scope)]);

type Owner = DestructionDetail["owners"][number];

const ownersAt = `
  select ${head}, c.id, c.code, c.name, n.boxes, n.back
  from (select ${instantAt("$1")} as at) d cross join lateral (
    select customer_id, count(*)::int as boxes, (count(*) filter (where state <> ${BoxState.destroyed}))::int as back
    from boxes where destruction = d.at and ($2::bigint[] is null or customer_id = any($2)) group by 1) n
  join customers c on c.id = n.customer_id order by c.code`;

/** A collective destruction by its moment, with whose boxes it destroyed; a 404 where there was none then. */
export async function destructionAt(db: Reader, scope: Scope, at: string): Promise<DestructionDetail> {
  type Row = Omit<Destruction, "boxes" | "customers"> & Owner;
  const rows = await db.list<Row>("destruction-at", ownersAt, [at, seenCustomers(scope)]);
  const [first] = rows;
  if (!first) throw notFound();
  const { moment, created, user } = first;
  const owners = rows.map(({ id, code, name, boxes, back }) => ({ id, code, name, boxes, back }));
  const boxes = owners.reduce((sum, owner) => sum + owner.boxes, 0);
  return { moment, created, user, boxes, customers: owners.length, owners };
}
