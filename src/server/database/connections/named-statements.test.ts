import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { fc } from "#test/support/random.ts";
import { Database, isoInstant } from "#server/database/database.ts";

const { connection } = await testDatabase();
const db = new Database(connection, { sizes: { reading: 1, writing: 1 } }); // each connection has plans of its own
afterAll(() => db.close());

const planned = async () => {
  const { rows } = await db.pools.reading.query<{ statement: string; calls: number }>(
    "select statement, (generic_plans + custom_plans)::int as calls from pg_prepared_statements where statement like $1",
    ["%customers%"],
  );
  return rows;
};

test("a statement that comes again is planned once, whoever wrote it; one for all columns each time, as columns may come", async () => {
  const one = () => db.read.selectFrom("customers").select("name").where("code", "=", 42).execute();
  const whole = () => db.read.selectFrom("customers").selectAll().where("code", "=", 42).execute();
  for (let count = 0; count < 3; count++) {
    await one();
    await whole();
  }
  const statements = (await planned()).filter(({ statement }) => statement.includes('"code" ='));
  expect(statements).toEqual([{ statement: 'select "name" from "customers" where "code" = $1', calls: 3 }]);
});

test("an instant is read as a Date would write it, from the year 1 on", () => {
  const known = [
    ["2026-11-21 05:18:00+00", "2026-11-21T05:18:00.000Z"],
    ["2026-11-21 05:18:00.1+00", "2026-11-21T05:18:00.100Z"],
    ["2026-11-21 05:18:00.123999+00", "2026-11-21T05:18:00.123Z"],
    ["0001-01-01 00:00:00+00", "0001-01-01T00:00:00.000Z"],
    ["10000-01-01 00:00:00+00", undefined],
  ] as const;
  for (const [written, iso] of known) {
    if (iso === undefined) expect(() => isoInstant(written)).toThrow("Invalid time value");
    else expect(isoInstant(written)).toBe(iso);
  }
  const moment = fc.date({
    min: new Date("0001-01-01T00:00:00Z"),
    max: new Date("9999-12-31T23:59:59Z"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moment, fc.stringMatching(/^(\.\d{1,6})?$/), (date, fraction) => {
      const seconds = date.toISOString().slice(0, 19);
      const expected = new Date(`${seconds}${fraction}Z`).toISOString();
      expect(isoInstant(`${seconds.replace("T", " ")}${fraction}+00`)).toBe(expected);
    }),
  );
});
