import { type RawBuilder, sql } from "kysely";

/** A search text for `like` in which `%`, `_` and `\` are characters. */
export function asCharacters(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** Whether a column has these characters somewhere; case and accents do not matter. */
export const contains = (column: RawBuilder<unknown>, text: string) =>
  sql`search_text(${column}) like '%' || search_text(${asCharacters(text)}) || '%'`;
