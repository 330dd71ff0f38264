import { beforeAll, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { batchFaults } from "#server/database/destruction/verify-batches.ts";
import { seedBatches } from "./batches.ts";
import { seedArchive } from "./load-archive.ts";
import { seedStocktakes } from "./stocktakes.ts";
import { keepMonths } from "#server/database/stock-months/keep-months.ts";
import { Database } from "#server/database/database.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";

const first = await testDatabase();
const options = { boxes: 2000, seed: 7, add: false, now: new Date("2026-11-20T12:00:00Z"), say: () => {} };

const fingerprint = async ({ pools }: Database) => {
  const tables = [
    "customers",
    "rows",
    "boxes",
    "contents",
    "history",
    "deliveries",
    "delivery_boxes",
    "delivery_options",
  ];
  // an entry's salt is chance, on purpose, and its hashes are made with it
  const sums = tables.map(
    (table) => `(select md5(string_agg(r, '|' order by r)) from (
      select (to_jsonb(t) - '{salt,digest,hash}'::text[])::text as r from ${table} t) u) as ${table}`,
  );
  return (await pools.reading.query(`select ${sums.join(", ")}`)).rows[0];
};
const count = async (text: string) =>
  Number((await first.db.pools.writing.query(`select count(*) as n from ${text}`)).rows[0].n);

beforeAll(async () => {
  await seedArchive(first.connection, options);
});

expensive("a second archive of 2,000 boxes")("the same seed makes the same archive", async () => {
  const second = await testDatabase();
  await seedArchive(second.connection, options);
  expect(await fingerprint(second.db)).toEqual(await fingerprint(first.db));
});

test("customers have German addresses that the product accepts", async () => {
  expect(
    await count(`customers where address_postcode !~ '^\\d{5}$' or address_city = '' or address_street = ''`),
  ).toBe(0);
  expect(await count("customers c where not exists (select from delivery_options where customer_id = c.id)")).toBe(0);
});

test("deliveries are there in every state and kind, with what happened to them", async () => {
  const { rows } = await first.db.pools.writing.query(
    "select distinct kind, state from deliveries order by kind, state",
  );
  expect(rows.map(({ kind, state }) => `${kind} ${state}`)).toEqual(["0 0", "0 1", "0 2", "0 3", "1 0", "1 2"]);
  expect(
    await count(`deliveries d where state > 1 and not exists (
      select from delivery_events where delivery_id = d.id and kind in ('completed', 'canceled'))`),
  ).toBe(0);
});

test("there is a stocktake that is closed, one that is running, and two cases", async () => {
  await seedStocktakes(first.db);
  const { rows } = await first.db.pools.writing.query(
    "select state, (select count(*)::int from cases where state <> 4) as cases from stocktakes order by id",
  );
  expect(rows).toEqual([
    { state: 4, cases: 2 },
    { state: 1, cases: 2 },
  ]);
  const accepted = await first.db.pools.writing.query(
    "select class, count(*)::int from stocktake_accepted group by 1 order by 1",
  );
  expect(accepted.rows.map((row) => row.class)).toEqual(["missing", "other_place", "right"]);
  expect(await runChecks(first.db)).toEqual([]);
});

test("destruction batches are there in four states, made by people who may, and what they leave agrees", async () => {
  const { db } = first;
  await seedBatches(db, "Muster Archiv GmbH");
  const batches = await db.read.selectFrom("destruction_batches").select(["id", "state"]).orderBy("id").execute();
  expect(batches.map(({ state }) => state)).toEqual([6, 3, 1, 0]);
  expect(await batchFaults(db.read)).toEqual([]);
  const { rows } = await db.pools.reading.query("select from tokens");
  expect(rows).toEqual([]);
  expect(await runChecks(db)).toEqual([]);
});

test("an archive in use is not seeded by mistake", async () => {
  await expect(seedArchive(first.connection, options)).rejects.toThrow("--add");
  expect(await count("boxes")).toBe(options.boxes);
});

expensive("2,000 boxes added to an archive, every index anew")(
  "an archive can be added to another, indexes and foreign keys are made anew",
  async () => {
    const schema = `select string_agg(d, ';' order by d) as all from (
    select pg_get_indexdef(indexrelid) from pg_index where indrelid::regclass::text in ('boxes', 'contents', 'history')
    union all select conrelid::regclass || conname || pg_get_constraintdef(oid) from pg_constraint where contype = 'f') x(d)`;
    const before = (await first.db.pools.writing.query(schema)).rows;
    await first.db.pools.writing.query("select close_history(now())");
    const noteMonths = () => first.db.write((tx) => keepMonths(tx, new Date()));
    await noteMonths();
    await seedArchive(first.connection, { ...options, seed: 8, add: true, anewFrom: 1 });
    expect(await count("boxes")).toBe(2 * options.boxes);
    await noteMonths(); // which are those of all boxes
    expect((await first.db.pools.writing.query(schema)).rows).toEqual(before);
    expect(await runChecks(first.db)).toEqual([]);
  },
);

test("what fails halfway leaves nothing behind", async () => {
  const say = (text: string) => {
    if (text.startsWith("index")) throw new Error("power cut");
  };
  const before = await fingerprint(first.db);
  await expect(seedArchive(first.connection, { ...options, add: true, anewFrom: 1, say })).rejects.toThrow("power cut");
  expect(await fingerprint(first.db)).toEqual(before);
  expect(await runChecks(first.db)).toEqual([]);
  expect((await first.db.pools.writing.query("select to_regclass('boxes_code') is not null as there")).rows).toEqual([
    { there: true },
  ]);
});
