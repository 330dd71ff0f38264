import { sql } from "kysely";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { Database } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { forge } from "#test/support/ageing.ts";
import { testServer } from "#test/support/client.ts";
import { emptyDatabase, testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";
import { allSeals, sealNow } from "./seal-days.ts";
import { verifyHistory } from "./verify-history.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const { userId } = await server.asStaff();
const owner = await a.customer();
const issue = () => a.invoice(owner, { id: userId });
const faultsOf = async () => (await verifyHistory(db)).first.map(({ what }) => what);
const dayOf = async (id: number) =>
  (await sql<{ day: string }>`select berlin_day(issued)::text as day from invoices where id = ${id}`.execute(db.read))
    .rows[0]?.day;

/** Returns what is found while the database has other contents; then restores the contents. */
async function faultsWhile(change: string, tables = ["invoices", "invoice_hashes"]): Promise<string[]> {
  await forge(connection, ...tables.map((table) => `create table kept_${table} as select * from ${table}`), change);
  const faults = await faultsOf();
  for (const table of tables)
    await forge(
      connection,
      `delete from ${table}`,
      `insert into ${table} select * from kept_${table}`,
      `drop table kept_${table}`,
    );
  expect(await faultsOf()).toEqual([]);
  return faults;
}

test("what is issued goes into the seal of its day, and into none before", async () => {
  await sealNow(db);
  expect((await allSeals(db.read)).at(-1)).toMatchObject({ invoices: 0 });
  for (const _ of [1, 2]) await issue();
  await sealNow(db);
  expect((await allSeals(db.read)).at(-1)).toMatchObject({ invoices: 2 });
  await issue();
  await sealNow(db);
  expect((await allSeals(db.read)).at(-1)).toMatchObject({ invoices: 1 });
  expect(await verifyHistory(db)).toMatchObject({ faults: 0, invoices: 3 });
});

describe("whoever changes what was issued is found, by its number and its day", () => {
  test.each([
    ["the number", "number = 'RE-1999-00001'"],
    ["the kind", "kind = 381, corrects_id = id"],
    ["the customer", "customer_id = customer_id + 1"],
    ["the month", "period_from = period_from - 1"],
    ["a line of it", "snapshot = jsonb_set(snapshot, '{lines,0,text}', '\"Anderes\"')"],
    ["the sum", "net = net - 1, gross = gross - 1"],
    ["the day when it is due", "due = due + 1"],
    ["the moment when it was issued", "issued = issued + interval '1 microsecond'"],
    ["who issued it", "issued_by = 4711"],
    ["the XML with its hash", "xml = 'x', xml_sha256 = sha256('x')"],
    ["that it has an XML", "xml = null, xml_sha256 = null"],
  ])("%s, whether its day is sealed or not", async (_what, change) => {
    for (const isSealed of [false, true]) {
      const { id, number } = await issue();
      if (isSealed) await sealNow(db);
      const faults = await faultsWhile(`update invoices set ${change} where id = ${id}`);
      expect(faults).toEqual([`invoice ${number} of ${await dayOf(id)} is not what was issued`]);
    }
  });

  test("the XML alone, where the database's own guard was taken away", async () => {
    const { id, number } = await issue();
    const { rows } = await sql<{ name: string; text: string }>`
      select conname as name, pg_get_constraintdef(oid) as text from pg_constraint
      where conrelid = 'invoices'::regclass and pg_get_constraintdef(oid) like '%convert_to%'`.execute(db.read);
    const name = rows[0]?.name;
    await forge(connection, `alter table invoices drop constraint ${name}`);
    const faults = await faultsWhile(`update invoices set xml = replace(xml, '48.00', '84.00') where id = ${id}`);
    await forge(connection, `alter table invoices add constraint ${name} ${rows[0]?.text}`);
    expect(faults).toEqual([`invoice ${number} of ${await dayOf(id)} has another XML than the one that was issued`]);
  });

  test("one that is taken away", async () => {
    const { id, number } = await issue();
    const day = await dayOf(id);
    await sealNow(db);
    expect(await faultsWhile(`delete from invoices where id = ${id}`)).toEqual([
      `invoice ${number} of ${day} is missing`,
    ]);
  });

  test("one that is put in", async () => {
    const { id } = await issue();
    await sealNow(db);
    const faults = await faultsWhile(`insert into invoices
      select (i).* from (select jsonb_populate_record(i, '{"id":4711,"number":"RE-2026-99999"}') as i from invoices i where id = ${id}) i`);
    expect(faults).toEqual([`invoice RE-2026-99999 of ${await dayOf(id)} is there, and was never issued`]);
  });

  test("and with all that was kept of it, by the seal of its day", async () => {
    const { id } = await issue();
    await sealNow(db);
    const number = (await allSeals(db.read)).at(-1)?.number;
    const anew = (change: string) => `with i as (update invoices set ${change} where id = ${id} returning invoices)
      update invoice_hashes h set hash = invoice_hash(i.invoices) from i where invoice_id = ${id}`;
    expect(await faultsWhile(anew("due = due + 1"))).toEqual([`seal ${number} is not over these entries`]);
    expect(
      await faultsWhile(`with gone as (delete from invoices where id = ${id})
        delete from invoice_hashes where invoice_id = ${id}`),
    ).toEqual([`seal ${number} is over 1 invoices, there are 0`]);
  });
});

expensive("ten seals and ten invoices at once")(
  "who issues is waited for, and nothing is issued in a time that is sealed",
  async () => {
    const sealing = Array.from({ length: 10 }, () => sealNow(db));
    await Promise.all([...sealing, ...Array.from({ length: 10 }, issue)]);
    await forge(connection, "update history_floor set at = now() + interval '1 hour'"); // a clock that is put back by an hour
    const { id } = await issue();
    const { rows } = await sql<{ ahead: boolean }>`
    select issued > now() as ahead from invoices where id = ${id}`.execute(db.read);
    expect(rows).toEqual([{ ahead: true }]);
    await forge(connection, "update history_floor set at = at + interval '1 hour'");
    await db.write((tx) => sql`select make_seal()`.execute(tx));
    expect(await faultsOf()).toEqual([]);
    const seals = await allSeals(db.read);
    const { invoices: total } = await verifyHistory(db);
    expect(seals.reduce((sum, { invoices }) => sum + (invoices ?? 0), 0)).toBe(total);
  },
);

test("a seal reads what was issued since the one before, and not what was issued in years", async () => {
  const many = await emptyDatabase();
  await migrate(many);
  const client = new pg.Client(many);
  await client.connect();
  try {
    await forge(
      many,
      `insert into invoice_hashes select n, 'RE-2020-' || n, '2020-01-01'::timestamptz + n * interval '1 minute', sha256('')
      from generate_series(1, 20000) n`,
      "insert into seals (number, until, boxes, entries, batches, events, invoices, root, previous, hash, found) values (1, '2026-01-01', 0, 0, 0, 0, 20000, sha256(''), sha256(''), sha256(''), false)",
    );
    await client.query("vacuum analyze invoice_hashes");
    await client.query("select close_history(now())");
    await client.query("begin");
    await client.query("select make_seal()");
    const { rows } = await client.query(`select coalesce(seq_tup_read + idx_tup_fetch, 0)::int as read
      from pg_stat_xact_user_tables where relname in ('invoice_hashes')`);
    await client.query("rollback");
    expect(rows[0].read).toBeLessThan(100);
  } finally {
    await client.end();
  }
});

test("seals of before invoices were sealed keep their hash, and the next one is over all that was issued until then", async () => {
  const old = await emptyDatabase();
  await migrate(old, { upTo: "0087_entries-billed" });
  const client = new pg.Client(old);
  await client.connect();
  const insertInvoice = (nth: number) =>
    client.query(
      `insert into invoices (number, kind, customer_id, period_from, period_to, snapshot, net, vat, gross, issued_by, due)
      values ($1, 380, 1, '2026-10-01', '2026-10-31', '{"lines": [], "number": "ä"}', 1, 0.19, 1.19, 1, '2026-12-01')`,
      [`RE-2026-0000${nth}`],
    );
  await client.query(`insert into users (email, last_name, is_staff, password_hash) values ('a@example.com', 'A', true, 'none');
    insert into customers (code, name) values (1, 'A')`);
  await insertInvoice(1);
  await client.query("select close_history(now())");
  await client.query("select make_seal()");
  const { rows: before } = await client.query("select encode(hash, 'hex') as hash from seals");
  await insertInvoice(2);
  await migrate(old);
  const migrated = new Database(old);
  try {
    expect(await verifyHistory(migrated)).toMatchObject({ faults: 0, seals: 1, invoices: 2 });
    expect(await allSeals(migrated.read)).toMatchObject([{ ...before[0], invoices: null }]);
    await insertInvoice(3);
    await sealNow(migrated);
    expect(await allSeals(migrated.read)).toMatchObject([before[0], { boxes: 0, entries: 0, batches: 0, invoices: 3 }]);
    expect(await verifyHistory(migrated)).toMatchObject({ faults: 0, seals: 2, invoices: 3 });
  } finally {
    await client.end();
    await migrated.close();
  }
});
