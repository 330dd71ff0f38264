import { boxCode, maxBoxNumber, parseBoxCode } from "#rules/box-code.ts";
import { Builder } from "#server/database/box-filter.ts";
import type { Reader } from "#server/database/database.ts";
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

export type BoxRow = BoxColumns & OwnerColumns;

/** A piece of a code that is shorter is in too many codes to mean one of them. */
const shortestPiece = 4;

/** Boxes by their code, a piece of it or their number, the whole code first; without words those that the filters leave. */
export function findBoxes(db: Reader, given: SearchFor): Promise<SearchResult<BoxRow>> {
  const b = new Builder();
  const ways = given.digits === null ? [] : waysTo(given.digits, given, b);
  const isListed = given.words.length + given.shortWords.length === 0 && given.digits === null;
  if (isListed) ways.push(listConditions(given, b));
  if (ways.length === 0) return Promise.resolve({ rows: [], count: 0 });
  const code = b.bind(given.code ?? parseBoxCode(given.digits ?? "") ?? "", "text");
  const detailsSql = `
    select ${boxColumns}, ${ownerColumns} from found f join boxes b on b.id = f.id join customers o on o.id = b.customer_id ${boxPlace}
    order by b.code <> ${code}, b.number <> ${b.bind(numberOf(given.digits) ?? 0, "int")}, b.code limit ${b.bind(given.limit, "int")}`;
  const idsSql = `select id from (${ways.map((way) => `(${way})`).join(" union ")}) w limit ${mostCounted + 1}`;
  return readFound(db, { found: idsSql, shown: detailsSql }, b);
}

/** A number as a box may have it. */
function numberOf(digits: string | null): number | null {
  const number = digits !== null && digits.length <= 6 ? Number(digits) : 0;
  return number >= 1 && number <= maxBoxNumber ? number : null;
}

function listConditions(given: SearchFor, b: Builder): string {
  const boxes = searchRows(given, "boxes", "id, state, meta_year", "b", b);
  return `select b.id from ${boxes} where ${joinConditions(narrowedBoxes(given, b))} limit ${mostCounted + 1}`;
}

function waysTo(digits: string, given: SearchFor, b: Builder): string[] {
  const ways = [];
  const filters = () => [...ownerConditions(given, "b.customer_id", b), ...narrowedBoxes(given, b)];
  const code = parseBoxCode(digits) ?? given.code;
  const number = numberOf(digits);
  if (code !== null)
    ways.push(`select b.id from boxes b where ${joinConditions([`b.code = ${b.bind(code, "text")}`, ...filters()])}`);
  if (number !== null) {
    const probe = joinConditions(["b.customer_id = c.id", `b.number = ${b.bind(number, "int")}`, ...filters()]);
    const customers = searchRows(given, "customers", "id", "c", b);
    ways.push(`select x.id from ${customers} cross join lateral (select b.id from boxes b where ${probe}) x`);
  }
  if (digits.length >= shortestPiece && digits.length < boxCode(0, 1).length) {
    const like = b.bind(`%${digits}%`, "text");
    const all = () => `boxes b where ${joinConditions([`b.code like ${like}`, ...filters()])}`;
    const own = () => `
      unnest(${b.bind(given.customers, "bigint[]")}) mine(customer) cross join lateral ${codesOf("mine.customer")} k
      cross join lateral ${joinById("boxes", "id, customer_id, state, meta_year", "k.id")} b
      where ${joinConditions([`k.code like ${like}`, ...filters()])}`;
    ways.push(`select b.id from ${given.customers === null ? all() : own()} limit ${mostCounted + 1}`);
  }
  return ways;
}
