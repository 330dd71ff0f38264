import { sql } from "kysely";
import { boxCode, maxBoxNumber, parseBoxCode } from "#rules/stock/box-code.ts";
import type { BoxHits } from "#server/database/boxes/box-selection.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { selectList } from "#server/database/sql/json.ts";
import { searchedCode } from "#server/database/sql/like-text.ts";
import { codesOf, joinById } from "#server/database/scope.ts";
import { rank } from "./box-rank.ts";
import {
  areFrequent,
  type BoxColumns,
  boxesOfContents,
  contentsFoundBy,
  type OwnerColumns,
  wholeWords,
} from "./find-contents.ts";
import {
  joinConditions,
  boxFields,
  boxPlace,
  cutAt,
  isWithinOne,
  type SearchResult,
  narrowedBoxes,
  ownerFields,
  readFound,
  searchRows,
  type SearchFor,
  ownerConditions,
  waysOf,
} from "./search-for.ts";

export type BoxMatch = BoxColumns & OwnerColumns & { readonly number: string | null };

/** A piece of a code that is shorter is in too many codes to mean one of them. */
const shortestPiece = 4;

/** Boxes by their code, a piece of it or their number, the whole code first; without words those that the filters leave. */
export function findBoxes(db: Reader, given: SearchFor): Promise<SearchResult<BoxMatch>> {
  const ways = boxesByCode(given);
  if (ways.length === 0) return Promise.resolve({ rows: [], count: 0 });
  const detailsSql = sql<BoxMatch>`
    select ${selectList<BoxMatch>({ ...boxFields, ...ownerFields, number: numberOfBox(given) })}
    from found f join boxes b on b.id = f.id join customers o on o.id = b.customer_id ${boxPlace}
    order by f.rank, b.code limit ${given.limit}::int`;
  return readFound(db, { found: sql`${bestOf(ways)} ${cutAt(given)}`, shown: detailsSql });
}

/** Boxes that a search finds in whatever way: `id`, `customer_id` and `rank`, every one. Null where it finds none. */
export function boxesFoundBy(given: SearchFor): Sql | null {
  const contents = contentsFoundBy(given);
  const ways = boxesByCode(given);
  if (contents !== null)
    ways.push(sql`
      select f.box_id, f.customer_id, array[${sql.lit(rank.content)}, -(${wholeWords(given)}), length(f.text), -f.id]::bigint[]
      from (${contents}) f`);
  return ways.length > 0 ? bestOf(ways) : null;
}

/** The same in two parts where its words are frequent, and nothing else narrows what they find. */
export async function boxHitsOf(db: Reader, given: SearchFor): Promise<BoxHits | null> {
  const all = boxesFoundBy(given);
  if (all === null) return null;
  const isPlain = given.named.length === 0 && narrowedBoxes(given).length === 0 && given.customers === null;
  if (!isPlain || !(await areFrequent(db, given))) return { all, parts: null };
  const ways = boxesByCode(given);
  const of = (customer: Sql) => boxesOfContents(customer, given);
  return { all, parts: { coded: ways.length > 0 ? bestOf(ways) : null, of } };
}

/** Keeps the best match of each box among several ways to find it. */
export const bestOf = (ways: readonly Sql[]) => sql`
  select id, customer_id, min(rank) as rank from (${sql.join(
    ways.map((way) => sql`(${way})`),
    sql` union all `,
  )}) w(id, customer_id, rank) group by id, customer_id`;

/** The ways to boxes by code or number, and to all that filters leave. */
export function boxesByCode(given: SearchFor): Sql[] {
  const ways = waysOf(given).flatMap(waysTo);
  const isListed = given.words.length + given.shortWords.length === 0 && given.digits === null && given.codes === null;
  return isListed ? [...ways, listConditions(given)] : ways;
}

/** The number by which a box `b` was found, to be shown beside its code. */
const numberOfBox = ({ number }: SearchFor) =>
  number === null
    ? sql`null::text`
    : sql`(select n.text from box_numbers n where n.box_id = b.id and starts_with(n.key, number_key(${number}::text)) order by length(n.key) limit 1)`;

/** A number as a box may have it; four digits that begin with a zero are a customer's. */
function numberOf(digits: string | null): number | null {
  const number = digits !== null && digits.length <= 6 && !/^0\d{3}$/.test(digits) ? Number(digits) : 0;
  return number >= 1 && number <= maxBoxNumber ? number : null;
}

function listConditions(given: SearchFor): Sql {
  const boxes = searchRows(given, "boxes", sql`id, customer_id, state, meta_year`, sql`b`);
  return sql`
    select b.id, b.customer_id, array[${sql.lit(rank.piece)}]::bigint[] from ${boxes}
    where ${joinConditions(narrowedBoxes(given))} ${cutAt(given)}`;
}

function waysTo(given: SearchFor): Sql[] {
  const { digits, codes } = given;
  const ways: Sql[] = [];
  const filters = () => [...ownerConditions(given, sql`b.customer_id`), ...narrowedBoxes(given)];
  const ranked = (place: Sql) => sql`b.id, b.customer_id, array[${place}]::bigint[]`;
  if (codes !== null) {
    const place = sql`${sql.lit(rank.code)}, array_position(${codes}::text[], b.code)`;
    return [
      sql`select ${ranked(place)} from boxes b where ${joinConditions([sql`b.code = any(${codes}::text[])`, ...filters()])}`,
    ];
  }
  ways.push(...numbersFor(given));
  if (digits === null) return ways;
  const code = parseBoxCode(digits) ?? given.code;
  const number = numberOf(digits);
  if (code !== null)
    ways.push(
      sql`select ${ranked(sql.lit(rank.code))} from boxes b where ${joinConditions([sql`b.code = ${code}::text`, ...filters()])}`,
    );
  if (number !== null) {
    const probe = joinConditions([sql`b.customer_id = c.id`, sql`b.number = ${number}::int`, ...filters()]);
    const customers = searchRows(given, "customers", sql`id`, sql`c`);
    ways.push(
      sql`select x.* from ${customers} cross join lateral (select ${ranked(sql.lit(rank.number))} from boxes b where ${probe}) x`,
    );
  }
  return [...ways, ...piecesOf(digits, given)];
}

/** A number begins with as much of it at least, where it is not the whole. */
const shortestStart = 3;

/** Boxes that other people call so, or by a number that begins so: customer by customer along an index of its own. */
function numbersFor(given: SearchFor): Sql[] {
  const { number } = given;
  if (number === null) return [];
  const key = sql`number_key(${number}::text)`;
  const isLong = number.length >= shortestStart;
  const which = isLong ? sql`n.key >= ${key} and n.key < ${key} || ${sql.lit("\u{10ffff}")}` : sql`n.key = ${key}`;
  const place = sql`case when k.key = ${key} then ${sql.lit(rank.number)} else ${sql.lit(rank.piece)} end`;
  const customers = searchRows(given, "customers", sql`id`, sql`c`);
  return [
    sql`
      select b.id, b.customer_id, array[${place}]::bigint[] from ${customers}
      cross join lateral (select n.box_id, n.key from box_numbers n where n.customer_id = c.id and ${which} offset 0) k
      cross join lateral ${joinById("boxes", sql`id, customer_id, state, meta_year`, sql`k.box_id`)} b
      where ${joinConditions(narrowedBoxes(given))}`,
  ];
}

/** Boxes with a piece of a code; within one customer's a short one is a piece of the box's own number. */
function piecesOf(digits: string, given: SearchFor): Sql[] {
  if (digits.length >= boxCode(0, 1).length) return [];
  const isShort = digits.length < shortestPiece;
  const isOne = isWithinOne(given);
  if (isShort && !isOne && given.anyPiece !== true) return [];
  const like = sql`${`${isShort && isOne ? "____" : ""}%${digits}%`}::text`;
  const ranked = sql`b.id, b.customer_id, array[${sql.lit(rank.piece)}]::bigint[]`;
  if (given.customers === null) {
    const conditions = joinConditions([sql`${searchedCode(digits)} like ${like}`, ...narrowedBoxes(given)]);
    return [sql`select ${ranked} from boxes b where ${conditions} ${cutAt(given)}`];
  }
  return [
    sql`
      select ${ranked} from unnest(${given.customers}::bigint[]) mine(customer) cross join lateral ${codesOf(sql`mine.customer`)} k
      cross join lateral ${joinById("boxes", sql`id, customer_id, state, meta_year`, sql`k.id`)} b
      where ${joinConditions([sql`k.code like ${like}`, ...narrowedBoxes(given)])} ${cutAt(given)}`,
  ];
}
