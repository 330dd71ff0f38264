import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { auditDays } from "#rules/access/audit/audit.ts";
import { atTheMachine, expireAudit, record } from "#server/database/audit/audit.ts";
import { startHousekeeping } from "#server/housekeeping.ts";
import { testConfig } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db, connection } = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), "magazin-seal-"));
const config = testConfig({ DATA_DIR: folder });
const superuser = new pg.Client({ ...inject("postgres").superuser, database: connection.database });

const daysAgo = (days: number) => `now() - interval '${days} days'`;
const write = (...ages: number[]) =>
  superuser.query(`insert into audit (at, kind) values ${ages.map((days) => `(${daysAgo(days)}, 1)`).join(", ")}`);
const look = async () => (await superuser.query("select * from audit order by id")).rows as unknown[];

beforeAll(async () => {
  await superuser.connect();
  await write(10, 399);
});
afterAll(async () => {
  await superuser.end();
  rmSync(folder, { recursive: true });
});

describe("what stands in the audit trail stays", () => {
  const attempts = [
    "update audit set user_id = null",
    "update audit set at = now() - interval '500 days'",
    "delete from audit",
    "delete from audit where at < now() - interval '400 days'",
    "truncate audit",
    "insert into audit (at, kind) values (now() - interval '1 day', 1)",
    "insert into audit (id, kind) overriding system value values (1, 1)",
    "merge into audit t using users on true when matched then delete",
    "drop table audit",
    "alter table audit disable trigger all",
    "drop trigger audit_age on audit",
    "drop function expire_audit",
    "create or replace function audit_limit() returns timestamptz language sql stable return now()",
    "create or replace function keep_audit() returns trigger language plpgsql as 'begin return old; end'",
    "alter function expire_audit() owner to current_user",
    "set role magazin_history",
  ];

  test.each(attempts)("whoever tries %s with the program's own role", async (statement) => {
    const before = await look();
    const client = new pg.Client(connection);
    await client.connect();
    const error = await client.query(statement).then(
      () => ({ code: "nothing was refused" }),
      (thrown: { code: string }) => thrown,
    );
    await client.end();
    expect(["42501", "428C9"]).toContain(error.code); // no privilege; the database alone numbers
    expect(await look()).toEqual(before);
  });

  test("also from whoever owns the table, as the program does with DATABASE_URL, as long as it is young", async () => {
    const before = await look();
    for (const statement of ["delete from audit", "update audit set kind = 2", "truncate audit"])
      await expect(superuser.query(statement)).rejects.toMatchObject({ code: "42501" });
    expect(await look()).toEqual(before);
  });

  test("and a function of the same name does not widen what may go", async () => {
    const before = await look();
    const client = new pg.Client(connection);
    await client.connect();
    await client.query("create schema trick; create function trick.audit_limit() returns timestamptz return now()");
    await client.query("set search_path = trick, public");
    expect((await client.query("select expire_audit() as gone")).rows).toEqual([{ gone: "0" }]);
    await client.end();
    expect(await look()).toEqual(before);
  });
});

describe("after 400 days", () => {
  test("entries go, and only they, however many there are and by nobody but the clean-up", async () => {
    await superuser.query(
      `insert into audit (at, kind) select ${daysAgo(auditDays + 1)}, 1 from generate_series(1, 10050)`,
    );
    await write(auditDays - 1, auditDays + 1);
    const kept = (await look()).length - 10_051;
    expect(await db.write(expireAudit)).toBe(10_000); // a piece at a time: nobody waits long behind it
    const reported: unknown[] = [];
    const stop = startHousekeeping(
      { db, config, now: () => new Date() },
      (_message, detail) => void reported.push(detail),
    );
    await expect.poll(() => reported).toContainEqual({ entries: 51 });
    await stop();
    expect(await look()).toHaveLength(kept);
  });
});

test("the moment of an entry is the database's own", async () => {
  await db.write((tx) => record(tx, atTheMachine, { kind: 1 }));
  const { rows } = await superuser.query(
    "select now() - at < interval '1 minute' as fresh from audit order by id desc limit 1",
  );
  expect(rows).toEqual([{ fresh: true }]);
});

test("of what was typed at a failed sign-in no more is kept than distinguishes it from another, however long it was", async () => {
  await db.write((tx) => record(tx, atTheMachine, { kind: 2, name: "😀".repeat(300) }));
  const { rows } = await superuser.query("select name from audit order by id desc limit 1");
  expect(rows).toEqual([{ name: "😀… (300 Zeichen)" }]);
});
