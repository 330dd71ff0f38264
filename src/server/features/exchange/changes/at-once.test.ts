import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { expect } from "vitest";
import { listChanges } from "#contract/calls/exchange/changes.ts";
import { clientConfig } from "#server/database/database.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { repeated } from "#test/support/extent.ts";
import { fc } from "#test/support/random.ts";
import { waitForOldTransactions } from "#test/support/locks.ts";
import { expensive } from "#test/support/tiers.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a } = server;

const writers = 16;
const rounds = repeated(30, 600);
const customers = [await a.customer(), await a.customer(), await a.customer()];
for (const owner of customers) for (let n = 0; n < 5; n++) await a.content({ box: await a.box({ owner }) });

type Copy = Map<string, string>;

/** Returns what exists of some boxes and contents, or of all that somebody sees. */
async function archive(seen: readonly number[] | null, ids: readonly string[] | null): Promise<Copy> {
  const { rows } = await sql<{ key: string; text: string }>`
    select key, text from (
      select 'box ' || id as key, size::text as text, customer_id from boxes
      union all select 'content ' || id, text, customer_id from contents) x
    where (${seen}::bigint[] is null or customer_id = any(${seen}::bigint[])) and (${ids}::text[] is null or key = any(${ids}::text[]))`.execute(
    db.read,
  );
  return new Map(rows.map(({ key, text }) => [key, text]));
}

/** Keeps a copy as docs/api/changes.md says: everything once, then what changed. */
class Follower {
  readonly copy: Copy = new Map();
  readonly versions = new Map<string, number>();
  readonly faults: string[] = [];
  readonly #by: Client;
  readonly #seen: readonly number[] | null;
  readonly #limit: number;
  #next: string | null = null;

  constructor(by: Client, seen: readonly number[] | null, limit: number) {
    [this.#by, this.#seen, this.#limit] = [by, seen, limit];
  }

  /** Answers whether there is more already. */
  async follow(): Promise<boolean> {
    const since = this.#next === null ? {} : { since: this.#next };
    const page = await this.#by.call(listChanges, { query: { limit: this.#limit, kinds: "box,content", ...since } });
    if (page.full !== (this.#next === null)) this.faults.push(`begins anew: ${page.code}`);
    if (page.full) for (const [key, text] of await archive(this.#seen, null)) this.copy.set(key, text);
    const keys = page.changes.map(({ kind, id }) => `${kind} ${id}`);
    const now = await archive(this.#seen, keys);
    for (const [at, { version, deleted }] of page.changes.entries()) {
      const key = keys[at] as string;
      if (version <= (this.versions.get(key) ?? 0)) this.faults.push(`version ${version} of ${key} does not grow`);
      this.versions.set(key, version);
      const text = deleted ? undefined : now.get(key); // gone meanwhile: reported soon
      if (text === undefined) this.copy.delete(key);
      else this.copy.set(key, text);
    }
    this.#next = page.next;
    return page.more;
  }
}

/** Does one thing after the other, each in a transaction of some statements that may be rolled back, in part or whole, or be cut off. */
class Writer {
  pid = 0;
  #client: pg.Client | null = null;
  #numbers = 0;
  readonly #place: number;
  readonly #dice: (below: number) => number;

  constructor(place: number, dice: (below: number) => number) {
    [this.#place, this.#dice] = [place, dice];
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client) return this.#client;
    const client = new pg.Client(clientConfig(connection));
    client.on("error", () => {});
    await client.connect();
    this.pid = (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid ?? 0;
    this.#client = client;
    return client;
  }

  async work(): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      try {
        await this.#transact(await this.#connected());
      } catch {
        await this.close(); // it was killed
      }
    }
    await this.close();
  }

  async #transact(client: pg.Client): Promise<void> {
    const owner = customers[this.#dice(customers.length)] as (typeof customers)[number];
    await client.query("begin");
    const { rows } = await client.query<{ id: number }>(
      "select id::int from boxes where customer_id = $1 and id % 7 = $2 order by id for update",
      [owner.id, this.#dice(7)],
    );
    for (let step = this.#dice(4); step >= 0; step--) {
      await client.query("savepoint step");
      await this.#change(client, owner, rows[this.#dice(Math.max(1, rows.length))]?.id ?? 0);
      if (this.#dice(4) === 0) await client.query("rollback to savepoint step");
      await sleep(this.#dice(4));
    }
    await client.query(this.#dice(4) === 0 ? "rollback" : "commit");
  }

  async #change(client: pg.Client, owner: (typeof customers)[number], box: number): Promise<void> {
    const word = String(this.#dice(1_000_000));
    const number = 1000 * (this.#place + 1) + (this.#numbers++ % 1000);
    const changes: (() => Promise<unknown>)[] = [
      () => client.query("update boxes set size = 1 + size % 9000 + $2 where id = $1", [box, this.#dice(50)]),
      () =>
        client.query(
          "insert into contents (box_id, customer_id, text) select id, customer_id, $2 from boxes, generate_series(1, 3) where id = $1",
          [box, word],
        ),
      () => client.query("update contents set text = $2 where box_id = $1", [box, word]),
      () => client.query("delete from contents where id = (select max(id) from contents where box_id = $1)", [box]),
      () =>
        client.query(
          "insert into boxes (customer_id, customer_code, number) values ($1, $2, $3) on conflict do nothing",
          [owner.id, owner.code, number],
        ),
      () => client.query("delete from boxes where id = $1", [box]),
    ];
    await changes[this.#dice(changes.length)]?.();
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => {});
  }
}

expensive("sixteen writers, four followers, and connections that are killed")(
  "what somebody put together from the changes is the archive, whatever sixteen writers commit, roll back and lose meanwhile",
  async () => {
    const random = fc.sample(fc.array(fc.nat(10_000), { minLength: 5000, maxLength: 5000 }), 1)[0] as number[];
    let thrown = 0;
    const dice = (below: number) => (random[thrown++ % random.length] as number) % below;
    const own = [customers[0]?.id ?? 0];
    const staff = await server.asStaff();
    const followers = [
      new Follower(staff, null, 1),
      new Follower(staff, null, 7),
      new Follower(staff, null, 1000),
      new Follower(await server.asCustomer({ id: own[0] as number }), own, 3),
    ];
    for (const follower of followers) await follower.follow();
    const working = Array.from({ length: writers }, (_, place) => new Writer(place, dice));
    const end = new AbortController();
    const done = Promise.all(working.map((writer) => writer.work())).finally(() => end.abort());
    const killing = (async () => {
      while (!end.signal.aborted) {
        await sleep(20);
        const { pid } = working[dice(writers)] as Writer;
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid = ${pid}::int and datname = current_database()`.execute(
          db.read,
        );
      }
    })();
    const following = followers.map(async (follower) => {
      while (!end.signal.aborted) await follower.follow();
    });
    await Promise.all([done, killing, ...following]);
    await waitForOldTransactions(db);
    for (const follower of followers) while (await follower.follow());
    for (const [at, follower] of followers.entries()) {
      const there = await archive(at === 3 ? own : null, null);
      expect(follower.faults).toEqual([]);
      expect(Object.fromEntries(follower.copy)).toEqual(Object.fromEntries(there));
      expect(follower.versions.size).toBeGreaterThan(20);
    }
  },
);
