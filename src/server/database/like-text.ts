/** A search text for `like` in which `%`, `_` and `\` are characters. */
export function asCharacters(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
