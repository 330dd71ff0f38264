import { sql } from "kysely";
import { codeLimit, type Hindrance, statesInArchive } from "#rules/destruction/destruction.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";
import { constants } from "#server/database/sql/conditions.ts";
import { fromTable, json, selectList } from "#server/database/sql/json.ts";
import { type MarkedBox, markedBoxesSql } from "./marked-boxes.ts";

const soon = sql`(date_trunc('milliseconds', clock_timestamp()) + interval '1 ms')`;

/** The boxes of a question: all, or those of one customer, as many of them as stand on a page. */
interface MarkedQuery {
  readonly customer?: number | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** Numbers of a customer's marked boxes, as the call tells them. */
interface MarkedOwner extends Readonly<Record<Hindrance, number>> {
  readonly id: number;
  readonly code: number;
  readonly name: string;
  readonly boxes: number;
  readonly early: number;
  readonly away: number;
  readonly free: { boxes: number; early: number; away: number; doubted: number };
}

interface MarkedRow {
  readonly boxes: readonly MarkedBox[];
  readonly owners: MarkedOwner[];
  readonly doubted: string[];
  readonly until: string;
  readonly list: string;
}

const has = (condition: Sql) => sql`(count(*) filter (where ${condition}))::int`;
const doubt = sql`(early or away)`;
const markedBox = json<MarkedBox>(fromTable("l", "id", "hindrance"));
const markedOwner = json<MarkedOwner>({
  ...fromTable("c", "id", "code", "name"),
  ...fromTable("n", "boxes", "early", "away", "kept", "held", "unapproved"),
  free: json<MarkedOwner["free"]>({
    boxes: "n.free",
    early: "n.free_early",
    away: "n.free_away",
    doubted: "n.doubted",
  }),
});

/**
 * One statement, so that the page, the numbers and the digest are of the same boxes. The digest is that of `digestOf`, made where the boxes are: of a
 * hundred thousand of them only a page leaves the database.
 */
const markedList = (scope: Scope, today: string, { customer, limit, offset = 0 }: MarkedQuery) => sql<MarkedRow>`
  with marked as materialized (${markedBoxesSql(sql`null::timestamptz`, sql`${today}::date`)}),
  list as materialized (
    select l.id, l.hindrance, b.customer_id, b.code, coalesce(b.meta_destroy_year > extract(year from ${today}::date), false) as early,
      coalesce(b.marked_from, ${sql.lit(BoxState.inStock)}) not in (${constants(statesInArchive)}) as away
    from marked l join boxes b on b.id = l.id where ${seenBy(scope, sql`b.customer_id`)}),
  counts as (
    select customer_id, count(*)::int as boxes, ${has(sql`early`)} as early, ${has(sql`away`)} as away,
      ${has(sql`hindrance = 'kept'`)} as kept, ${has(sql`hindrance = 'held'`)} as held, ${has(sql`hindrance = 'unapproved'`)} as unapproved,
      ${has(sql`hindrance is null`)} as free, ${has(sql`hindrance is null and early`)} as free_early, ${has(sql`hindrance is null and away`)} as free_away,
      ${has(sql`hindrance is null and ${doubt}`)} as doubted
    from list group by 1)
  select ${selectList<MarkedRow>({
    boxes: sql`(select coalesce(json_agg(${markedBox} order by l.code), '[]') from (
      select id, hindrance, code from list where ${customer ?? null}::bigint is null or customer_id = ${customer ?? null}::bigint
      order by code limit ${limit ?? null}::bigint offset ${offset}::bigint) l)`,
    owners: sql`(select coalesce(json_agg(${markedOwner} order by c.code), '[]') from counts n join customers c on c.id = n.customer_id)`,
    doubted: sql`(select coalesce(json_agg(d.code order by d.early desc, d.code), '[]') from (
      select code, early from list where hindrance is null and ${doubt} order by early desc, code limit ${sql.lit(codeLimit)}) d)`,
    until: sql`to_char(${soon} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    list: sql`(select encode(sha256(convert_to(coalesce(string_agg(id || ' ' || coalesce(hindrance, '') || E'\n', '' order by id), ''), 'UTF8')), 'hex') from list)`,
  })}`;

/**
 * A page of the marked boxes by code with what is in their way on a day (`YYYY-MM-DD` in Berlin), what there is of each customer, up to which instant
 * that is all of them, and the digest of the whole list.
 */
export async function markedListOf(db: Reader, scope: Scope, today: string, asked: MarkedQuery): Promise<MarkedRow> {
  const [row] = await db.list("marked-list", markedList(scope, today, asked));
  if (!row) throw new Error("The list of marked boxes has a row.");
  return row;
}
