import { Kysely, PostgresDialect, type Transaction as KyselyTransaction } from "kysely";
import pg from "pg";
import { asTransaction } from "./outside-transaction.ts";
import { NamingClient } from "./named-statements.ts";
import type { Tables } from "./tables.ts";

/** What every mutation takes first: an open transaction. The pool does not fit this type. */
export type Transaction = KyselyTransaction<Tables>;

/**
 * Every query's first parameter: what selects, and nothing else. Its connections are read-only, so that PostgreSQL refuses
 * a change that is hidden in hand-written SQL.
 */
export interface Reader extends Pick<Kysely<Tables>, "selectFrom" | "fn" | "getExecutor"> {
  /**
   * Runs hand-written SQL as a named statement, planned once per connection. `name` and `text` belong
   * together for good: one name for one text.
   */
  list<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]>;
}

/** Where the database is: a connection string, or the parts of one. */
export type Connection = string | { host: string; port: number; user: string; database: string; password?: string };

/** "2026-11-21 05:18:00.123456+00" as `toISOString` writes it, to the millisecond, without a Date where its parts are in their places. */
export function isoInstant(value: string): string {
  if (value.length > 21 && value[10] === " " && value.endsWith("+00"))
    return `${value.slice(0, 10)}T${value.slice(11, 19)}.${value.slice(20, -3).padEnd(3, "0").slice(0, 3)}Z`;
  // made ISO first: otherwise the year 1 is read as 2001
  return new Date(value.replace(" ", "T").replace(/[+-]\d\d$/, "$&:00")).toISOString();
}

const { builtins } = pg.types;
const parsers = new Map<number, (value: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.DATE, (value) => value],
  [builtins.TIMESTAMPTZ, isoInstant],
]);
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    (format !== "binary" && parsers.get(oid)) || pg.types.getTypeParser(oid, format),
};

const settings = "-c plan_cache_mode=force_generic_plan -c timezone=UTC -c idle_in_transaction_session_timeout=60000";

/** What a pool or a single client is opened with; numbers, dates and times come as `tables.ts` says. */
export function clientConfig(connection: Connection): pg.ClientConfig {
  const where = typeof connection === "string" ? { connectionString: connection } : connection;
  return { ...where, options: settings, types, application_name: "magazin" };
}

function openPool(config: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ ...config, connectionTimeoutMillis: 10_000, Client: NamingClient });
  pool.on("error", onError);
  // without a listener, a connection that breaks between two statements of a transaction would end this process
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

class ReadingKysely extends Kysely<Tables> implements Reader {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ dialect: new PostgresDialect({ pool }) });
    this.#pool = pool;
  }

  async list<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    return (await this.#pool.query({ name, text, values })).rows as Row[];
  }
}

/** How many connections there are at most, of each kind: who waits for a lock keeps one, and nobody who reads waits for it. */
export interface PoolSizes {
  readonly reading: number;
  readonly writing: number;
}

const retryable = new Set(["40001", "40P01"]); // serialization failure, deadlock

/** The database of the archive. Reads go through `read`, every write through `write`. */
export class Database {
  readonly read: Reader;
  /** The bare connections: for proofs and tests, which look at what nothing else shows. */
  readonly pools: { readonly reading: pg.Pool; readonly writing: pg.Pool };
  readonly #writer: Kysely<Tables>;

  constructor(connection: Connection, options: { sizes?: PoolSizes; onError?: (error: Error) => void } = {}) {
    const { sizes = { reading: 4, writing: 4 }, onError = () => {} } = options;
    const config = clientConfig(connection);
    const readOnly = { ...config, options: `${settings} -c default_transaction_read_only=on` };
    const reading = openPool({ ...readOnly, max: sizes.reading }, onError);
    const writing = openPool({ ...config, max: sizes.writing }, onError);
    this.pools = { reading, writing };
    this.read = new ReadingKysely(reading);
    this.#writer = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: writing }) });
  }

  /**
   * Runs `work` in one transaction: committed when it answers, rolled back when it throws. Work that
   * PostgreSQL gave up for a deadlock or a conflict is done again, three times at most, so `work` must do nothing
   * outside the transaction; what waits for anything else refuses to be called in it (`outsideTransaction`).
   */
  async write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#writer.transaction().execute((tx) => asTransaction(() => work(tx)));
      } catch (error) {
        if (attempt === 3 || !retryable.has((error as { code?: string }).code ?? "")) throw error;
      }
    }
  }

  /** Whether the database answers. */
  answers(): Promise<boolean> {
    return this.pools.reading.query("select 1").then(
      () => true,
      () => false,
    );
  }

  async close(): Promise<void> {
    const open = Object.values(this.pools).filter((pool) => !pool.ending);
    await Promise.all(open.map((pool) => pool.end()));
  }
}
