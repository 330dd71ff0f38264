import { Kysely, PostgresDialect, type Transaction as KyselyTransaction } from "kysely";
import pg from "pg";
import type { Tables } from "./tables.ts";

/** What every mutation takes first: an open transaction. The pool does not fit this type. */
export type Transaction = KyselyTransaction<Tables>;

/** Reading: the whole database or an open transaction. */
export type Reader = Kysely<Tables>;

/** Where the database is: a connection string, or the parts of one. */
export type Connection = string | { host: string; port: number; user: string; database: string; password?: string };

const { builtins } = pg.types;
const parsers = new Map<number, (value: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.DATE, (value) => value],
  // "2026-11-21 05:18:00.123+00", made ISO first: otherwise the year 1 is read as 2001
  [builtins.TIMESTAMPTZ, (value) => new Date(value.replace(" ", "T").replace(/[+-]\d\d$/, "$&:00")).toISOString()],
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

const retryable = new Set(["40001", "40P01"]); // serialization failure, deadlock

/** The database of the archive. Reads go through `read` and `list`, every write through `write`. */
export class Database {
  readonly read: Reader;
  readonly pool: pg.Pool;

  constructor(connection: Connection, options: { size?: number; onError?: (error: Error) => void } = {}) {
    this.pool = new pg.Pool({ ...clientConfig(connection), max: options.size ?? 8, connectionTimeoutMillis: 10_000 });
    this.pool.on("error", options.onError ?? (() => {}));
    // without a listener, a connection that breaks between two statements of a transaction would end this process
    this.pool.on("connect", (client) => client.on("error", () => undefined));
    this.read = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: this.pool }) });
  }

  /**
   * Runs hand-written SQL as a named statement, planned once per connection. `name` and `text` belong
   * together for good: one name for one text.
   */
  async list<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    return (await this.pool.query<Row>({ name, text, values })).rows;
  }

  /**
   * Runs `work` in one transaction: committed when it answers, rolled back when it throws. Work that
   * PostgreSQL gave up for a deadlock or a conflict is done again, three times at most, so `work` must do nothing
   * outside the transaction.
   */
  async write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.read.transaction().execute(work);
      } catch (error) {
        if (attempt === 3 || !retryable.has((error as { code?: string }).code ?? "")) throw error;
      }
    }
  }

  async close(): Promise<void> {
    await this.read.destroy(); // ends the pool only if Kysely has used it
    if (!this.pool.ending) await this.pool.end();
  }
}
