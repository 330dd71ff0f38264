import { sql } from "kysely";
import { BoxState } from "#rules/stock/box-state.ts";
import { digitsIn, parseSearch, type SearchQuery } from "#rules/search/search-query.ts";
import { isFindable, spellingsOf } from "#rules/search/spelling.ts";
import { statementName } from "#server/database/boxes/box-selection.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { seenBy, seenCustomers, type Scope } from "#server/database/scope.ts";
import { customerTextColumns } from "./find-others.ts";
import { hasWords, patternsOf } from "./has-words.ts";
import { joinConditions, searchRows, type SearchFor, type SearchWay } from "./search-for.ts";
import { textsFoundBy } from "./searched-texts.ts";

/** Conditions that narrow a search besides the typed text: ids of customers, or the number of one. */
export interface Narrowing {
  readonly customers?: readonly number[] | undefined;
  readonly customer?: number | undefined;
  readonly state?: BoxState | undefined;
  readonly year?: number | undefined;
  /** Where little is looked through, so that a single letter is looked for, too. */
  readonly anyWord?: boolean;
  readonly limit: number;
  readonly most: number | null;
}

/** Reads a search field, everywhere in the product in the same way. Null where it says nothing, or names something of somebody else's. */
export async function readSearch(
  db: Reader,
  scope: Scope,
  asked: SearchQuery,
  narrowing: Narrowing,
): Promise<SearchFor | null> {
  const customers = await customersIn(db, scope, narrowing.customer ?? asked.customer, narrowing.customers);
  const year = narrowing.year ?? asked.year;
  const states = narrowing.state === undefined ? asked.states : { box: [narrowing.state], delivery: [] };
  const isNarrowed = customers?.length === 1 || year !== undefined || states !== undefined;
  const hasNothing = asked.words.length === 0 && asked.codes === null;
  if (customers?.length === 0 || (hasNothing && !isNarrowed)) return null;
  const way = { ...patternsOf(asked.words), digits: asked.digits, customers: customers ?? seenCustomers(scope) };
  if (!hasNothing && !narrowing.anyWord && !isEnough(way, asked)) return null;
  const given: SearchFor = {
    ...way,
    scope,
    code: asked.code,
    number: wholeNumber(asked),
    codes: asked.codes,
    named: [],
    isOneCustomer: customers?.length === 1,
    boxStates: states?.box,
    deliveryStates: states?.delivery,
    year,
    limit: narrowing.limit,
    most: narrowing.most,
  };
  return { ...given, named: await namedIn(db, given, asked) };
}

/** The same search for other words. */
export async function replaceWords(db: Reader, given: SearchFor, asked: SearchQuery, words: readonly string[]) {
  const again = { ...given, ...patternsOf(words) };
  return { ...again, named: await namedIn(db, again, { ...asked, words }) };
}

/** The same of what was typed. */
export const readTyped = (db: Reader, scope: Scope, typed: string, narrowing: Narrowing) =>
  readSearch(db, scope, parseSearch(typed), narrowing);

/** All the words as a number that other people may have given a box: blanks make no difference in it. */
const wholeNumber = ({ words }: SearchQuery) => (words.length > 0 ? words.join("") : null);

/** One letter of everybody's would be in everything; of one customer's things it is looked for. */
const isEnough = ({ words, digits, customers }: SearchWay, asked: SearchQuery) =>
  words.length > 0 ||
  asked.codes !== null ||
  (wholeNumber(asked)?.length ?? 0) > 2 ||
  (digits?.length ?? 0) >= 2 ||
  customers?.length === 1;

const customerByCode = (scope: Scope, code: number) => sql<{ id: number }>`
  select id from customers where code = ${code}::int and ${seenBy(scope, sql`id`)}`;

/** The ids of the customers that are named, of those that the caller sees; undefined where none is named. */
async function customersIn(db: Reader, scope: Scope, code: number | undefined, ids: readonly number[] | undefined) {
  const seen = scope.isStaff ? ids : ids?.filter((id) => scope.customerIds.includes(id));
  if (code === undefined) return seen;
  const rows = await db.list("search-customer", customerByCode(scope, code));
  return rows.map(({ id }) => id).filter((id) => seen?.includes(id) ?? true);
}

/** Customers whose name has one of the words: so many are looked at, and so many ways to split the words are followed. */
const [mostNamed, mostSplits] = [50, 3];

/** `hartmann rechnung` means the bills of Hartmann, too: what the customers' names leave is looked for among their things. */
async function namedIn(db: Reader, given: SearchFor, { words, digits, codes }: SearchQuery): Promise<SearchWay[]> {
  const names = words.filter((word) => isFindable(word) && digitsIn([word]) === null);
  if (words.length < 2 || names.length === 0 || digits !== null || codes !== null) return [];
  const has = (text: Sql, word: string) =>
    joinConditions(hasWords(text, { words: [spellingsOf(word)], shortWords: [] }));
  const matches = sql.join(
    names.map((word) => sql`search_text(o.name) ~ ${spellingsOf(word)}::text`),
    sql`, `,
  );
  const isNamed = sql.join(
    names.map((word) => sql`(${has(textsFoundBy("words", "customers", "o"), word)})`),
    sql` or `,
  );
  const named = sql<{ id: number; has: boolean[] }>`
    select o.id, array[${matches}] as has from ${searchRows(given, "customers", customerTextColumns, sql`o`)}
    where (${isNamed}) and true = any(array[${matches}]) order by o.id limit ${sql.lit(mostNamed)}`;
  const rows = await db.list(statementName, named);
  const splits = Map.groupBy(rows, (row) => row.has.join());
  return Array.from(splits.values(), (group) => {
    const inName = new Set(names.filter((_word, index) => group[0]?.has[index]));
    const rest = words.filter((word) => !inName.has(word));
    return { rest, way: { ...patternsOf(rest), digits: digitsIn(rest), customers: group.map(({ id }) => id) } };
  })
    .filter(({ rest }) => rest.length > 0)
    .toSorted((one, other) => one.rest.length - other.rest.length)
    .slice(0, mostSplits)
    .map(({ way }) => way);
}
