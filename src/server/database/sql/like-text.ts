import { type RawBuilder, sql } from "kysely";

/** A search text for `like` in which `%`, `_` and `\` are characters. */
export function asCharacters(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** Returns SQL that says whether a column has these characters somewhere; case and accents do not matter. */
export const contains = (column: RawBuilder<unknown>, text: string) =>
  sql`search_text(${column}) like (select '%' || search_text(${asCharacters(text)}) || '%')`; // selected: once, and not for each row

/** Least number of characters that an index of trigrams knows. */
export const shortestTrigram = 3;

/** The code of the boxes `b` to compare a piece with: by its index of pieces, which knows none of less than three characters. */
export const searchedCode = (piece: string) => (piece.length < shortestTrigram ? sql`(b.code || '')` : sql`b.code`);
