/**
 * Returns the number of typing errors that a word of so many letters may have. A piece of a longer word may have one less, or any ending would match.
 */
const slips = (length: number) => (length <= 4 ? 1 : length <= 8 ? 2 : 3);

interface Piece {
  readonly text: string;
  readonly distance: number;
}

/**
 * The word that a mistyped one comes closest to, whole or by a piece: letters that are missing, too many, other ones or swapped. One that is
 * close as a whole rather than one by a piece of it. Null where none is close.
 */
export function closestWord(typed: string, words: readonly string[]): string | null {
  let best: { readonly word: string; readonly rank: number } | null = null;
  for (const word of words) {
    const piece = pieceOf(typed, word);
    const rank = piece.distance + (piece.text === word ? 0 : 1);
    if (rank <= slips(typed.length) && (best === null || rank < best.rank)) best = { word, rank };
  }
  return best?.word ?? null;
}

/** The piece of a word that differs least: the table of distances, begun anew at every letter of the word. */
function pieceOf(typed: string, word: string): Piece {
  const whole = { text: word, distance: distancesTo(typed, word).at(-1) ?? Infinity };
  let best: Piece = whole;
  for (let start = 0; start < word.length; start++) {
    const distances = distancesTo(typed, word.slice(start));
    distances.forEach((distance, length) => {
      const text = word.slice(start, start + length);
      if (length >= 3 && distance < best.distance) best = { text, distance };
    });
  }
  return best.distance + 1 < whole.distance ? best : whole; // a letter more is rather a slip than a piece
}

/** Returns the distance of a typed word from each beginning of another, in slips; two swapped letters are one slip. */
function distancesTo(typed: string, word: string): number[] {
  let [before, last] = [[] as number[], Array.from({ length: word.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= typed.length; row++) {
    const now = [row];
    for (let at = 1; at <= word.length; at++) {
      const same = typed[row - 1] === word[at - 1] ? 0 : 1;
      const swapped = row > 1 && at > 1 && typed[row - 1] === word[at - 2] && typed[row - 2] === word[at - 1];
      now.push(
        Math.min(
          (last[at] ?? 0) + 1,
          (now[at - 1] ?? 0) + 1,
          (last[at - 1] ?? 0) + same,
          swapped ? (before[at - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [before, last] = [last, now];
  }
  return last;
}
