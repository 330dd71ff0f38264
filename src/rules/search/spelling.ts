const likeLetters: Readonly<Record<string, string>> = { ł: "l", ø: "o", đ: "d", ß: "ss" };

/** A text as a search compares it, without case and accents: the same as `search_text` in the database. */
export function fold(text: string): string {
  const plain = text.toLowerCase().normalize("NFKD");
  return plain.replace(/[łøđß]/g, (letter) => likeLetters[letter] ?? letter).replace(/[\u0300-\u036f]/g, "");
}

const hasThree = (folded: string) => /[\p{L}\p{N}]{3}/u.test(folded);
/** Says whether an index of three characters each can find the word in all its spellings: `Oel` may be `Öl`. */
export const isFindable = (word: string): boolean => hasThree(fold(word).replace(/([aou])e/g, "$1"));
/** Says whether the index can find the word as it was typed. */
export const isFindableAsTyped = (word: string): boolean => hasThree(fold(word));

/** So many umlauts of a word may be written either way: each more doubles what the index is asked for. */
const mostUmlauts = 8;

/** A word in all its spellings, as a regular expression of JavaScript and of PostgreSQL over folded texts: `ä`, `ae` and `a` are the same. */
export const spellingsOf = (word: string): string => patternOf(word, mostUmlauts);
/** Says whether a text has every one of some words, in whatever order and spelling. */
export function hasEachWord(text: string, words: string): boolean {
  const folded = fold(text);
  return words.split(/\s+/).every((word) => new RegExp(spellingsOf(word)).test(folded));
}

/** A word as it was typed, as a regular expression over folded texts. */
export const asTyped = (word: string): string => patternOf(word, 0);

export const isAscii = (pattern: string): boolean => /^[ -~]*$/.test(pattern);
/** An expression of `spellingsOf` over texts in lower case that are not folded, and have no other letters than those of ASCII and German umlauts. */
export const lowerCasePattern = (pattern: string): string =>
  pattern.replace(/[aou]/g, (vowel) => `[${vowel}${umlautOf[vowel]}]`);
const umlautOf: Readonly<Record<string, string>> = { a: "ä", o: "ö", u: "ü" };

function patternOf(word: string, most: number): string {
  const plainWord = fold(word).replace(/\s+/g, " ");
  let umlauts = most;
  const spell = (part: string, vowel?: string) => (vowel && umlauts-- > 0 ? `${vowel}e?` : part.replace(/^\W/, "\\$&"));
  return plainWord.replace(/([aou])e?|[^\p{L}\p{N} ]/gu, spell);
}

/** Greatest weight of one expression. A letter weighs 1; one that may be an umlaut weighs 4, for so many groups of three letters it adds. */
const heaviest = 16;

/**
 * An expression of `spellingsOf` in pieces that overlap by two letters, so that each group of three letters is in one of them. Of an
 * expression with many groups PostgreSQL looks up some only, which may be those that every text has, and leaves out the one that is
 * mistyped; of a piece it looks up all.
 */
export function trigrams(pattern: string): string[] {
  const letters = pattern.match(/[aou]e\?|\\.|./gsu) ?? [];
  const pieces: string[][] = [];
  let piece: string[] = [];
  let weight = 0;
  for (const letter of letters) {
    const more = weightOf(letter);
    if (weight + more > heaviest) {
      pieces.push(piece);
      piece = piece.slice(-2);
      weight = piece.map(weightOf).reduce((sum, each) => sum + each, 0);
    }
    piece.push(letter);
    weight += more;
  }
  return [...pieces, piece].map((each) => each.join(""));
}

const weightOf = (letter: string) => (letter.endsWith("?") && letter.length === 3 ? 4 : 1);

/**
 * The groups of three letters that every text with a word has, in whatever spelling: what `owned_trigrams` in the database makes of a text,
 * without each `e` that may make an umlaut. None of a word that is short or of another script.
 */
export function computeTrigrams(word: string): string[] {
  const bare = fold(word)
    .replace(/([aou])e+/g, "$1")
    .replace(/^e+/, ""); // a vowel may stand before it
  const runs = bare.match(/[a-z0-9]{3,}/g) ?? [];
  return [...new Set(runs.flatMap((run) => Array.from(run.slice(2), (_, at) => run.slice(at, at + 3))))];
}

/** From the first character to the one behind the last. */
export type TextRange = readonly [from: number, to: number];

/** Where words stand in a text, in any of their spellings; in order, without overlaps. */
export function rangesOf(text: string, words: readonly string[]): TextRange[] {
  const { folded, places } = withPlaces(text);
  const matches = words.flatMap((word) => {
    const pattern = spellingsOf(word);
    if (pattern === "") return [];
    return Array.from(
      folded.matchAll(new RegExp(pattern, "g")),
      ({ index, 0: { length } }): TextRange => [index, index + length],
    );
  });
  const ranges: [number, number][] = [];
  for (const [start, end] of matches.toSorted(([a], [b]) => a - b)) {
    const [from, to] = [places[start] ?? 0, places[end] ?? text.length];
    const last = ranges.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else ranges.push([from, to]);
  }
  return ranges;
}

/** A folded text, and of each of its characters where it comes from. */
function withPlaces(text: string): { readonly folded: string; readonly places: readonly number[] } {
  let result = "";
  const places: number[] = [];
  let at = 0;
  for (const char of text) {
    const plain = fold(char);
    for (let index = 0; index < plain.length; index++) places.push(at);
    result += plain;
    at += char.length;
  }
  return { folded: result, places };
}
