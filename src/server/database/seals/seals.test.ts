import { type RawBuilder, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { batchFaults } from "#server/database/destruction/verify-batches.ts";
import { migrate } from "#server/database/migrate.ts";
import { BatchEvent } from "#rules/destruction/batch-state.ts";
import { Database, type Transaction } from "#server/database/database.ts";
import { recordBatchEvent } from "#server/database/destruction/batches.ts";
import { sealHistory, unsealHistory } from "#server/database/seal-history.ts";
import { testServer } from "#test/support/client.ts";
import { emptyDatabase, testDatabase } from "#test/support/database.ts";
import { fc } from "#test/support/random.ts";
import { expensive } from "#test/support/tiers.ts";
import { allSeals, sealDays, sealNow } from "./seal-days.ts";
import { MerkleTree, sha256 } from "./merkle.ts";
import { compareSeals, verifyHistory } from "./verify-history.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const { userId } = await server.asStaff();
const superuser = new pg.Client({ ...inject("postgres").superuser, database: connection.database });
beforeAll(() => superuser.connect());
afterAll(() => superuser.end());

/** Runs a statement as somebody who may do everything with the database, and knows nothing of hashes. */
async function forge(statement: string): Promise<void> {
  await superuser.query("begin");
  await superuser.query("set local session_replication_role = replica");
  await superuser.query(statement);
  await superuser.query("commit");
}

const write = (statement: RawBuilder<unknown>) => db.write((tx) => statement.execute(tx));
const faultsOf = async () => (await verifyHistory(db)).first.map(({ boxId, what }) => ({ boxId, what }));

describe("a history that nobody touched", () => {
  test("proves itself: boxes of all states, contents, entries in one statement", async () => {
    for (const state of [0, 1, 2, 3, 4, 5, 6, 7] as const) await a.box({ state });
    await a.content({ state: 0 });
    const { faults, entries, boxes } = await verifyHistory(db);
    expect(faults).toBe(0);
    const { rows } = await sql<{ entries: number; boxes: number }>`
      select count(*) as entries, count(distinct box_id) as boxes from history`.execute(db.read);
    expect({ entries, boxes }).toEqual(rows[0]);
  });

  test("proves one box and one customer's boxes", async () => {
    const box = await a.box({ state: 1 });
    expect(await verifyHistory(db, { box: box.id })).toMatchObject({ entries: 2, boxes: 1, seals: 0, faults: 0 });
    const { rows } = await sql<{ id: number }>`select customer_id as id from boxes where id = ${box.id}`.execute(
      db.read,
    );
    expect(await verifyHistory(db, { customer: rows[0]?.id ?? 0 })).toMatchObject({ entries: 2, boxes: 1, faults: 0 });
  });

  test("finds an entry's predecessor by the index, in a statement that fills an archive nearly empty when it was planned", async () => {
    const [{ id: customer, code }, row] = [await a.customer(), await a.row()];
    await superuser.query("vacuum analyze history, storage_periods");
    const read = await db.write(async (tx) => {
      await sql`
        with made as (
          insert into boxes (customer_id, customer_code, number, history_count, state, place_area, row_id, part, height, placed)
          select ${customer}, ${code}, n, 2, 1, ${row.area.id}, ${row.id}, 1 + n / 5, 1 + n % 5, now() from generate_series(1, 2000) n returning id)
        insert into history (box_id, seq, kind) select id, s, s - 1 from made, generate_series(1, 2) s order by 1, 2`.execute(
        tx,
      );
      const { rows } = await sql<{ read: number; asked: number }>`
        select sum(seq_tup_read)::int as read, sum(idx_scan) filter (where relname = 'history')::int as asked
        from pg_stat_xact_user_tables where relname in ('history', 'storage_periods')`.execute(tx);
      return rows[0];
    });
    expect(read?.read).toBeLessThan(2000); // each row of them for each that was there: millions
    expect(read?.asked).toBeLessThan(3000); // one that begins a history follows none: nothing is looked up, and 4000 would be for all
    expect(await verifyHistory(db, { customer })).toMatchObject({ entries: 4000, faults: 0 });
  });

  test("is sealed once for everything since the seal before, whoever comes first", async () => {
    await Promise.all([sealNow(db), sealNow(db), sealNow(db)]);
    const before = await allSeals(db.read);
    await a.box({ state: 1 });
    expect(await sealNow(db)).toBe(true);
    const seals = await allSeals(db.read);
    expect(seals.at(-1)).toMatchObject({ boxes: 1, entries: 2, found: false, previous: before.at(-1)?.hash });
    expect(await verifyHistory(db)).toMatchObject({ faults: 0, seals: seals.length });
  });

  test("is sealed up to midnight in Berlin by itself, and no second time", async () => {
    await forge("update history_floor set at = '-infinity'; delete from seals; delete from audit_days");
    expect(await sealDays(db)).toBe(true);
    expect(await sealDays(db)).toBe(false);
    const { rows } = await sql<{ midnight: boolean }>`
      select to_char(until at time zone 'Europe/Berlin', 'HH24:MI:SS') = '00:00:00' and until <= now()
        and until > now() - interval '25 hours' as midnight from seals`.execute(db.read);
    expect(rows).toEqual([{ midnight: true }]);
  });

  test("gets no entry into a sealed time, though a clock is put back", async () => {
    await sealNow(db);
    const box = await a.box();
    await write(sql`insert into history (box_id, seq, kind, created) values (${box.id}, 2, 1, '2020-01-01')`);
    expect(await verifyHistory(db)).toMatchObject({ faults: 0 });
  });

  test("holds where two wrote to one box at the same moment, and the later one had begun before the seal", async () => {
    await forge("update history_floor set at = '-infinity'; delete from seals; delete from audit_days");
    const box = await a.box();
    const other = await a.box();
    await write(sql`insert into history (box_id, seq, kind, created) values
      (${box.id}, 2, 1, now() - interval '1 hour'), (${box.id}, 3, 1, now() - interval '3 hours'), (${box.id}, 4, 1, now()),
      (${other.id}, 2, 1, now() - interval '1 hour')`);
    for (const ago of ["2 hours", "30 minutes", "0 minutes"]) {
      await write(sql`select close_history(now() - ${ago}::interval)`);
      await write(sql`select make_seal()`);
    }
    const all = await allSeals(db.read);
    expect(all.slice(0, 2)).toMatchObject([
      { boxes: 1, entries: 3 },
      { boxes: 1, entries: 2 },
    ]);
    expect(await verifyHistory(db)).toMatchObject({ faults: 0, seals: 3 });
  });

  test("takes no entry that follows none", async () => {
    const box = await a.box();
    const gap = write(sql`insert into history (box_id, seq, kind) values (${box.id}, 3, 1)`);
    await expect(gap).rejects.toMatchObject({ code: "23514" });
    const second = write(sql`insert into history (box_id, seq, kind) values (${box.id}, 1, 0)`);
    await expect(second).rejects.toMatchObject({ code: "23505" }); // it begins once
  });

  test("is hashed by the database, whatever somebody writes in there", async () => {
    const box = await a.box();
    const said = "insert into history (box_id, seq, kind, salt, digest, hash) values ($1, 2, 1, null, $2, $2)";
    await superuser.query(said, [box.id, Buffer.alloc(32)]); // the program's role may not even say it
    expect(await verifyHistory(db, { box: box.id })).toMatchObject({ entries: 2, faults: 0 });
  });

  test("cannot be sealed into the future, where nobody could write any more", async () => {
    await write(sql`select close_history(now() + interval '1 day')`);
    await a.box();
    const { rows } = await sql<{ ahead: boolean }>`select max(created) > now() as ahead from history`.execute(db.read);
    expect(rows[0]?.ahead).toBe(false);
  });
});

describe("whoever changes one thing in the database is found, by the first box and entry", () => {
  test.each([
    ["the kind", "kind = 9", "entry 2 is not what was written"],
    ["the author", "user_id = 4711", "entry 2 is not what was written"],
    ["the time", "created = created + interval '1 microsecond'", "entry 2 is not what was written"],
    ["a letter of what was said", "meta = jsonb_set(meta, '{area}', '\"x\"')", "entry 2 does not say what was written"],
    ["a reason that was not there", "text = ''", "entry 2 does not say what was written"],
    ["the hash", "hash = decode(repeat('ab', 32), 'hex')", "entry 2 is not what was written"],
    [
      "what was said, with its digest",
      "meta = null, digest = entry_digest(salt, null, text)",
      "entry 2 is not what was written",
    ],
  ])("%s", async (_what, change, expected) => {
    const box = await a.box({ state: 2 }); // made, stored, sent out
    await forge(`create table kept as select * from history where box_id = ${box.id}`);
    await forge(`update history set ${change} where box_id = ${box.id} and seq = 2`);
    const faults = await faultsOf();
    await forge(
      `delete from history where box_id = ${box.id}; insert into history select * from kept; drop table kept`,
    );
    expect(faults[0]).toEqual({ boxId: box.id, what: expected });
    expect(await faultsOf()).toEqual([]);
  });

  test("an entry that is taken away", async () => {
    const box = await a.box({ state: 2 });
    await forge(`create table kept as select * from history where box_id = ${box.id} and seq = 2`);
    await forge(`delete from history where box_id = ${box.id} and seq = 2`);
    const faults = await faultsOf();
    await forge("insert into history select * from kept; drop table kept");
    expect(faults[0]).toEqual({ boxId: box.id, what: "entry 2 is missing" });
  });

  test("a whole history that is written anew, hashes and all, by its seal", async () => {
    const box = await a.box({ state: 1 });
    await sealNow(db);
    const last = (await allSeals(db.read)).at(-1);
    await forge(`create table kept as select * from history where box_id = ${box.id}`);
    await forge(`delete from history where box_id = ${box.id}`);
    await superuser.query(
      `alter table history enable always trigger history_chain; update history_floor set at = '-infinity'`,
    );
    await superuser.query(`insert into history select * from kept order by seq`); // with other salts, so with other hashes
    await superuser.query(`alter table history enable trigger history_chain`);
    expect(await faultsOf()).toEqual([{ boxId: null, what: `seal ${last?.number} is not over these entries` }]);
    await forge(
      `delete from history where box_id = ${box.id}; insert into history select * from kept; drop table kept`,
    );
    await forge("update history_floor set at = (select max(until) from seals)");
    expect(await faultsOf()).toEqual([]);
  });

  test("seals that are made anew, by those that somebody kept", async () => {
    await sealNow(db);
    const kept = await allSeals(db.read);
    expect(compareSeals(kept, await allSeals(db.read))).toEqual([]);
    await forge("update seals set hash = sha256(hash) where number = 1");
    const changed = await allSeals(db.read);
    expect(compareSeals(kept, changed)).toEqual(["seal 1 is another one than the one kept"]);
    expect(compareSeals(kept, [])).toHaveLength(kept.length);
    expect((await faultsOf())[0]).toEqual({ boxId: null, what: "seal 1 does not prove itself" });
    await forge(`update seals set hash = decode('${kept[0]?.hash}', 'hex') where number = 1`);
  });
});

describe("what happens to a destruction batch", () => {
  const batch = async (until: "proposed" | "certified") => {
    const owner = await a.customer();
    return a.batch({ owner, boxes: [await a.box({ owner, state: 7 })], until });
  };

  test("goes into the seal of its day, and into none before", async () => {
    await sealNow(db);
    const { id } = await batch("proposed");
    await sealNow(db);
    const first = (await allSeals(db.read)).at(-1);
    expect(first).toMatchObject({ batches: 1, events: 2 });
    await a.box();
    await sealNow(db);
    expect((await allSeals(db.read)).at(-1)).toMatchObject({ batches: 0, events: 0 });
    await db.write((tx) => recordBatchEvent(tx, id, userId, { kind: BatchEvent.changed }));
    await sealNow(db);
    expect((await allSeals(db.read)).at(-1)).toMatchObject({ batches: 1, events: 1 });
    expect(await faultsOf()).toEqual([]);
  });

  expensive("a destruction of every step, verified six times")(
    "is found where its last step is taken away, or written anew with a chain that holds",
    async () => {
      const { id } = await batch("certified");
      await sealNow(db);
      const seal = (await allSeals(db.read)).at(-1);
      const last = `batch_id = ${id} and seq = (select max(seq) from destruction_events where batch_id = ${id})`;
      await forge(`create table kept as select * from destruction_events where ${last}`);
      await forge(`delete from destruction_events where ${last}`);
      expect(await batchFaults(db.read, id)).toEqual([]);
      const { events = 0 } = seal ?? {};
      expect(await faultsOf()).toEqual([
        {
          boxId: null,
          what: `seal ${seal?.number} is over ${events} events of 1 batches, there are ${Number(events) - 1} of 1`,
        },
      ]);
      await forge("insert into destruction_events select * from kept");
      expect(await faultsOf()).toEqual([]);
      await forge(
        `update destruction_events set meta = '{"forged":true}', digest = entry_digest(salt, '{"forged":true}', text) where ${last}`,
      );
      await forge(`update destruction_events e set hash = entry_hash(
      (select hash from destruction_events p where p.batch_id = ${id} and p.seq = e.seq - 1), batch_id, seq, kind, user_id, created, digest) where ${last}`);
      expect(await batchFaults(db.read, id)).toEqual([]);
      expect(await faultsOf()).toEqual([{ boxId: null, what: `seal ${seal?.number} is not over these entries` }]);
      await forge(
        `delete from destruction_events where ${last}; insert into destruction_events select * from kept; drop table kept`,
      );
      expect(await faultsOf()).toEqual([]);
    },
  );

  expensive("ten seals and ten steps at once")(
    "is waited for, and nobody who takes a step meanwhile gets into a time that is sealed",
    async () => {
      const { id } = await batch("proposed");
      await sealNow(db);
      const step = async (tx: Transaction) => {
        await sql`select from destruction_batches where id = ${id} for update`.execute(tx);
        await recordBatchEvent(tx, id, userId, { kind: BatchEvent.changed });
      };
      const sealing = Array.from({ length: 10 }, () => sealNow(db));
      await Promise.all([...sealing, ...Array.from({ length: 10 }, () => db.write(step))]);
      await sealNow(db);
      expect(await faultsOf()).toEqual([]);
      const seals = await allSeals(db.read);
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from destruction_events`.execute(db.read);
      expect(seals.reduce((sum, { events }) => sum + (events ?? 0), 0)).toBe(rows[0]?.n);
    },
  );
});

test("seals of before batches were sealed keep their hash, and the next one is over all that happened to batches until then", async () => {
  const old = await emptyDatabase();
  await migrate(old, { upTo: "0023_imports" });
  const client = new pg.Client(old);
  await client.connect();
  await client.query(`insert into users (email, last_name, is_staff, password_hash) values ('a@example.com', 'A', true, 'none');
    insert into customers (code, name) values (1, 'A');
    insert into boxes (customer_id, customer_code, number, history_count) values (1, 1, 1, 1);
    insert into history (box_id, seq, kind) values (1, 1, 0);
    insert into destruction_batches (id, customer_id, protection_class, security_level, created_by) values (1, 1, 2, 4, 1);
    insert into destruction_events (batch_id, seq, kind, user_id) values (1, 0, 0, 1)`);
  await client.query("select close_history(now())");
  await client.query("select make_seal()");
  const { rows: before } = await client.query("select encode(hash, 'hex') as hash from seals");
  await migrate(old);
  const migrated = new Database(old);
  try {
    expect(await verifyHistory(migrated)).toMatchObject({ faults: 0, seals: 1 });
    expect(await allSeals(migrated.read)).toMatchObject([{ ...before[0], batches: null, events: null }]);
    await client.query("insert into destruction_events (batch_id, seq, kind, user_id) values (1, 0, 1, 1)");
    await sealNow(migrated);
    expect(await allSeals(migrated.read)).toMatchObject([before[0], { boxes: 0, entries: 0, batches: 1, events: 2 }]);
    expect(await verifyHistory(migrated)).toMatchObject({ faults: 0, seals: 2 });
  } finally {
    await client.end();
    await migrated.close();
  }
});

test("the tree of the database and the one outside have the same root", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 40 }), async (amount) => {
      const tree = new MerkleTree();
      const leaves = Array.from({ length: amount }, (_, index) => sha256(Buffer.from(`${index}`)));
      for (const leaf of leaves) tree.add(leaf);
      const { rows } = await sql<{ root: Buffer }>`select merkle_root(${leaves}::bytea[]) as root`.execute(db.read);
      expect(tree.root()).toEqual(rows[0]?.root);
    }),
  );
});

test("what was written before entries were chained is sealed as it is found, and the chain goes on from there", async () => {
  const old = await emptyDatabase();
  await migrate(old, { upTo: "0013_saved_views" });
  const client = new pg.Client(old);
  await client.connect();
  await client.query(`insert into users (email, last_name, is_staff, password_hash) values ('a@example.com', 'A', true, 'none');
    insert into customers (code, name) values (1, 'A');
    insert into boxes (customer_id, customer_code, number, history_count) select 1, 1, n, 3 from generate_series(1, 50) n;
    insert into history (box_id, seq, kind, user_id, meta, text, created)
      select b, s, 10, case when s > 1 then 1 end, jsonb_build_object('from', s, 'to', 'ä'), 'Straße', '2026-01-01'::timestamptz + s * interval '1 day'
      from generate_series(1, 3) s, generate_series(1, 50) b`);
  const target = { ...inject("postgres").superuser, database: old.database };
  await sealHistoryBefore(target);
  await migrate(old, { onBegin: () => unsealHistory(target, old.user) });
  await sealHistory(target, old.user);
  const migrated = new Database(old);
  try {
    expect(await allSeals(migrated.read)).toMatchObject([{ number: 1, boxes: 50, entries: 150, found: true }]);
    await client.query("insert into history (box_id, seq, kind) values (7, 4, 7)");
    expect(await verifyHistory(migrated)).toEqual({
      audited: 0,
      expired: 0,
      blanked: 0,
      entries: 151,
      boxes: 50,
      seals: 1,
      invoices: 0,
      faults: 0,
      first: [],
    });
  } finally {
    await client.end();
    await migrated.close();
  }
});

/** As a version before left it: the history belongs to nobody who logs in. */
async function sealHistoryBefore(target: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(target);
  await client.connect();
  await client.query(
    "alter table history owner to magazin_history; alter function refuse_change() owner to magazin_history",
  );
  await client.end();
}
