import { sql } from "kysely";
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { billedItems, pricedItems } from "#rules/billing/items.ts";
import { objectKinds } from "#rules/exchange/object-kinds.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();

/** The names before a colon in a piece of an interface, those of its outermost level, with what follows each. */
function membersOf(text: string): [name: string, type: string][] {
  const members: [string, string][] = [];
  let [depth, start] = [0, 0];
  for (const [at, sign] of Array.from(text).entries()) {
    if ("{<([".includes(sign)) depth++;
    if ("}>)]".includes(sign)) depth--;
    if (depth > 0 || (sign !== ";" && at < text.length - 1)) continue;
    const [, name, type] = /^\s*(\w+): ([\s\S]+)$/.exec(text.slice(start, at + 1)) ?? [];
    if (name !== undefined && type !== undefined) members.push([name, type]);
    start = at + 1;
  }
  return members;
}

const source = ["tables.ts", ...globSync("*/*-tables.ts", { cwd: import.meta.dirname })]
  .map((file) => readFileSync(new URL(file, import.meta.url), "utf8"))
  .join("\n")
  .replace(/\/\*\*[\s\S]*?\*\/|\/\/.*/g, "");
const bodiesOf = (name: string) =>
  Array.from(
    source.matchAll(new RegExp(`interface ${name}(?:\\s+extends [\\w,\\s]+)? \\{\\n([\\s\\S]*?)\\n\\}`, "g")),
    ([, body = ""]) => body,
  );
const line = bodiesOf("DeliveryLine")
  .flatMap(membersOf)
  .map(([column]) => column);
const known = bodiesOf("\\w*Tables")
  .flatMap(membersOf)
  .flatMap(([table, type]) => {
    const own = membersOf(type.slice(type.indexOf("{") + 1, type.lastIndexOf("}"))).map(([column]) => column);
    return [...own, ...(type.startsWith("DeliveryLine") ? line : [])].map((column) => `${table}.${column}`);
  });

test("every column that the code knows is in the migrated database", async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`.execute(
    db.read,
  );
  const there = new Set(rows.map(({ name }) => name));
  expect(known).toEqual(
    expect.arrayContaining([
      "customers.address_city",
      "scans.result",
      "delivery_boxes.picked",
      "holds.reason",
      "imports.mapping",
    ]),
  );
  expect(known.filter((name) => !there.has(name))).toEqual([]);
});

test("each kind of change is noted by a trigger", async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_triggerdef(oid) as definition from pg_trigger where not tgisinternal
    union all select prosrc from pg_proc where pronamespace = 'public'::regnamespace`.execute(db.read);
  const sources = rows.map(({ definition }) => definition).join("\n");
  const kinds = Array.from(sources.matchAll(/note_objects(?:_added)?\('?(\d+)/g), ([, kind]) => Number(kind));
  expect(objectKinds.filter((_, kind) => !kinds.includes(kind))).toEqual([]);
});

test("the database takes a price of every item that has one, for each of its units", async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = 'price_rules'::regclass and conname in ('price_rules_item_check', 'price_rules_unit_check')`.execute(
    db.read,
  );
  const allowed = rows.map(({ definition }) => definition).join("\n");
  const words = pricedItems.flatMap((item) => [item, ...billedItems[item]]);
  expect(words.filter((word) => !allowed.includes(`'${word}'`))).toEqual([]);
});
