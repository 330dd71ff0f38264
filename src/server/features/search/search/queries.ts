import type { search as Search, sheetOfSearch as SheetOfSearch } from "#contract/calls/search/search.ts";
import type { SearchRow } from "#contract/sheets/search.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { refuse } from "#server/http/errors.ts";
import type { Query, Reply } from "#contract/route.ts";
import { parseRowScan } from "#rules/stock/positions.ts";
import { closestWord } from "#rules/search/closest-word.ts";
import { searchKinds, type SearchKind } from "#rules/search/search-kinds.ts";
import { parseSearch, searchHints, type SearchQuery } from "#rules/search/search-query.ts";
import { fold, rangesOf, spellingsOf } from "#rules/search/spelling.ts";
import { isLate, type Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { findBoxes } from "#server/database/search/find-boxes.ts";
import { areAllFrequent, findContents } from "#server/database/search/find-contents.ts";
import { findCustomers, findDeliveries, findRows } from "#server/database/search/find-others.ts";
import { readSearch, replaceWords } from "#server/database/search/read-search.ts";
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

/** Returns the things that the caller's words find, by kind. Only the caller's own things are searched, whoever calls. */
export async function search(db: Reader, scope: Scope, query: Query<typeof Search>): Promise<Reply<typeof Search>> {
  const searchQuery = parseSearch(query.q);
  const { customer, state, year, limit } = query;
  const searchScope = await readSearch(db, scope, searchQuery, { customer, state, year, limit, most: mostCounted });
  if (searchScope === null) return { ...nothing, hint: searchQuery.hint };
  const kinds = searchKinds.filter((kind) => query.kinds?.includes(kind) ?? true);
  const kindSearch = { given: searchScope, asked: searchQuery, ask: askOnce(db, searchScope) };
  const groupResults = await Promise.all(kinds.map((kind) => inTime(groupOf(db, kindSearch, kind))));
  const groups = groupResults.flatMap((group) => (group && group.count > 0 ? [group] : []));
  const late = kinds.filter((_, index) => groupResults[index] === null);
  const hint = searchQuery.hint === searchHints.shortWords && groups.length > 0 ? null : searchQuery.hint;
  const isMistyped = groups.length === 0 && late.length === 0;
  return {
    groups,
    corrected: isMistyped ? await inTime(correctQuery(db, searchScope, searchQuery, query.q)) : null,
    late,
    hint,
  };
}

/** Rows of one kind that a spreadsheet of the search has, at most: it is written from memory. */
const mostInSheet = 20_000;

/** Everything that the search finds, with whole texts. */
export async function rowsOfSearch(db: Reader, scope: Scope, query: Query<typeof SheetOfSearch>): Promise<SearchRow[]> {
  const asked = parseSearch(query.q);
  const { customer, state, year } = query;
  const extent = { limit: mostInSheet, most: mostInSheet };
  const given = await readSearch(db, scope, asked, { customer, state, year, ...extent });
  if (given === null) return [];
  const kindSearch = { given, asked, ask: askOnce(db, given), isWhole: true };
  const rows: SearchRow[] = [];
  for (const kind of searchKinds.filter((each) => query.kinds?.includes(each) ?? true)) {
    const { results, count, more } = await groupOf(db, kindSearch, kind);
    if (more || count > results.length) throw refuse(refused.sheetTooLong(mostInSheet));
    for (const result of results) rows.push({ ...result, kind });
  }
  return rows;
}

/** Null where it took too long. */
const inTime = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (isLate(error)) return null;
    throw error;
  });

/** Contents and deliveries ask the database once whether all the words are frequent: whichever of them comes first. */
function askOnce(db: Reader, given: SearchFor): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined;
  return () => (answer ??= areAllFrequent(db, given));
}

interface KindSearch {
  readonly given: SearchFor;
  readonly asked: SearchQuery;
  readonly ask: () => Promise<boolean>;
  /** With whole texts, and not as they are shown. */
  readonly isWhole?: boolean;
}

async function groupOf(
  db: Reader,
  { given, asked, ask, isWhole = false }: KindSearch,
  kind: SearchKind,
): Promise<Groups[number]> {
  const { words, digits } = asked;
  const group = <Row>(
    { rows, count, isMore = false }: SearchResult<Row>,
    result: (row: Row) => Groups[number]["results"][number],
  ) => ({
    kind,
    count: Math.min(count, given.most ?? count),
    more: isMore || count > (given.most ?? count),
    results: rows.map(result),
  });
  if (kind === "box") return group(await findBoxes(db, given), (row) => boxResult(row, digits));
  const whole = (row: { text: string }) => isWhole && { title: row.text };
  if (kind === "content")
    return group(await findContents(db, given, ask), (row) => ({ ...contentResult(row, words), ...whole(row) }));
  if (kind === "customer") return group(await findCustomers(db, given), (row) => customerResult(row, words));
  if (kind === "delivery")
    return group(await findDeliveries(db, given, ask), (row) => deliveryResult(row, words, digits));
  return group(await findRows(db, given, parseRowScan(words.join(" "))), (row) => rowResult(row, words));
}

/**
 * Returns the query that was probably meant. Words missing from the caller's things are replaced by the closest words found there, if all words then
 * find something.
 */
async function correctQuery(db: Reader, given: SearchFor, asked: SearchQuery, q: string): Promise<string | null> {
  const choices = await Promise.all(
    asked.words.map(async (word) => [word, await similarWord(db, given, word)] as const),
  );
  if (choices.every(([, choice]) => choice === null)) return null;
  const words = choices.map(([word, choice]) => choice ?? word);
  const again = { ...(await replaceWords(db, given, asked, words)), limit: 1 };
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
