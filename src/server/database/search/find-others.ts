import type { DeliveryState } from "#rules/delivery-state.ts";
import { maxCustomerCode } from "#rules/box-code.ts";
import { Builder } from "#server/database/box-filter.ts";
import type { Reader } from "#server/database/database.ts";
import { joinById } from "#server/database/scope.ts";
import type { OwnerColumns } from "./find-contents.ts";
import {
  joinConditions,
  type SearchResult,
  hasWords,
  mostCounted,
  ownerColumns,
  readFound,
  searchRows,
  type SearchFor,
  ownerConditions,
} from "./search-for.ts";

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

/** Of a number that an `int` holds. */
const mostDigits = 9;
const nothing = { rows: [], count: 0 };
const everyWord = ({ words, shortWords }: SearchFor) => [...words, ...shortWords];
/** As the index has it. */
const address =
  "o.name || ' ' || o.address_name || ' ' || o.address_street || ' ' || o.address_postcode || ' ' || o.address_city";

/** Customers by number, name or address; staff find them by their notes, too. */
export function findCustomers(db: Reader, given: SearchFor): Promise<SearchResult<CustomerRow>> {
  if (given.year !== undefined || given.boxStates !== undefined || given.deliveryStates !== undefined)
    return Promise.resolve(nothing);
  const b = new Builder();
  const code = given.digits !== null && Number(given.digits) <= maxCustomerCode ? Number(given.digits) : null;
  const within = (text: string) => `(${joinConditions(hasWords(text, given, b))})`;
  const places = given.words.length === 0 ? [] : [within(address), ...(given.scope.isStaff ? [within("o.notes")] : [])];
  const ways = [...places, ...(code === null ? [] : [`o.code = ${b.bind(code, "int")}`])];
  const isNamed = ways.length === 0 && given.isOneCustomer && everyWord(given).length === 0;
  if (ways.length === 0 && !isNamed) return Promise.resolve(nothing);
  const idsSql = `
    select o.id from ${searchRows(given, "customers", "id, code, name, address_name, address_street, address_postcode, address_city, notes", "o", b)}
    where ${isNamed ? "true" : ways.join(" or ")} limit ${mostCounted + 1}`;
  const detailsSql = `
    select ${ownerColumns}, o.address_street as street, o.address_city as city from found f join customers o on o.id = f.id
    order by o.code <> ${b.bind(code ?? -1, "int")}, o.name collate german, o.id limit ${b.bind(given.limit, "int")}`;
  return readFound(db, { found: idsSql, shown: detailsSql }, b);
}

/** Deliveries by number, by their comment or a line of them, the newest first. */
export function findDeliveries(db: Reader, given: SearchFor): Promise<SearchResult<DeliveryRow>> {
  if (given.year !== undefined || (given.boxStates !== undefined && given.deliveryStates === undefined))
    return Promise.resolve(nothing);
  const b = new Builder();
  const number = given.digits !== null && given.digits.length <= mostDigits ? Number(given.digits) : null;
  const filters = () =>
    given.deliveryStates === undefined ? [] : [`d.state = any(${b.bind(given.deliveryStates, "smallint[]")})`];
  const ways: string[] = [];
  if (number !== null)
    ways.push(
      `select d.id, '' as text from deliveries d where ${joinConditions([`d.code = ${b.bind(number, "int")}`, ...ownerConditions(given, "d.customer_id", b), ...filters()])}`,
    );
  if (given.words.length > 0) {
    const deliveries = searchRows(given, "deliveries", "id, state, comment", "d", b);
    ways.push(
      `select d.id, d.comment as text from ${deliveries} where ${joinConditions([...hasWords("d.comment", given, b), ...filters()])}`,
    );
    const lines = searchRows(given, "delivery_contents", "delivery_id, content", "l", b);
    const whole = joinById("deliveries", "id, state", "l.delivery_id");
    const their =
      given.customers === null ? "join deliveries d on d.id = l.delivery_id" : `cross join lateral ${whole} d`;
    ways.push(`
      select d.id, l.content as text from ${lines} ${their}
      where ${joinConditions([...hasWords("l.content", given, b), ...filters()])}`);
  }
  if (ways.length === 0) return Promise.resolve(nothing);
  const idsSql = `select id, min(text) as text from (${ways.join(" union all ")}) w group by id order by id desc limit ${mostCounted + 1}`;
  const detailsSql = `
    select d.id, d.code, d.state, f.text, ${ownerColumns}
    from found f join deliveries d on d.id = f.id join customers o on o.id = d.customer_id
    order by d.code <> ${b.bind(number ?? -1, "int")}, d.code desc limit ${b.bind(given.limit, "int")}`;
  return readFound(db, { found: idsSql, shown: detailsSql }, b);
}

/** Rows by their area's name and their number: for staff alone. */
export function findRows(db: Reader, given: SearchFor, rowId: number | null): Promise<SearchResult<RowRow>> {
  const isNarrowed =
    given.isOneCustomer || [given.year, given.boxStates, given.deliveryStates].some((filter) => filter !== undefined);
  const words = everyWord(given);
  if (!given.scope.isStaff || isNarrowed || words.length === 0) return Promise.resolve(nothing);
  const b = new Builder();
  const rowCondition = () =>
    joinConditions(words.map((word) => `a.folded || ' reihe ' || r.number ~ ${wordOrNumber(word, b)}`));
  const idsSql = `
    select r.id from (select id, search_text(name) as folded from areas) a join rows r on r.area_id = a.id
    where ${rowId === null ? rowCondition() : `r.id = ${b.bind(rowId, "bigint")}`} limit ${mostCounted + 1}`;
  const detailsSql = `
    select r.id, r.number, a.name as area from found f join rows r on r.id = f.id join areas a on a.id = r.area_id
    order by a.name collate german, a.id, r.number limit ${b.bind(given.limit, "int")}`;
  return readFound(db, { found: idsSql, shown: detailsSql }, b);
}

/** A number is meant whole: row 6 is not row 16. */
const wordOrNumber = (word: string, b: Builder) => b.bind(/^\d+$/.test(word) ? `\\m${word}\\M` : word, "text");
