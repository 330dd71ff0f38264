import { sql } from "kysely";
import { boxCode, maxBoxNumber, parseBoxCode } from "#rules/stock/box-code.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { codesOf, joinById } from "#server/database/scope.ts";
import type { BoxColumns, OwnerColumns } from "./find-contents.ts";
import {
  joinConditions,
  boxColumns,
  boxPlace,
  type SearchResult,
  mostCounted,
  narrowedBoxes,
  ownerColumns,
  readFound,
  searchRows,
  type SearchFor,
  ownerConditions,
} from "./search-for.ts";

export type BoxMatch = BoxColumns & OwnerColumns;

/** A piece of a code that is shorter is in too many codes to mean one of them. */
const shortestPiece = 4;

/** Boxes by their code, a piece of it or their number, the whole code first; without words those that the filters leave. */
export function findBoxes(db: Reader, given: SearchFor): Promise<SearchResult<BoxMatch>> {
  const ways = given.digits === null ? [] : waysTo(given.digits, given);
  const isListed = given.words.length + given.shortWords.length === 0 && given.digits === null;
  if (isListed) ways.push(listConditions(given));
  if (ways.length === 0) return Promise.resolve({ rows: [], count: 0 });
  const code = sql`${given.code ?? parseBoxCode(given.digits ?? "") ?? ""}::text`;
  const detailsSql = sql`
    select ${boxColumns}, ${ownerColumns} from found f join boxes b on b.id = f.id join customers o on o.id = b.customer_id ${boxPlace}
    order by b.code <> ${code}, b.number <> ${numberOf(given.digits) ?? 0}::int, b.code limit ${given.limit}::int`;
  const idsSql = sql`select id from (${union(ways)}) w limit ${sql.lit(mostCounted + 1)}`;
  return readFound(db, { found: idsSql, shown: detailsSql });
}

/** A number as a box may have it. */
function numberOf(digits: string | null): number | null {
  const number = digits !== null && digits.length <= 6 ? Number(digits) : 0;
  return number >= 1 && number <= maxBoxNumber ? number : null;
}

const union = (ways: readonly Sql[]) =>
  sql.join(
    ways.map((way) => sql`(${way})`),
    sql` union `,
  );

function listConditions(given: SearchFor): Sql {
  const boxes = searchRows(given, "boxes", sql`id, state, meta_year`, sql`b`);
  return sql`select b.id from ${boxes} where ${joinConditions(narrowedBoxes(given))} limit ${sql.lit(mostCounted + 1)}`;
}

function waysTo(digits: string, given: SearchFor): Sql[] {
  const ways: Sql[] = [];
  const filters = () => [...ownerConditions(given, sql`b.customer_id`), ...narrowedBoxes(given)];
  const code = parseBoxCode(digits) ?? given.code;
  const number = numberOf(digits);
  if (code !== null)
    ways.push(sql`select b.id from boxes b where ${joinConditions([sql`b.code = ${code}::text`, ...filters()])}`);
  if (number !== null) {
    const probe = joinConditions([sql`b.customer_id = c.id`, sql`b.number = ${number}::int`, ...filters()]);
    const customers = searchRows(given, "customers", sql`id`, sql`c`);
    ways.push(sql`select x.id from ${customers} cross join lateral (select b.id from boxes b where ${probe}) x`);
  }
  if (digits.length >= shortestPiece && digits.length < boxCode(0, 1).length) {
    const like = sql`${`%${digits}%`}::text`;
    const all = () => sql`boxes b where ${joinConditions([sql`b.code like ${like}`, ...filters()])}`;
    const own = () => sql`
      unnest(${given.customers}::bigint[]) mine(customer) cross join lateral ${codesOf(sql`mine.customer`)} k
      cross join lateral ${joinById("boxes", sql`id, customer_id, state, meta_year`, sql`k.id`)} b
      where ${joinConditions([sql`k.code like ${like}`, ...filters()])}`;
    ways.push(sql`select b.id from ${given.customers === null ? all() : own()} limit ${sql.lit(mostCounted + 1)}`);
  }
  return ways;
}
