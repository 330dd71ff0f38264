import { Builder, statementName } from "#server/database/box-filter.ts";
import type { Reader } from "#server/database/database.ts";
import { searchRows, type SearchFor } from "./search-for.ts";

/** So many words of the archive are looked through for how frequent a piece of them is. */
const lookedThrough = 5000;
/** So many words that are like a mistyped one are compared with it letter by letter. */
const choiceLimit = 60;

/** How many contents have a word, at most, as of yesterday; of a piece of many words at least as many as of some of them. */
export async function frequencyOf(db: Reader, word: string): Promise<number> {
  const text = `
    select coalesce(sum(count), 0)::int as frequency
    from (select count from search_words where word ~ $1::text limit ${lookedThrough}) w`;
  const [row] = await db.list<{ frequency: number }>("search-frequency", text, [word]);
  return row?.frequency ?? 0;
}

const wordsFor = (given: SearchFor, b: Builder) => searchRows(given, "search_words", "word, count", "w", b);

/** Whether any of the caller's things has a word. */
export async function isWord(db: Reader, given: SearchFor, word: string): Promise<boolean> {
  const b = new Builder();
  const text = `select from ${wordsFor(given, b)} where word ~ ${b.bind(word, "text")} limit 1`;
  return (await db.list(statementName(text), text, b.values)).length > 0;
}

/** The words of the caller's things that are most like a mistyped one. */
export async function similarWords(db: Reader, given: SearchFor, typed: string): Promise<string[]> {
  const b = new Builder();
  const like = b.bind(typed, "text");
  const text = `
    select word from ${wordsFor(given, b)} where ${like} <% word
    group by word order by word_similarity(${like}, word) desc, sum(count) desc, word limit ${choiceLimit}`;
  const rows = await db.list<{ word: string }>(statementName(text), text, b.values);
  return rows.map(({ word }) => word);
}
