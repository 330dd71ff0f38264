import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import type { Tables } from "#server/database/tables.ts";

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

/** A statement that reads; named where it is planned once per connection. */
export interface Question {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
}

/** Whoever answers a statement that reads, on a connection that is in no transaction. */
export type Ask = (question: Question) => Promise<pg.QueryResult>;

class ReadingKysely extends Kysely<Tables> implements Reader {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    const client = { query: (text: string, values: unknown[]) => ask({ text, values }), release: () => {} };
    const pool = { options: {}, connect: async () => client as never, end: async () => {} };
    super({ dialect: new PostgresDialect({ pool }) });
    this.#ask = ask;
  }

  async list<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    return (await this.#ask({ name, text, values })).rows as Row[];
  }
}

/** Reads statement by statement, by whoever answers them. */
export const readerBy = (ask: Ask): Reader => new ReadingKysely(ask);
