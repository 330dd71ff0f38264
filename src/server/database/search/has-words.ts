import { sql } from "kysely";
import { wordsIn } from "#rules/search/search-query.ts";
import {
  asTyped,
  lowerCasePattern,
  isAscii,
  isFindable,
  isFindableAsTyped,
  spellingsOf,
  trigrams,
  computeTrigrams,
} from "#rules/search/spelling.ts";
import type { Sql } from "#server/database/database.ts";

/** Words as texts are looked through for them. */
export interface Patterns {
  /** Words and phrases in all their spellings, as regular expressions over folded texts: those that an index finds. */
  readonly words: readonly string[];
  /** Those too short for it, which only narrow what the others find. */
  readonly shortWords: readonly string[];
  /** Trigrams that every text with all of the words has, for the index of each customer's own texts. */
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
    trigrams: words.flatMap(computeTrigrams),
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

/** Returns the conditions that are left to prove of a text that has every piece. */
export const hasUnproven = (text: Sql, words: Words): Sql[] => unproven(words).map((word) => hasWord(text, word));

/** That a text has every word, without an index. */
export const hasEvery = (text: Sql, { words, shortWords }: Words): Sql[] =>
  [...words, ...shortWords].map((word) => hasWord(text, word));

/** A letter that no text in plain German has. */
const foreignLetter = sql.lit("[^\\u0001-\\u007fäöüÄÖÜ–—„“”‚‘’§€]");

/**
 * That a text has a word of `patternsOf`, as its fold has it. A fold takes five times as long as a comparison (decision 139): it is made of
 * texts with foreign letters alone, where they do not have the word as it is written.
 */
function hasWord(text: Sql, word: string): Sql {
  const isFolded = sql`search_text(${text}) ~ ${word}::text`;
  if (!isAscii(word)) return isFolded;
  const plain = word.replaceAll("e?", "");
  const isPlain = /^[a-z0-9]+$/.test(plain)
    ? sql`${text} like ${`%${plain.slice(0, 1).toUpperCase()}${plain.slice(1)}%`}::text or `
    : sql``;
  return sql`(${isPlain}lower(${text}) ~ ${lowerCasePattern(word)}::text or ${text} ~ ${foreignLetter} and ${isFolded})`;
}

/** That a text has it and no letter before or behind it. */
export function hasWholeWord(text: Sql, word: string): Sql {
  const [whole, folded] = [`\\m${word}\\M`, sql`search_text(${text})`];
  if (!isAscii(word)) return sql`${folded} ~ ${whole}::text`;
  return sql`case when ${text} ~ ${foreignLetter} then ${folded} ~ ${whole}::text else lower(${text}) ~ ${lowerCasePattern(whole)}::text end`;
}

/** That a text has every word that was typed into its filter, in any order and spelling; undefined where none was. */
export function hasTyped(text: Sql, typed: string): Sql | undefined {
  const words = wordsIn(typed);
  return words.length > 0 ? sql.join(hasWords(text, patternsOf(words)), sql` and `) : undefined;
}
