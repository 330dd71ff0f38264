import { sql } from "kysely";
import { statementName } from "#server/database/boxes/box-selection.ts";
import type { Reader } from "#server/database/database.ts";
import { searchRows, type SearchFor } from "./search-for.ts";

/** So many words of the archive are looked through for how frequent a piece of them is. */
const lookedThrough = 5000;
/** So many words that are like a mistyped one are compared with it letter by letter. */
const choiceLimit = 60;

/** Returns the highest number of contents that have a word, as of yesterday. For a piece of many words it is at least that of some of them. */
export async function frequencyOf(db: Reader, word: string): Promise<number> {
  const frequency = sql<{ frequency: number }>`
    select coalesce(sum(count), 0)::int as frequency
    from (select count from search_words where word ~ ${word}::text limit ${sql.lit(lookedThrough)}) w`;
  const [row] = await db.list("search-frequency", frequency);
  return row?.frequency ?? 0;
}

const wordsFor = (given: SearchFor) => searchRows(given, "search_words", sql`word, count`, sql`w`);

/** Says whether any of the caller's things has a word. */
export async function isWord(db: Reader, given: SearchFor, word: string): Promise<boolean> {
  const has = sql<object>`select from ${wordsFor(given)} where word ~ ${word}::text limit 1`;
  return (await db.list(statementName, has)).length > 0;
}

/** The words of the caller's things that are most like a mistyped one. */
export async function similarWords(db: Reader, given: SearchFor, typed: string): Promise<string[]> {
  const like = sql`${typed}::text`;
  const similar = sql<{ word: string }>`
    select word from ${wordsFor(given)} where ${like} <% word
    group by word order by word_similarity(${like}, word) desc, sum(count) desc, word limit ${sql.lit(choiceLimit)}`;
  const rows = await db.list(statementName, similar);
  return rows.map(({ word }) => word);
}
