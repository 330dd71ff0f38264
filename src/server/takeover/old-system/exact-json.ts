// An object is kept as it was answered: what JSON.parse would lose (1.50, the order of fields, numbers of twenty digits) stays.

/** A list as it was answered. */
export interface ExactList {
  /** Each entry as it stands in the answer. */
  readonly entries: readonly string[];
  /** Total number of entries, as the page states it; null for a bare array, and where the page states none. */
  readonly count: number | null;
  /** True where the answer is an array without a page around it. */
  readonly bare: boolean;
  /** Names of the page's fields. */
  readonly fields: readonly string[];
}

/** The place behind the string that begins at `at`. */
function behindString(text: string, at: number): number {
  for (let next = at + 1; next < text.length; next++) {
    if (text[next] === "\\") next++;
    else if (text[next] === '"') return next + 1;
  }
  return text.length;
}

/** The place behind the value that begins at `at`. */
function behindValue(text: string, at: number): number {
  let depth = 0;
  for (let next = at; next < text.length; ) {
    const sign = text[next] ?? "";
    if (sign === '"') next = behindString(text, next);
    else next++;
    if (sign === "{" || sign === "[") depth++;
    if (sign === "}" || sign === "]") depth--;
    if (depth === 0 && (sign === '"' || sign === "}" || sign === "]")) return next;
    if (depth === 0 && /[\s,\]}]/.test(text[next] ?? ",")) return next;
  }
  return text.length;
}

const behindBlanks = (text: string, at: number) => at + (/^[\s,:]*/.exec(text.slice(at, at + 1000))?.[0].length ?? 0);

/** The entries of the array that begins at `at`, each as it stands there. */
function entriesAt(text: string, at: number): string[] {
  const entries: string[] = [];
  for (let next = behindBlanks(text, at + 1); text[next] !== "]" && next < text.length; ) {
    const end = behindValue(text, next);
    entries.push(text.slice(next, end));
    next = end;
    while (/[\s,]/.test(text[next] ?? "")) next++;
  }
  return entries;
}

/** Where the value of a field begins in an object; -1 where it has none. */
function valueOf(text: string, name: string): number {
  for (let next = behindBlanks(text, text.indexOf("{") + 1); text[next] === '"'; ) {
    const end = behindString(text, next);
    const value = behindBlanks(text, end);
    if (text.slice(next, end) === `"${name}"`) return value;
    next = behindBlanks(text, behindValue(text, value));
  }
  return -1;
}

/** A list of an answer; null where it is neither an array nor a page with `results`. @throws SyntaxError where it is no JSON */
export function exactList(text: string): ExactList | null {
  const value: unknown = JSON.parse(text);
  if (Array.isArray(value)) return { entries: entriesAt(text, text.indexOf("[")), count: null, bare: true, fields: [] };
  if (typeof value !== "object" || value === null || !("results" in value) || !Array.isArray(value.results))
    return null;
  const said = "count" in value ? Number(value.count) : Number.NaN;
  const count = Number.isInteger(said) ? said : null;
  return { entries: entriesAt(text, valueOf(text, "results")), count, bare: false, fields: Object.keys(value) };
}

/** The same in one line: a line break of JSON stands between values only, and becomes a blank. */
export const inOneLine = (json: string): string => json.trim().replaceAll(/[\r\n]+/g, " ");
