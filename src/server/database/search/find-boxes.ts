import { sql } from "kysely";
import { boxCode, maxBoxNumber, parseBoxCode } from "#rules/box-code.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { codesOf, rowById } from "#server/database/scope.ts";
import type { BoxColumns, OwnerColumns } from "./find-contents.ts";
import {
  allOf,
  boxColumns,
  boxPlace,
  type Found,
  mostCounted,
  narrowedBoxes,
  ownerColumns,
  readFound,
  rowsFor,
  type SearchFor,
  theirs,
} from "./search-for.ts";

export type BoxRow = BoxColumns & OwnerColumns;

/** A piece of a code that is shorter is in too many codes to mean one of them. */
const shortestPiece = 4;

/** Boxes by their code, a piece of it or their number, the whole code first; without words those that the filters leave. */
export function findBoxes(db: Reader, given: SearchFor): Promise<Found<BoxRow>> {
  const ways = given.digits === null ? [] : waysTo(given.digits, given);
  const isListed = given.words.length + given.shortWords.length === 0 && given.digits === null;
  if (isListed) ways.push(listed(given));
  if (ways.length === 0) return Promise.resolve({ rows: [], count: 0 });
  const meant = sql`${given.code ?? parseBoxCode(given.digits ?? "") ?? ""}::text`;
  const shown = sql`
    select ${boxColumns}, ${ownerColumns} from found f join boxes b on b.id = f.id join customers o on o.id = b.customer_id ${boxPlace}
    order by b.code <> ${meant}, b.number <> ${numberOf(given.digits) ?? 0}::int, b.code limit ${given.limit}::int`;
  const found = sql`select id from (${union(ways)}) w limit ${sql.lit(mostCounted + 1)}`;
  return readFound(db, { found, shown });
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

function listed(given: SearchFor): Sql {
  const boxes = rowsFor(given, "boxes", sql`id, state, meta_year`, sql`b`);
  return sql`select b.id from ${boxes} where ${allOf(narrowedBoxes(given))} limit ${sql.lit(mostCounted + 1)}`;
}

function waysTo(digits: string, given: SearchFor): Sql[] {
  const ways: Sql[] = [];
  const filters = () => [...theirs(given, sql`b.customer_id`), ...narrowedBoxes(given)];
  const code = parseBoxCode(digits) ?? given.code;
  const number = numberOf(digits);
  if (code !== null)
    ways.push(sql`select b.id from boxes b where ${allOf([sql`b.code = ${code}::text`, ...filters()])}`);
  if (number !== null) {
    const probed = allOf([sql`b.customer_id = c.id`, sql`b.number = ${number}::int`, ...filters()]);
    const customers = rowsFor(given, "customers", sql`id`, sql`c`);
    ways.push(sql`select x.id from ${customers} cross join lateral (select b.id from boxes b where ${probed}) x`);
  }
  if (digits.length >= shortestPiece && digits.length < boxCode(0, 1).length) {
    const like = sql`${`%${digits}%`}::text`;
    const all = () => sql`boxes b where ${allOf([sql`b.code like ${like}`, ...filters()])}`;
    const own = () => sql`
      unnest(${given.customers}::bigint[]) mine(customer) cross join lateral ${codesOf(sql`mine.customer`)} k
      cross join lateral ${rowById("boxes", sql`id, customer_id, state, meta_year`, sql`k.id`)} b
      where ${allOf([sql`k.code like ${like}`, ...filters()])}`;
    ways.push(sql`select b.id from ${given.customers === null ? all() : own()} limit ${sql.lit(mostCounted + 1)}`);
  }
  return ways;
}
