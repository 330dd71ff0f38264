import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** Statements whose rows no `selectList` makes, by file and type, each with the reason. */
const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "src/server/database/billing/invoice-debits.ts": { InvoiceDebitFile: "a union, whose columns have one order" },
  "src/server/database/boxes/box-pages.ts": {
    "Row & { count: number; place: number | null }": "whoever asks for the page makes the list of its rows",
  },
  "src/server/database/search/search-for.ts": {
    "Row & { found_count: number }": "the statement that shows what was found makes the list of its rows",
  },
  "src/server/database/sql/filled-archive.ts": { Filled: "a union of one column" },
  "src/server/database/stock-months/stock-by-month.ts": {
    'Omit<StockFigures, "meters"> & { readonly mm: number }': "a union, whose columns have one order",
  },
  "src/server/features/customers/customers/queries.ts": {
    CustomerCounts: "all columns of a statement that makes the list",
    "CustomerCounts & { may_invite: boolean; unique_numbers: boolean }":
      "all columns of the same statement, and two more",
    'Selectable<Tables["delivery_options"]>': "all columns of the table, as its type has them",
  },
  "src/server/features/deliveries/deliveries/queries.ts": {
    "PlacedRow & { count: number }": "all columns of a statement that makes the list, or none beside the count",
  },
  "src/server/features/deliveries/tours/queries.ts": { BoxRow: "a union, whose columns have one order" },
  "src/server/features/destruction/retention/queries.ts": {
    RetentionClass: "all columns of a statement that makes the list",
  },
  "src/server/features/stock/areas/queries.ts": { Area: "all columns of a statement that makes the list" },
  "src/server/features/stock/boxes/queries.ts": {
    DetailRow: "all columns of a statement that makes the list, and a list of what else it has",
  },
};

/** The text before the sign that closes what is open at `at`, quoted texts and templates skipped. */
function upTo(source: string, at: number, closing: string): string {
  let end = at;
  while (end < source.length && source[end] !== closing) {
    const sign = source[end] ?? "";
    const inner = { "{": "}", "(": ")", "<": ">", "`": "`", '"': '"' }[sign];
    if (source.startsWith("${", end) && closing === "`") end += 3 + upTo(source, end + 2, "}").length;
    else if (closing === "`" || closing === '"' || inner === undefined || (inner === ">" && closing !== ">")) end += 1;
    else end += 2 + upTo(source, end + 1, inner).length;
  }
  return source.slice(at, end);
}

/** The text of a template outside of brackets, each interpolation as `$`. */
function outside(template: string): string {
  let flat = "";
  for (let at = 0; at < template.length; at += 1) {
    if (template.startsWith("${", at)) {
      at += 2 + upTo(template, at + 2, "}").length;
      flat += "$";
    } else flat += template[at];
  }
  let rest = flat.replaceAll(/'[^']*'/g, "''");
  for (let before = ""; before !== rest; ) [before, rest] = [rest, rest.replaceAll(/\([^()]*\)/g, "")];
  return rest;
}

/** A named row, or one of three columns and more. */
const isRow = (type: string) =>
  /^(?!SqlBool)[A-Z]|^typeof /.test(type) || (type.startsWith("{") && type.split(/\??:/).length > 3);

/** The types of statements in a source that select columns without a list that is made of the type. */
function uncheckedRows(source: string): string[] {
  return [...source.matchAll(/\bsql</g)].flatMap(({ index }) => {
    const type = upTo(source, index + 4, ">");
    const begin = index + 4 + type.length + 2;
    const name = type.trim().replaceAll(/\s+/g, " ");
    if (source[begin - 1] !== "`" || !isRow(name)) return [];
    const lists = outside(upTo(source, begin, "`")).matchAll(
      /\b(?:select|returning)\b(?: distinct(?: on)?)?(.*?)(?:\bfrom\b|\bwhere\b|$)/gs,
    );
    const isMade = source.includes(`selectList<${name}>`);
    return [...lists].every(([, list]) => isMade && list?.trim() === "$") ? [] : [name];
  });
}

const sources = globSync("src/{server,cli}/**/*.ts", { cwd: root }).filter(
  (file) => !/\.test\.ts$|\/takeover\//.test(file),
);
const foundIn = (file: string) => [...new Set(uncheckedRows(readFileSync(join(root, file), "utf8")))];

test("a named row is selected by a list that is made of its type", () => {
  const found = sources.flatMap((file) => foundIn(file).map((type) => ({ file, type })));
  expect(found.filter(({ file, type }) => exceptions[file]?.[type] === undefined)).toEqual([]);
});

test("an exception that no statement needs any more is gone", () => {
  const unneeded = Object.entries(exceptions).flatMap(([file, types]) => {
    const found = foundIn(file);
    return Object.keys(types).filter((type) => !found.includes(type));
  });
  expect(unneeded).toEqual([]);
});

test.each([
  ["a named row", "sql<Row>`select id, code from boxes`", ["Row"]],
  ["a named row behind a table of its own", "sql<Row>`with a as (select 1) select id from a`", ["Row"]],
  ["a row that is returned", "sql<Row>`update boxes set size = ${size} returning id, code`", ["Row"]],
  ["a column beside the list", "const row = selectList<Row>({});\nsql<Row>`select ${row}, id from boxes`", ["Row"]],
  ["a list of another type", "const row = selectList<Other>({});\nsql<Row>`select ${row} from boxes`", ["Row"]],
  [
    "three columns",
    "sql<{ id: number; code: string; size: number }>`select id, code, size from boxes`",
    ["{ id: number; code: string; size: number }"],
  ],
  ["two columns", "sql<{ id: number; code: string }>`select id, code from boxes`", []],
  ["a value", "sql<boolean>`exists (select from boxes)`", []],
  ["a list of the type", "sql<Row>`select ${selectList<Row>({ id: sql`(${a} + 1)` })} from (select 1) b`", []],
  ["a list that has a name", "const row = selectList<Row>({});\nsql<Row>`select distinct ${row} from boxes`", []],
])("of a statement with %s it is known whether it is checked", (_what, source, types) => {
  expect(uncheckedRows(source)).toEqual(types);
});
