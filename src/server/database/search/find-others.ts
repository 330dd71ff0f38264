import { sql } from "kysely";
import type { DeliveryState } from "#rules/deliveries/delivery-state.ts";
import { maxCustomerCode } from "#rules/stock/box-code.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { joinById } from "#server/database/scope.ts";
import type { OwnerColumns } from "./find-contents.ts";
import { hasEvery, hasWords } from "./has-words.ts";
import {
  joinConditions,
  cutAt,
  type SearchResult,
  ownerFields,
  readFound,
  searchRows,
  type SearchFor,
  ownerConditions,
} from "./search-for.ts";
import { searchedTexts, textsFoundBy } from "./searched-texts.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

export interface CustomerRow extends OwnerColumns {
  readonly street: string;
  readonly city: string;
}
export interface DeliveryRow extends OwnerColumns {
  readonly id: number;
  readonly code: number;
  readonly state: DeliveryState;
  /** The line that was found, or the comment. */
  readonly text: string;
}
export interface RowRow {
  readonly id: number;
  readonly number: number;
  readonly area: string;
}

const customerRow = selectList<CustomerRow>({ ...ownerFields, street: "o.address_street", city: "o.address_city" });
const deliveryRow = selectList<DeliveryRow>({
  ...fromTable("d", "id", "code", "state"),
  ...ownerFields,
  text: "f.text",
});
const rowRow = selectList<RowRow>({ ...fromTable("r", "id", "number"), area: "a.name" });

/** Digits of the largest number that an `int` holds. */
const mostDigits = 9;
const nothing = { rows: [], count: 0 };
const everyWord = ({ words, shortWords }: SearchFor) => [...words, ...shortWords];
const address = textsFoundBy("words", "customers", "o");
const notes = textsFoundBy("staff", "customers", "o");
/** Columns of a customer that are searched. */
export const customerTextColumns = sql.join(
  ["id", "code", ...Object.keys(searchedTexts.customers)].map((name) => sql.ref(name)),
);

/** Customers by number, name or address; staff find them by their notes, too. */
export function findCustomers(db: Reader, given: SearchFor): Promise<SearchResult<CustomerRow>> {
  if (given.year !== undefined || given.boxStates !== undefined || given.deliveryStates !== undefined)
    return Promise.resolve(nothing);
  const code = given.digits !== null && Number(given.digits) <= maxCustomerCode ? Number(given.digits) : null;
  const within = (text: Sql) => sql`(${joinConditions(hasWords(text, given))})`;
  const places = given.words.length === 0 ? [] : [within(address), ...(given.scope.isStaff ? [within(notes)] : [])];
  const ways = [...places, ...(code === null ? [] : [sql`o.code = ${code}::int`])];
  const isNamed = ways.length === 0 && given.isOneCustomer && everyWord(given).length === 0;
  if (ways.length === 0 && !isNamed) return Promise.resolve(nothing);
  const idsSql = sql`
    select o.id from ${searchRows(given, "customers", customerTextColumns, sql`o`)}
    where ${isNamed ? sql`true` : sql.join(ways, sql` or `)} ${cutAt(given)}`;
  const detailsSql = sql<CustomerRow>`
    select ${customerRow} from found f join customers o on o.id = f.id
    order by o.code <> ${code ?? -1}::int, o.name collate german, o.id limit ${given.limit}::int`;
  return readFound(db, { found: idsSql, shown: detailsSql });
}

/** So many of the newest lines are looked through for frequent words: what is rarer than one in some hundreds of them costs little to be found whole. */
const newestLines = 3000;

/** Deliveries by number, by their comment or a line of them, the newest first. `ask` says whether all the words are frequent (`areAllFrequent`). */
export async function findDeliveries(
  db: Reader,
  given: SearchFor,
  ask: () => Promise<boolean>,
): Promise<SearchResult<DeliveryRow>> {
  if (given.year !== undefined || (given.boxStates !== undefined && given.deliveryStates === undefined)) return nothing;
  if (await ask()) {
    const latest = await deliveriesAmong(db, given, latestLines(given));
    // there is one more at least than is said, and nobody counts how many
    if (latest.count > given.limit) return { ...latest, count: latest.count - 1, isMore: true };
  }
  return deliveriesAmong(db, given, everyLine(given));
}

/** Lines `l` to look through, and that they have every word. */
interface Lines {
  readonly from: Sql;
  readonly has: readonly Sql[];
}

const text = sql`l.content`;
const everyLine = (given: SearchFor): Lines => ({
  from: searchRows(given, "delivery_contents", sql`delivery_id, content`, sql`l`),
  has: hasWords(text, given),
});
const latestLines = (given: SearchFor): Lines => ({
  from: sql`(select delivery_id, content from delivery_contents order by id desc limit ${sql.lit(newestLines)}) l`,
  has: hasEvery(text, given),
});

function deliveriesAmong(db: Reader, given: SearchFor, lines: Lines): Promise<SearchResult<DeliveryRow>> {
  const number = given.digits !== null && given.digits.length <= mostDigits ? Number(given.digits) : null;
  const filters = () =>
    given.deliveryStates === undefined ? [] : [sql`d.state = any(${given.deliveryStates}::smallint[])`];
  const ways: Sql[] = [];
  if (number !== null)
    ways.push(
      sql`select d.id, '' as text from deliveries d where ${joinConditions([sql`d.code = ${number}::int`, ...ownerConditions(given, sql`d.customer_id`), ...filters()])}`,
    );
  if (given.words.length > 0) {
    const deliveries = searchRows(given, "deliveries", sql`id, state, comment`, sql`d`);
    ways.push(
      sql`select d.id, d.comment as text from ${deliveries} where ${joinConditions([...hasWords(sql`d.comment`, given), ...filters()])}`,
    );
    const whole = joinById("deliveries", sql`id, state`, sql`l.delivery_id`);
    const their =
      given.customers === null ? sql`join deliveries d on d.id = l.delivery_id` : sql`cross join lateral ${whole} d`;
    ways.push(sql`
      select d.id, l.content as text from ${lines.from} ${their}
      where ${joinConditions([...lines.has, ...filters()])}`);
  }
  if (ways.length === 0) return Promise.resolve(nothing);
  const idsSql = sql`select id, min(text) as text from (${sql.join(ways, sql` union all `)}) w group by id order by id desc ${cutAt(given)}`;
  const detailsSql = sql<DeliveryRow>`
    select ${deliveryRow}
    from found f join deliveries d on d.id = f.id join customers o on o.id = d.customer_id
    order by d.code <> ${number ?? -1}::int, d.code desc limit ${given.limit}::int`;
  return readFound(db, { found: idsSql, shown: detailsSql });
}

/** Rows by their area's name and their number: for staff alone. */
export function findRows(db: Reader, given: SearchFor, rowId: number | null): Promise<SearchResult<RowRow>> {
  const isNarrowed =
    given.isOneCustomer || [given.year, given.boxStates, given.deliveryStates].some((filter) => filter !== undefined);
  const words = everyWord(given);
  if (!given.scope.isStaff || isNarrowed || words.length === 0) return Promise.resolve(nothing);
  // areas are few: each is folded once, and rows are looked at only where theirs has the words that no number can have
  const [ofArea, ofRow] = [
    words.filter((word) => isWithoutNumber.test(word)),
    words.filter((word) => !isWithoutNumber.test(word)),
  ];
  const areaHas = joinConditions(ofArea.map((word) => sql`search_text(name) || ' reihe ' ~ ${word}::text`));
  const rowHas = joinConditions(ofRow.map((word) => sql`a.folded || ' reihe ' || r.number ~ ${wordOrNumber(word)}`));
  const idsSql =
    rowId === null
      ? sql`
        select r.id from (select id, search_text(name) as folded from areas where ${areaHas} offset 0) a join rows r on r.area_id = a.id
        where ${rowHas} ${cutAt(given)}`
      : sql`select r.id from rows r where r.id = ${rowId}::bigint`;
  const detailsSql = sql<RowRow>`
    select ${rowRow} from found f join rows r on r.id = f.id join areas a on a.id = r.area_id
    order by a.name collate german, a.id, r.number limit ${given.limit}::int`;
  return readFound(db, { found: idsSql, shown: detailsSql });
}

/** Letters, and what the spellings of a word make of them. */
const isWithoutNumber = /^[\p{L}?]+$/u;

/** A number is meant whole: row 6 is not row 16. */
const wordOrNumber = (word: string) => sql`${/^\d+$/.test(word) ? `\\m${word}\\M` : word}::text`;
