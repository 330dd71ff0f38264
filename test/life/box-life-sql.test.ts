import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db, connection } = await testDatabase();
const { a } = await testServer(db);

beforeAll(async () => {
  const box = await a.box();
  await a.content({ box });
  await db.write((tx) => tx.deleteFrom("boxes").where("id", "=", box.id).execute());
  await a.box({ state: 7 });
});

/** Statements that somebody may try who has the program's own role and knows SQL. */
const attempts = (table: string, key: string) => [
  `update ${table} set created = now()`,
  `update ${table} set user_id = null where false or true`,
  `delete from ${table}`,
  `delete from ${table} where ctid in (select ctid from ${table} limit 1)`,
  `with gone as (delete from ${table} returning 1) select count(*) from gone`,
  `truncate ${table}`,
  `truncate ${table}, customers cascade`,
  "truncate users cascade",
  `insert into ${table} select * from ${table} on conflict (${key}) do update set created = now()`,
  `merge into ${table} t using customers on true when matched then delete`,
  `merge into ${table} t using customers on true when matched then update set created = now()`,
  "set session_replication_role = replica",
  "alter role current_user set session_replication_role = replica",
  "alter role current_user superuser",
  "update pg_trigger set tgenabled = 'D'",
  "set role postgres",
  "set session authorization postgres",
  "alter system set session_replication_role = replica",
  "copy (select 1) to program 'true'",
];
const refusals = ["42501"]; // insufficient privilege, also from the triggers

describe.each([
  ["history", "box_id, seq"],
  ["deleted_boxes", "box_id"],
])("what stands in %s stays", (table, key) => {
  test.each(attempts(table, key))("whoever tries %s", async (statement) => {
    const client = new pg.Client(connection);
    await client.connect();
    const look = async () => (await db.pools.writing.query(`select * from ${table} order by ${key}`)).rows as unknown[];
    const before = await look();
    expect(before.length).toBeGreaterThan(0);
    try {
      const error = await client.query(statement).then(
        () => ({ code: "nothing was refused" }),
        (thrown: { code: string }) => thrown,
      );
      expect(refusals).toContain(error.code);
    } finally {
      await client.end();
    }
    expect(await look()).toEqual(before);
  });
});
