import { sql } from "kysely";
import { wordsIn } from "#rules/search/search-query.ts";
import { asTyped, isFindable, isFindableAsTyped, spellingsOf, trigrams, trigramsOf } from "#rules/search/spelling.ts";
import type { Sql } from "#server/database/database.ts";

/** Words as texts are looked through for them. */
export interface Patterns {
  /** Words and phrases in all their spellings, as regular expressions over folded texts: those that an index finds. */
  readonly words: readonly string[];
  /** Those too short for it, which only narrow what the others find. */
  readonly shortWords: readonly string[];
  /** What every text with all of them has, for the index of each customer's own texts. */
  readonly trigrams: readonly string[];
}

export type Words = Pick<Patterns, "words" | "shortWords">;

/** Words that an index finds, and those that narrow what it found. A word with one umlaut alone is looked for as it was typed. */
export function patternsOf(words: readonly string[]): Patterns {
  const isLong = words.some(isFindable) ? isFindable : isFindableAsTyped;
  const spellings = words.some(isFindable) ? spellingsOf : asTyped;
  return {
    words: words.filter(isLong).map(spellings),
    shortWords: words.filter((word) => !isLong(word)).map(spellingsOf),
    trigrams: words.flatMap(trigramsOf),
  };
}

/** That a text has every piece of the long words: what an index finds. */
export const hasPieces = (text: Sql, { words }: Words): Sql[] =>
  words.flatMap(trigrams).map((piece) => sql`search_text(${text}) ~ ${piece}::text`);

/** The words that are more than one piece, and those too short for an index: what its finds are looked through for. */
const unproven = ({ words, shortWords }: Words) => [
  ...words.filter((word) => trigrams(word).length !== 1),
  ...shortWords,
];

/** That a text has every word: the index finds the pieces of the long ones, and in what it found the words themselves are looked for. */
export const hasWords = (text: Sql, words: Words): Sql[] => [
  ...hasPieces(text, words),
  ...unproven(words).map((word) => sql`(search_text(${text}) || '') ~ ${word}::text`),
];

/** What is left to prove of a text that has every piece, and is folded. */
export const hasUnproven = (folded: Sql, words: Words): Sql[] =>
  unproven(words).map((word) => sql`${folded} ~ ${word}::text`);

/** The same of a text that is folded already, without an index. */
export const hasFolded = (folded: Sql, { words, shortWords }: Words): Sql[] =>
  [...words, ...shortWords].map((word) => sql`${folded} ~ ${word}::text`);

/** That a text has every word that was typed into its filter, in any order and spelling; undefined where none was. */
export function hasTyped(text: Sql, typed: string): Sql | undefined {
  const words = wordsIn(typed);
  return words.length > 0 ? sql.join(hasWords(text, patternsOf(words)), sql` and `) : undefined;
}
