import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();

const many = sql`select 'line ' || n || ' of „many“' from generate_series(1, 300000) n`;

test("a snapshot copies what a statement finds, line by line as it is, and says how many there were", async () => {
  const awkward = [`"a"`, String.raw`{"b":"\\ \n \u0001"}`, "ä;,'\t"];
  await db.snapshot(async (snapshot) => {
    const found: Buffer[] = [];
    const texts = sql.join(awkward.map((text, at) => sql`(${sql.lit(at)}, ${sql.lit(text)})`));
    const copied = snapshot.copy(sql`select t from (values ${texts}) as v (at, t) order by at`);
    let piece = await copied.next();
    for (; !piece.done; piece = await copied.next()) found.push(piece.value);
    expect([Buffer.concat(found).toString(), piece.value]).toEqual([`${awkward.join("\n")}\n`, awkward.length]);
    expect(await snapshot.list("one", sql<{ one: number }>`select 1 as one`)).toEqual([{ one: 1 }]);
  });
});

test("a copy that is broken off ends its snapshot instead of keeping it waiting; the next one reads", async () => {
  const begun = db.snapshot(async (snapshot) => {
    for await (const _ of snapshot.copy(many)) break;
    await snapshot.list("one", sql<{ one: number }>`select 1 as one`);
  });
  await expect(begun).rejects.toThrow("A copy has not been read to its end");
  const left = db.snapshot(async (snapshot) => {
    for await (const _ of snapshot.copy(many)) return;
  });
  await expect(left).rejects.toThrow("A copy has not been read to its end");
  expect(await db.snapshot((snapshot) => snapshot.list("one", sql<{ one: number }>`select 1 as one`))).toEqual([
    { one: 1 },
  ]);
});

test("a copy whose connection is lost, or whose statement fails, throws; the next one reads", async () => {
  const lost = db.snapshot(async (snapshot) => {
    for await (const _ of snapshot.copy(many))
      await db.pools.writing.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where query like 'copy (select ''line%'",
      );
  });
  await expect(lost).rejects.toThrow(/terminat/);
  const wrong = db.snapshot(async (snapshot) => {
    for await (const _ of snapshot.copy(sql`select (1 / (n - 200000))::text from generate_series(1, 300000) n`));
  });
  await expect(wrong).rejects.toThrow("division by zero");
  expect(await db.snapshot((snapshot) => snapshot.list("one", sql<{ one: number }>`select 1 as one`))).toEqual([
    { one: 1 },
  ]);
});
