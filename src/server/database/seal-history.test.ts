import pg from "pg";
import { describe, expect, inject, test } from "vitest";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { growingTables } from "./seal-history.ts";

const { db, connection } = await testDatabase();
const { a } = await testServer(db);
const box = await a.box({ state: 1 });

const plain = (table: string) => [
  `update ${table} set created = now()`,
  `delete from ${table}`,
  `truncate ${table}`,
  `truncate ${table}, users cascade`,
  "truncate users cascade",
  `insert into ${table} select * from ${table} on conflict (${table === "history" ? "box_id, seq" : "box_id"}) do update set created = now()`,
  `merge into ${table} t using users u on true when matched then delete`,
  `with gone as (delete from ${table} returning 1) select 1`,
  `alter table ${table} disable trigger all`,
  `alter table ${table} disable trigger user`,
  `alter table ${table} disable trigger ${table}_rows`,
  `drop trigger ${table}_rows on ${table}`,
  `drop trigger ${table}_table on ${table}`,
  "drop function refuse_change() cascade",
  "create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$",
  "alter function refuse_change() rename to harmless",
  `create trigger aaa before update on ${table} for each row execute function refuse_change()`,
  `create rule aaa as on insert to ${table} do instead nothing`,
  `alter table ${table} rename to gone`,
  `alter table ${table} set schema pg_temp`,
  `alter table ${table} drop column user_id`,
  `alter table ${table} add column x int`,
  `alter table ${table} alter column created type date`,
  `alter table ${table} owner to magazin`,
  `alter table ${table} enable row level security`,
  `alter table ${table} set unlogged`,
  `create table child () inherits (${table})`,
  `drop table ${table}`,
  `drop table ${table} cascade`,
  "drop schema public cascade",
  "alter schema public rename to gone",
  "alter schema public owner to magazin",
  "drop owned by magazin_history",
  "reassign owned by magazin_history to magazin",
  "set role magazin_history",
  "set role postgres",
  "grant magazin_history to magazin",
  `grant all on ${table} to magazin; delete from ${table}`,
  "set session_replication_role = replica",
  "set local session_replication_role = replica",
  "alter role magazin set session_replication_role = replica",
  "alter database current_database set session_replication_role = replica",
  "alter role magazin superuser",
  "create role another login superuser",
  "update pg_trigger set tgenabled = 'D'",
  "update pg_class set relowner = 1",
  "alter system set session_replication_role = replica",
  "create extension adminpack",
  "copy (select 1) to program 'true'",
];

describe.each(["history", "deleted_boxes"])("the program's own role never changes %s", (table) => {
  test.each(plain(table))("by %s", async (statement) => {
    const client = new pg.Client(connection);
    await client.connect();
    const look = async () => {
      const { rows } = await db.pools.writing.query<{ all: string }>(
        `select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as all from ${table} t`,
      );
      const triggers = await db.pools.writing.query(
        "select tgname, tgenabled from pg_trigger where tgrelid = $1::regclass and not tgisinternal order by 1",
        [table],
      );
      return [rows, triggers.rows];
    };
    const before = await look();
    const name = statement.replaceAll("current_database", connection.database);
    const error: { code?: string; message?: string } | null = await client.query(name).then(
      () => null,
      (thrown: object) => thrown,
    );
    await client.end();
    expect(error, `${name} was done`).not.toBeNull();
    expect(["42501", "0A000", "42P01", "2BP01"], `${error?.code} ${error?.message}`).toContain(error?.code);
    expect(await look()).toEqual(before);
  });
});

test("the program's role cannot drop its database, and works as before", async () => {
  const client = new pg.Client({ ...connection, database: "postgres" });
  await client.connect();
  await expect(client.query(`drop database ${connection.database} with (force)`)).rejects.toThrow(/must be owner/);
  await client.end();
  await db.pools.writing.query("delete from boxes where id = $1", [(await a.box()).id]);
  await db.pools.writing.query("analyze history");
  expect((await db.pools.writing.query("select from history where box_id = $1", [box.id])).rowCount).toBe(2);
  expect(inject("postgres").superuser.user).toBe("postgres");
});

/** Tables that change as their own triggers say, state by state. The program's role has to change them, and the triggers refuse to empty them. */
const changing = [
  "cases",
  "destruction_batches",
  "destruction_lines",
  "holds",
  "procedure_changes",
  "restored_numbers",
  "stocktakes",
];

const { rows: kept } = await db.pools.writing.query<{ name: string; owner: string; empties: boolean }>(`
  select c.relname as name, pg_get_userbyid(c.relowner) as owner, not exists (select from pg_trigger t
    where t.tgrelid = c.oid and t.tgtype & 34 = 34 and t.tgenabled in ('O', 'A')) as empties
  from pg_class c where c.relkind = 'r' and exists (select from pg_trigger t
    where t.tgrelid = c.oid and t.tgtype & 11 = 11 and not t.tgisinternal)
    and c.relname not in ('boxes', 'contents') order by 1`);

describe("whatever refuses that a row goes", () => {
  test("refuses to be emptied, and belongs to who signs in nowhere", () => {
    expect(kept.length).toBeGreaterThan(20);
    expect(kept.filter(({ empties }) => empties)).toEqual([]);
    expect(kept.filter(({ owner }) => owner !== "magazin_history").map(({ name }) => name)).toEqual(changing);
    expect(kept.map(({ name }) => name).filter((name) => !changing.includes(name))).toEqual([...growingTables].sort());
  });

  test.each(kept.map(({ name }) => name))(
    "%s, also by who owns it, and with everything that refers to it",
    async (name) => {
      const superuser = new pg.Client({ ...inject("postgres").superuser, database: connection.database });
      await superuser.connect();
      try {
        for (const client of [db.pools.writing, superuser])
          for (const statement of [`truncate ${name}`, `truncate ${name} cascade`])
            await expect(client.query(statement), statement).rejects.toMatchObject({
              // what others refer to is refused before anybody asks who it is
              code: expect.stringMatching(statement.endsWith("cascade") ? /^42501$/ : /^(42501|0A000)$/) as unknown,
            });
      } finally {
        await superuser.end();
      }
    },
  );

  test.each(growingTables)(
    "%s is changed, emptied and let go of by nothing that the program's role says",
    async (name) => {
      const { rows } = await db.pools.writing.query<{ column: string }>(
        "select attname as column from pg_attribute where attrelid = $1::regclass and attnum > 0 and attidentity = '' and attgenerated = '' limit 1",
        [name],
      );
      const column = rows[0]?.column ?? "";
      for (const statement of [
        `update ${name} set ${column} = ${column}`,
        `delete from ${name}`,
        `alter table ${name} disable trigger user`,
        `drop trigger ${name}_table on ${name}`,
        `drop table ${name} cascade`,
        `grant all on ${name} to magazin; truncate ${name}`,
      ])
        await expect(db.pools.writing.query(statement), statement).rejects.toMatchObject({ code: "42501" });
    },
  );
});
