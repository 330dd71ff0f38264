import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { expireAudit, record } from "#server/database/audit/audit.ts";
import { forge } from "#test/support/ageing.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";
import { allSeals, sealNow } from "./seal-days.ts";
import { verifyHistory } from "./verify-history.ts";

const { db, connection } = await testDatabase();

const actor = { userId: 7, address: "192.0.2.7" };
const note = (amount = 1) =>
  db.write((tx) =>
    record(
      tx,
      actor,
      ...Array.from({ length: amount }, () => ({ kind: AuditKind.priceSet, meta: { about: "9,00 €" } })),
    ),
  );
const faultsOf = async () => (await verifyHistory(db)).first.map(({ what }) => what);
const last = async () =>
  (
    await sql<{
      id: number;
      day: string;
    }>`select id, berlin_day(at)::text as day from audit order by id desc limit 1`.execute(db.read)
  ).rows[0]!;

/** Returns what is found while the database has other contents; then restores the contents. */
async function faultsWhile(change: string, ...tables: string[]): Promise<string[]> {
  const all = ["audit", "audit_days", ...tables];
  await forge(connection, ...all.map((table) => `create table kept_${table} as select * from ${table}`), change);
  const faults = await faultsOf();
  for (const table of all)
    await forge(
      connection,
      `delete from ${table}`,
      `insert into ${table} overriding system value select * from kept_${table}`,
      `drop table kept_${table}`,
    );
  expect(await faultsOf()).toEqual([]);
  return faults;
}

test("what is written goes into the next seal, and into no other", async () => {
  await note(3);
  await sealNow(db);
  expect((await allSeals(db.read)).at(-1)).toMatchObject({ audit_entries: 3 });
  await note(2);
  expect(await verifyHistory(db)).toMatchObject({ faults: 0, audited: 3, expired: 0 });
  await sealNow(db);
  expect((await allSeals(db.read)).at(-1)).toMatchObject({ audit_entries: 2 });
  expect(await verifyHistory(db)).toMatchObject({ faults: 0, audited: 5, expired: 0 });
});

describe("whoever owns the database and changes what is sealed is found, by its day", () => {
  test.each([
    ["who", "user_id = 8"],
    ["what", "kind = 61"],
    ["when", "at = at - interval '1 microsecond'"],
    ["from where", "address = null"],
    ["what was typed", "name = ''"],
    ["about whom", "customer_code = 1"],
    ["about which box", "box_code = '0001000001'"],
    ["about which thing", "object = 'user', object_id = 1"],
    ["what it says", `meta = '{"about": "1,00 €"}'`],
  ])("%s", async (_what, change) => {
    await note();
    await sealNow(db);
    const { id, day } = await last();
    expect(await faultsWhile(`update audit set ${change} where id = ${id}`)).toEqual([
      `the audit trail of ${day} is not what was written`,
    ]);
  });

  test("an entry that is taken away, one that is put in, and the digest with it", async () => {
    await note(2);
    await sealNow(db);
    const { id, day } = await last();
    const number = (await allSeals(db.read)).at(-1)?.number;
    expect(await faultsWhile(`delete from audit where id = ${id}`)).toEqual([
      `the audit trail of ${day} has 1 of its 2 entries`,
    ]);
    const more = `insert into audit (id, at, kind) overriding system value select id + 1000, at, 1 from audit where id = ${id}`;
    expect(await faultsWhile(more)).toEqual([`the audit trail of ${day} has 3 of its 2 entries`]);
    expect(
      await faultsWhile(`delete from audit where id = ${id}; update audit_days set entries = 1,
      digest = (select sha256(sha256(audit_bytes(a))) from audit a where id = ${id - 1}) where seal = ${number}`),
    ).toEqual([`seal ${number} is over 2 entries of the audit trail, there are 1`]);
    expect(
      await faultsWhile(
        `update audit_days set digest = sha256('') where seal = ${number}; delete from audit where false`,
      ),
    ).toEqual([`the audit trail of ${day} is not what was written`, `seal ${number} is not over these entries`]);
  });
});

test("entries that expire after 400 days leave their digest: the seals hold, and that is said", async () => {
  await note(2);
  await sealNow(db);
  const before = await verifyHistory(db);
  const { rows } = await sql<{ sealed: number }>`select count(*)::int as sealed from audit_days`.execute(db.read);
  // as if everything had been written 401 days earlier, and sealed then
  await forge(
    connection,
    "update audit set at = at - interval '401 days'",
    "delete from seals",
    "delete from audit_days",
    "update audit_floor set at = now()",
    "update history_floor set at = now()",
    "select make_seal()",
  );
  expect(await verifyHistory(db)).toMatchObject({ faults: 0, audited: before.audited, expired: 0 });
  await db.write(expireAudit);
  expect(rows[0]?.sealed).toBeGreaterThan(0);
  expect(await verifyHistory(db)).toMatchObject({ faults: 0, audited: 0, expired: 1 });
});

expensive("ten seals and a hundred entries at once")(
  "who writes is waited for, and nothing is written in a time that is sealed",
  async () => {
    await Promise.all([...Array.from({ length: 10 }, () => sealNow(db)), ...Array.from({ length: 100 }, () => note())]);
    await forge(connection, "update audit_floor set at = now() + interval '1 hour'"); // a clock that is put back by an hour
    await note();
    const { rows } = await sql<{
      ahead: boolean;
    }>`select at > now() as ahead from audit order by id desc limit 1`.execute(db.read);
    expect(rows).toEqual([{ ahead: true }]);
    await forge(connection, "update history_floor set at = now() + interval '1 hour'");
    await db.write((tx) => sql`select make_seal()`.execute(tx));
    expect(await faultsOf()).toEqual([]);
  },
);
