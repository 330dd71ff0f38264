import { boxCode, maxBoxNumber, parseBoxCode } from "#rules/box-code.ts";
import { Builder } from "#server/database/box-filter.ts";
import type { Reader } from "#server/database/database.ts";
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
  const b = new Builder();
  const ways = given.digits === null ? [] : waysTo(given.digits, given, b);
  const isListed = given.words.length + given.shortWords.length === 0 && given.digits === null;
  if (isListed) ways.push(listed(given, b));
  if (ways.length === 0) return Promise.resolve({ rows: [], count: 0 });
  const meant = b.bind(given.code ?? parseBoxCode(given.digits ?? "") ?? "", "text");
  const shown = `
    select ${boxColumns}, ${ownerColumns} from found f join boxes b on b.id = f.id join customers o on o.id = b.customer_id ${boxPlace}
    order by b.code <> ${meant}, b.number <> ${b.bind(numberOf(given.digits) ?? 0, "int")}, b.code limit ${b.bind(given.limit, "int")}`;
  const found = `select id from (${ways.map((way) => `(${way})`).join(" union ")}) w limit ${mostCounted + 1}`;
  return readFound(db, { found, shown }, b);
}

/** A number as a box may have it. */
function numberOf(digits: string | null): number | null {
  const number = digits !== null && digits.length <= 6 ? Number(digits) : 0;
  return number >= 1 && number <= maxBoxNumber ? number : null;
}

function listed(given: SearchFor, b: Builder): string {
  const boxes = rowsFor(given, "boxes", "id, state, meta_year", "b", b);
  return `select b.id from ${boxes} where ${allOf(narrowedBoxes(given, b))} limit ${mostCounted + 1}`;
}

function waysTo(digits: string, given: SearchFor, b: Builder): string[] {
  const ways = [];
  const filters = () => [...theirs(given, "b.customer_id", b), ...narrowedBoxes(given, b)];
  const code = parseBoxCode(digits) ?? given.code;
  const number = numberOf(digits);
  if (code !== null)
    ways.push(`select b.id from boxes b where ${allOf([`b.code = ${b.bind(code, "text")}`, ...filters()])}`);
  if (number !== null) {
    const probed = allOf(["b.customer_id = c.id", `b.number = ${b.bind(number, "int")}`, ...filters()]);
    const customers = rowsFor(given, "customers", "id", "c", b);
    ways.push(`select x.id from ${customers} cross join lateral (select b.id from boxes b where ${probed}) x`);
  }
  if (digits.length >= shortestPiece && digits.length < boxCode(0, 1).length) {
    const like = b.bind(`%${digits}%`, "text");
    const all = () => `boxes b where ${allOf([`b.code like ${like}`, ...filters()])}`;
    const own = () => `
      unnest(${b.bind(given.customers, "bigint[]")}) mine(customer) cross join lateral ${codesOf("mine.customer")} k
      cross join lateral ${rowById("boxes", "id, customer_id, state, meta_year", "k.id")} b
      where ${allOf([`k.code like ${like}`, ...filters()])}`;
    ways.push(`select b.id from ${given.customers === null ? all() : own()} limit ${mostCounted + 1}`);
  }
  return ways;
}
