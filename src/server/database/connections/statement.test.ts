import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { toStatement, constantSql, type Sql } from "./statement.ts";

const { db } = await testDatabase();

const named = (name: string, limit: number) => {
  const piece = sql`${name}::text`;
  return sql<{ name: string }>`select ${piece} as name where ${piece} = ${name} or ${sql.lit(7)} < ${limit}::int`;
};

test("a piece that stands in a statement twice binds its values once, equal values beside each other are two", () => {
  const { sql: text, parameters } = toStatement(named("Kasten", 3));
  expect(text).toBe("select $1::text as name where $1::text = $2 or 7 < $3::int");
  expect(parameters).toEqual(["Kasten", "Kasten", 3]);
});

test("a statement has one text under its name, whatever the values", async () => {
  expect(toStatement(named("a", 1)).sql).toBe(toStatement(named("b", 2)).sql);
  const hostile = ["Kasten", "'; drop table boxes; --", "$1", "\\", "?"];
  for (const name of hostile) expect(await db.read.list("statement-names", named(name, 9))).toEqual([{ name }]);
});

test("a settled piece says the same as before, and its values stay bound", () => {
  const textOf = (piece: Sql) => toStatement(sql`select ${1}, ${piece}`);
  for (const piece of [sql`'it''s $1' || ${sql.ref("b.code")}`, sql`${"x'"}::text`])
    expect(textOf(constantSql(piece))).toMatchObject({
      sql: textOf(piece).sql,
      parameters: textOf(piece).parameters,
    });
});

test("another text under the name of a statement is refused", async () => {
  const one = (piece: Sql) => db.read.list("statement-once", sql<object>`select ${piece}`);
  const both = () => Promise.all(Array.from({ length: 20 }, (_, at) => one(at < 10 ? sql`1` : sql`2`)));
  await expect(both()).rejects.toThrow("Prepared statements must be unique");
});

test("what is copied takes no values: they cannot be bound there", async () => {
  const copied = db.snapshot(async (snapshot) => {
    for await (const _ of snapshot.copy(sql`select ${"Kasten"}::text`));
  });
  await expect(copied).rejects.toThrow("A copy takes no values");
});
