import { boxCode, maxBoxNumber, parseBoxCode } from "#rules/box-code.ts";
import { Builder } from "#server/database/box-filter.ts";
import type { Reader } from "#server/database/database.ts";
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
  type SearchFor,
  theirs,
} from "./search-for.ts";

export type BoxRow = BoxColumns & OwnerColumns;

/** A piece of a code that is shorter is in too many codes to mean one of them. */
const shortestPiece = 4;

/** Boxes by their code, a piece of it or their number, the whole code first; without words those that the filters leave. */
export function findBoxes(db: Reader, given: SearchFor): Promise<Found<BoxRow>> {
  const b = new Builder();
  const filters = () => [...theirs(given, "b.customer_id", b), ...narrowedBoxes(given, b)];
  const ways = given.digits === null ? [] : waysTo(given.digits, given.code, filters, b);
  const isListed = given.words.length + given.shortWords.length === 0 && given.digits === null;
  if (isListed) ways.push(`select b.id from boxes b where ${allOf(filters())} limit ${mostCounted + 1}`);
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

function waysTo(digits: string, pair: string | null, filters: () => string[], b: Builder): string[] {
  const ways = [];
  const code = parseBoxCode(digits) ?? pair;
  const number = numberOf(digits);
  if (code !== null)
    ways.push(`select b.id from boxes b where ${allOf([`b.code = ${b.bind(code, "text")}`, ...filters()])}`);
  if (number !== null) {
    const probed = allOf(["b.customer_id = c.id", `b.number = ${b.bind(number, "int")}`, ...filters()]);
    ways.push(`select x.id from customers c cross join lateral (select b.id from boxes b where ${probed}) x`);
  }
  if (digits.length >= shortestPiece && digits.length < boxCode(0, 1).length) {
    const piece = `b.code like ${b.bind(`%${digits}%`, "text")}`;
    ways.push(`select b.id from boxes b where ${allOf([piece, ...filters()])} limit ${mostCounted + 1}`);
  }
  return ways;
}
