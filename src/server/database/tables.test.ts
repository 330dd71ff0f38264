import { sql } from "kysely";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
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

const source = readFileSync(new URL("tables.ts", import.meta.url), "utf8").replace(/\/\*\*[\s\S]*?\*\//g, "");
const bodyOf = (name: string) => new RegExp(`interface ${name} \\{\\n([\\s\\S]*?)\\n\\}`).exec(source)?.[1] ?? "";
const line = membersOf(bodyOf("DeliveryLine")).map(([column]) => column);
const known = membersOf(bodyOf("Tables")).flatMap(([table, type]) => {
  const own = membersOf(type.slice(type.indexOf("{") + 1, type.lastIndexOf("}"))).map(([column]) => column);
  return [...own, ...(type.startsWith("DeliveryLine") ? line : [])].map((column) => `${table}.${column}`);
});

test("every column that the code knows is in the migrated database", async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`.execute(
    db.read,
  );
  const there = new Set(rows.map(({ name }) => name));
  expect(known).toEqual(expect.arrayContaining(["customers.address_city", "scans.result", "delivery_boxes.picked"]));
  expect(known.filter((name) => !there.has(name))).toEqual([]);
});
