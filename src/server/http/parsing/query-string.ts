/** A NUL, which no field takes: what is no UTF-8 is refused where somebody reads it, instead of becoming U+FFFD. */
const unreadable = "\0";

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return unreadable;
  }
}

/** The parameters of a URL; a repeated one as a list. What stands between two `&` without a letter is none. */
export function parseQuery(text: string): Record<string, string | string[]> {
  const parameters = new Map<string, string | string[]>();
  for (const pair of text.split("&").filter((each) => each !== "")) {
    const at = pair.indexOf("=");
    const name = decode(at < 0 ? pair : pair.slice(0, at));
    const value = at < 0 ? "" : decode(pair.slice(at + 1));
    const before = parameters.get(name);
    parameters.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(parameters);
}
