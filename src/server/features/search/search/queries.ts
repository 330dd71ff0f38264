import { sql } from "kysely";
import type { search as Search } from "#contract/calls/search/search.ts";
import type { Query, Reply } from "#contract/route.ts";
import { parseRowScan } from "#rules/stock/positions.ts";
import { closestWord } from "#rules/search/closest-word.ts";
import { searchKinds, type SearchKind } from "#rules/search/search-kinds.ts";
import { parseSearch, type SearchQuery } from "#rules/search/search-query.ts";
import {
  asTyped,
  fold,
  isFindable,
  isFindableAsTyped,
  rangesOf,
  spellingsOf,
  trigramsOf,
} from "#rules/search/spelling.ts";
import { isLate, type Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { seenBy, seenCustomers } from "#server/database/scope.ts";
import { findBoxes } from "#server/database/search/find-boxes.ts";
import { findContents } from "#server/database/search/find-contents.ts";
import { findCustomers, findDeliveries, findRows } from "#server/database/search/find-others.ts";
import { type SearchResult, mostCounted, type SearchFor } from "#server/database/search/search-for.ts";
import { isWord, similarWords } from "#server/database/search/word-choices.ts";
import {
  boxResult,
  contentResult,
  customerResult,
  deliveryResult,
  rowResult,
} from "#server/database/search/results.ts";

type Groups = Reply<typeof Search>["groups"];

const nothing = { groups: [], corrected: null, late: [] };

/** What the caller's words find, by kind; of their own things only, whoever asks. */
export async function search(db: Reader, scope: Scope, query: Query<typeof Search>): Promise<Reply<typeof Search>> {
  const searchQuery = parseSearch(query.q);
  const { hint } = searchQuery;
  const searchScope = await searchFor(db, scope, query, searchQuery);
  if (searchScope === null) return { ...nothing, hint };
  const kinds = searchKinds.filter((kind) => query.kinds?.includes(kind) ?? true);
  const groupResults = await Promise.all(kinds.map((kind) => inTime(groupOf(db, searchScope, searchQuery, kind))));
  const groups = groupResults.flatMap((group) => (group && group.count > 0 ? [group] : []));
  const late = kinds.filter((_, index) => groupResults[index] === null);
  const isMistyped = groups.length === 0 && late.length === 0;
  return {
    groups,
    corrected: isMistyped ? await inTime(correctQuery(db, searchScope, searchQuery, query.q)) : null,
    late,
    hint,
  };
}

/** What to look for; null where it is nothing, or somebody else's. */
async function searchFor(
  db: Reader,
  scope: Scope,
  query: Query<typeof Search>,
  asked: SearchQuery,
): Promise<SearchFor | null> {
  const code = query.customer ?? asked.customer;
  const year = query.year ?? asked.year;
  const states = query.state === undefined ? asked.states : { box: [query.state], delivery: [] };
  const isNarrowed = code !== undefined || year !== undefined || states !== undefined;
  const words = patternsOf(asked.words);
  const isTooShort = words.words.length === 0 && (asked.digits?.length ?? 0) < 2;
  if (isTooShort && (asked.words.length > 0 || !isNarrowed)) return null;
  const customerId = code === undefined ? undefined : await customerCalled(db, scope, code);
  if (customerId === null) return null;
  return {
    scope,
    ...words,
    digits: asked.digits,
    code: asked.code,
    customers: customerId === undefined ? seenCustomers(scope) : [customerId],
    isOneCustomer: customerId !== undefined,
    boxStates: states?.box,
    deliveryStates: states?.delivery,
    year,
    limit: query.limit,
  };
}

/** Words that an index finds, and those that narrow what it found. A word with one umlaut alone is looked for as it was typed. */
function patternsOf(words: readonly string[]): Pick<SearchFor, "words" | "shortWords" | "trigrams"> {
  const isLong = words.some(isFindable) ? isFindable : isFindableAsTyped;
  const spellings = words.some(isFindable) ? spellingsOf : asTyped;
  return {
    words: words.filter(isLong).map(spellings),
    shortWords: words.filter((word) => !isLong(word)).map(spellingsOf),
    trigrams: words.flatMap(trigramsOf),
  };
}

const customerByCode = (scope: Scope, code: number) => sql<{ id: number }>`
  select id from customers where code = ${code}::int and ${seenBy(scope, sql`id`)}`;

async function customerCalled(db: Reader, scope: Scope, code: number): Promise<number | null> {
  const [customer] = await db.list("search-customer", customerByCode(scope, code));
  return customer?.id ?? null;
}

/** Null where it took too long. */
const inTime = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (isLate(error)) return null;
    throw error;
  });

async function groupOf(db: Reader, given: SearchFor, asked: SearchQuery, kind: SearchKind): Promise<Groups[number]> {
  const { words, digits } = asked;
  const group = <Row>({ rows, count }: SearchResult<Row>, result: (row: Row) => Groups[number]["results"][number]) => ({
    kind,
    count: Math.min(count, mostCounted),
    more: count > mostCounted,
    results: rows.map(result),
  });
  if (kind === "box") return group(await findBoxes(db, given), (row) => boxResult(row, digits));
  if (kind === "content") return group(await findContents(db, given), (row) => contentResult(row, words));
  if (kind === "customer") return group(await findCustomers(db, given), (row) => customerResult(row, words));
  if (kind === "delivery") return group(await findDeliveries(db, given), (row) => deliveryResult(row, words, digits));
  return group(await findRows(db, given, parseRowScan(words.join(" "))), (row) => rowResult(row, words));
}

/** What was probably meant: of the words that the caller's things do not have the closest that they have, if all of them find something. */
async function correctQuery(db: Reader, given: SearchFor, asked: SearchQuery, q: string): Promise<string | null> {
  const choices = await Promise.all(
    asked.words.map(async (word) => [word, await similarWord(db, given, word)] as const),
  );
  if (choices.every(([, choice]) => choice === null)) return null;
  const words = choices.map(([word, choice]) => choice ?? word);
  const again = { ...given, ...patternsOf(words), limit: 1 };
  const replaceWord = (written: (choice: string) => string) =>
    choices.reduce((all, [word, choice]) => (choice === null ? all : all.replace(word, written(choice))), q);
  const contents = await inTime(findContents(db, again));
  if (contents === null) return replaceWord((choice) => choice); // rather not proven than not offered
  const texts = contents.rows.map(({ text }) => text);
  if (texts.length === 0) texts.push(...(await findCustomers(db, again)).rows.map(({ owner_name }) => owner_name));
  const [text] = texts;
  return text === undefined ? null : replaceWord((choice) => asWritten(text, choice));
}

const isLetters = /^[^\p{N}]{4,}$/u;

/** The word that was meant by one that nothing has; null for one that something has, or that is none. */
async function similarWord(db: Reader, given: SearchFor, word: string): Promise<string | null> {
  const plainWord = fold(word);
  if (!isLetters.test(plainWord) || /\s/.test(plainWord) || (await isWord(db, given, spellingsOf(word)))) return null;
  return closestWord(plainWord, await similarWords(db, given, plainWord));
}

/** As it is written where it was found. */
function asWritten(text: string, word: string): string {
  const [range] = rangesOf(text, [word]);
  return range ? text.slice(...range) : word;
}
