import { sql } from "kysely";
import type { destroyList, destroyListCounts, destroyRequestCounts } from "#contract/calls/paper/services.ts";
import type { Query, Reply } from "#contract/route.ts";
import type { Destruction, DestructionDetail } from "#contract/schemas/destruction/destructions.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { instantAt, momentOf } from "#server/database/boxes/box-changes.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { fromTable, json, selectList } from "#server/database/sql/json.ts";
import {
  type Bounds,
  boxesBy,
  customerFields,
  type ListData,
  rangeFields,
  customerCondition,
  sums,
  years,
} from "#server/database/list-data.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";
import type { DestroyListData } from "#server/documents/lists/destroy-list.ts";
import type { DestroyRequestData } from "#server/documents/destroy-request.ts";
import type { Customer, ListRange } from "#server/documents/paper/customer-head.ts";
import { notFound } from "#server/http/errors.ts";
import { boundsOf, paperData } from "#server/http/paper-data.ts";

type Days = Query<typeof destroyList>;

const customer = json<Customer>(customerFields);

/**
 * Contents of each paper: which boxes of a customer `c` it holds, and what it sums up. The count of a paper has both from here, too, and cannot say
 * anything else.
 */
const papers = {
  destroyed: ([from, to]: Bounds) => ({
    which: sql`customer_id = c.id and state = ${sql.lit(BoxState.destroyed)}
      and destroyed between coalesce(${from}::date, '-infinity') and coalesce(${to}::date, 'infinity')`,
    totals: json<DestroyListData["totals"]>({ boxes: sums.boxes, contents: sums.contents }),
  }),
  destroyedTogether: (moment: string) => ({
    which: sql`customer_id = c.id and state = ${sql.lit(BoxState.destroyed)} and destruction = ${instantAt(sql`${moment}`)}`,
    totals: json<DestroyListData["totals"]>({ boxes: sums.boxes, contents: sums.contents }),
  }),
  asked: (year: number) => ({
    which: sql`customer_id = c.id
      and (state = ${sql.lit(BoxState.marked)} or state <> ${sql.lit(BoxState.destroyed)} and meta_destroy_year <= ${year}::int)`,
    totals: json<DestroyRequestData["totals"]>({ boxes: sums.boxes, contents: sums.contents, metres: sums.metres }),
  }),
} as const;
type Paper = ReturnType<(typeof papers)[keyof typeof papers]>;

const textsInside = sql`
      select count(*) as contents, coalesce(json_agg(text order by id), '[]') as texts
      from contents where box_id = boxes.id`;

const destroyListData = (
  scope: Scope,
  id: number,
  { which, totals }: Paper,
  head: Pick<Record<keyof DestroyListData, Sql>, "range" | "at">,
) => sql<ListData>`
  select ${selectList<ListData>({
    data: sql`${json<DestroyListData>({ customer, ...head, boxes: boxesBy(sql`b.destroyed, b.number`), totals })}::text`,
    customer: "c.code",
  })}
  from customers c left join lateral (
    select number, destroyed, inside.contents, ${json<DestroyListData["boxes"][number]>({
      code: "code",
      contents: "inside.texts",
      ...years,
      destroyed: "destroyed",
    })} as box
    from boxes cross join lateral (${textsInside}) inside
    where ${which}) b on true
  where ${customerCondition(scope, id)} group by c.id`;
const noRange = sql`'{"from":null,"to":null}'::json`;

const destroyRequestData = (scope: Scope, id: number, { which, totals }: Paper) => sql<ListData>`
  select ${selectList<ListData>({
    data: sql`${json<DestroyRequestData>({
      customer,
      boxes: boxesBy(sql`b.number`),
      totals,
      batch: sql`null`,
    })}::text`,
    customer: "c.code",
  })}
  from customers c left join lateral (
    select number, size, inside.contents, ${json<DestroyRequestData["boxes"][number]>({
      code: "code",
      contents: "inside.texts",
      ...years,
      keptUntil: "retain_until",
      marked: sql`state = ${sql.lit(BoxState.marked)}`,
    })} as box
    from boxes cross join lateral (${textsInside}) inside
    where ${which}) b
    on true
  where ${customerCondition(scope, id)} group by c.id`;

/** Returns SQL for what a paper will sum up, without anything of what it lists. */
const totalsSql = (scope: Scope, id: number, { which, totals }: Paper) => sql<ListData>`
  select ${selectList<ListData>({ data: sql`${totals}::text`, customer: "c.code" })}
  from customers c left join lateral (
    select number, size, (select count(*) from contents where box_id = boxes.id) as contents
    from boxes where ${which}) b on true
  where ${customerCondition(scope, id)} group by c.id`;

/** `DestroyListData` as JSON: a customer's boxes that were destroyed in a range of days. */
export const destroyListOf = (db: Reader, scope: Scope, id: number, days: Days) => {
  const bounds = boundsOf(days);
  const head = { range: json<ListRange>(rangeFields(bounds)), at: sql`null` };
  return paperData(db, "destroy-list", destroyListData(scope, id, papers.destroyed(bounds), head));
};

/** The same of a customer's boxes that one collective destruction destroyed, by its moment. */
export const destructionListOf = (db: Reader, scope: Scope, id: number, moment: string) =>
  paperData(
    db,
    "destruction-list",
    destroyListData(scope, id, papers.destroyedTogether(moment), { range: noRange, at: instantAt(sql`${moment}`) }),
  );

/** `DestroyRequestData` as JSON: a customer's boxes that are marked, or due in this year at the latest. */
export const destroyRequestOf = (db: Reader, scope: Scope, id: number, year: number) =>
  paperData(db, "destroy-request", destroyRequestData(scope, id, papers.asked(year)));

/** Returns the counts of what the destroy list of these days will hold. */
export async function destroyListCountsOf(db: Reader, scope: Scope, id: number, days: Days) {
  const { data } = await paperData(db, "destroy-list-counts", totalsSql(scope, id, papers.destroyed(boundsOf(days))));
  return JSON.parse(data) as Reply<typeof destroyListCounts>;
}

/** Returns the counts of what the destroy request will hold. */
export async function destroyRequestCountsOf(db: Reader, scope: Scope, id: number, year: number) {
  const { data } = await paperData(db, "destroy-request-counts", totalsSql(scope, id, papers.asked(year)));
  return JSON.parse(data) as Reply<typeof destroyRequestCounts>;
}

const mostListed = 10; // who looks for an older one has its day, and the destroy lists

/** From one moment to the one before it, each by a step into the index: no box is read but those of the destructions that are listed. */
const latestMoments = sql`
  with recursive latest (at, nth) as (
    (select destruction, 1 from boxes where destruction is not null order by destruction desc limit 1)
    union all
    select (select destruction from boxes where destruction < at order by destruction desc limit 1), nth + 1
    from latest where at is not null and nth < ${sql.lit(mostListed)})
  select at from latest where at is not null`;

/**
 * Author of the collective destruction `d.at`: the author of an entry of that moment, which all of its boxes have. `is true` keeps the index over moments
 * out of it, which would read the entries of all these boxes for one of them.
 */
const author = sql`(
  select ${json<NonNullable<Destruction["user"]>>({ first_name: "u.first_name", last_name: "u.last_name" })}
  from (select id from boxes where destruction = d.at limit 1) one
  join history h on h.box_id = one.id and h.kind = ${sql.lit(HistoryKind.destroyed)} and (h.created = d.at) is true
  join users u on u.id = h.user_id)`;
const headFields = { moment: sql`${momentOf(sql`d.at`)}::text`, created: "d.at", user: author };
const listedDestruction = selectList<Destruction>({ ...headFields, ...fromTable("n", "boxes", "customers") });

const latest = (scope: Scope) => sql<Destruction>`
  select ${listedDestruction}
  from (${latestMoments}) d cross join lateral (
    select count(*)::int as boxes, count(distinct customer_id)::int as customers
    from boxes where destruction = d.at and ${seenBy(scope, sql`customer_id`)}) n
  order by d.at desc`;

/** The latest collective destructions. */
export const latestDestructions = (db: Reader, scope: Scope) => db.list("latest-destructions", latest(scope));

type Owner = DestructionDetail["owners"][number];

type OwnerRow = Omit<Destruction, "boxes" | "customers"> & Owner;

const ownerRow = selectList<OwnerRow>({
  ...headFields,
  ...fromTable("c", "id", "code", "name"),
  ...fromTable("n", "boxes", "back"),
});

const ownersAt = (scope: Scope, at: string) => sql<OwnerRow>`
  select ${ownerRow}
  from (select ${instantAt(sql`${at}`)} as at) d cross join lateral (
    select customer_id, count(*)::int as boxes, (count(*) filter (where state <> ${sql.lit(BoxState.destroyed)}))::int as back
    from boxes where destruction = d.at and ${seenBy(scope, sql`customer_id`)} group by 1) n
  join customers c on c.id = n.customer_id order by c.code`;

/** A collective destruction by its moment, with whose boxes it destroyed; a 404 where there was none then. */
export async function destructionAt(db: Reader, scope: Scope, at: string): Promise<DestructionDetail> {
  const rows = await db.list("destruction-at", ownersAt(scope, at));
  const [first] = rows;
  if (!first) throw notFound();
  const { moment, created, user } = first;
  const owners = rows.map(({ id, code, name, boxes, back }) => ({ id, code, name, boxes, back }));
  const boxes = owners.reduce((sum, owner) => sum + owner.boxes, 0);
  return { moment, created, user, boxes, customers: owners.length, owners };
}
