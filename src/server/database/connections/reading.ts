import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { Tables } from "#server/database/tables.ts";
import { toStatement, type Sql } from "./statement.ts";

/**
 * Every query's first parameter: what selects, and nothing else. Its connections are read-only, so that PostgreSQL refuses
 * a change that is hidden in hand-written SQL.
 */
export interface Reader extends Pick<Kysely<Tables>, "selectFrom" | "fn" | "getExecutor"> {
  /**
   * Runs hand-written SQL, made by the tag `sql`, as a named statement that is planned once per connection. A name belongs to one text
   * for good, whatever the values: PostgreSQL's client refuses another text under it. Of a statement put together anew, the name is made of its text.
   */
  list<Row extends object>(name: StatementName, statement: Sql<Row>): Promise<Row[]>;
}

type StatementName = string | ((text: string) => string);

/** Reader of everything as it is at one moment. */
export interface Snapshot extends Reader {
  /**
   * Reads much: what a statement without values finds, as bytes of UTF-8 that nothing has read meanwhile, each row a line. It finds one
   * column of text, without control characters and never empty, as JSON is. Answers how many rows there were.
   */
  copy(statement: Sql): AsyncGenerator<Buffer, number>;
}

/** A statement that reads; named where it is planned once per connection. */
export interface ReadQuery {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
  /** Statement that begins the transaction of a query, where the query wants one of its own. */
  readonly within?: string;
}

/** Whoever answers a statement that reads, on a connection that is in no transaction. */
export type Ask = (question: ReadQuery) => Promise<pg.QueryResult>;

class ReadingKysely extends Kysely<Tables> implements Reader {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    const client = { query: (text: string, values: unknown[]) => ask({ text, values }), release: () => {} };
    const pool = { options: {}, connect: async () => client as never, end: async () => {} };
    super({ dialect: new PostgresDialect({ pool }) });
    this.#ask = ask;
  }

  async list<Row extends object>(name: StatementName, statement: Sql<Row>): Promise<Row[]> {
    const { sql: text, parameters } = toStatement(statement);
    const named = typeof name === "string" ? name : name(text);
    return (await this.#ask({ name: named, text, values: [...parameters] })).rows as Row[];
  }
}

/** Reads statement by statement, by whoever answers them. */
export const readerBy = (ask: Ask): Reader => new ReadingKysely(ask);

/** PostgreSQL leaves a text as it is in this form where it has none of these two characters, and no line's end. */
const asItIs = String.raw`format csv, quote E'\x01', delimiter E'\x02'`;

/** Reads everything as it is at one moment, on a connection that nobody else uses; after an error it is of no use to anybody. */
export async function inSnapshot<T>(
  client: pg.ClientBase,
  work: (db: Snapshot) => Promise<T>,
  within?: string,
): Promise<T> {
  let isCopying = false;
  const ask: Ask = async ({ name, text, values = [] }) => {
    // it would wait for the rest of the copy, and that for whoever reads it
    if (isCopying) throw new Error("A copy has not been read to its end: nothing else can be asked until then.");
    return name === undefined ? client.query(text, values) : client.query({ name, text, values });
  };
  const copy = async function* (statement: Sql) {
    const { sql: text, parameters } = toStatement(statement);
    if (parameters.length > 0) throw new TypeError("A copy takes no values: sql.lit writes a number into its text.");
    const stream = client.query(copyTo(`copy (${text}) to stdout with (${asItIs})`));
    isCopying = true;
    yield* stream as AsyncIterable<Buffer>;
    isCopying = false;
    return stream.rowCount;
  };
  await ask({ text: "begin isolation level repeatable read read only" });
  if (within !== undefined) await client.query(within);
  const result = await work(Object.assign(readerBy(ask), { copy }));
  await ask({ text: "commit" });
  return result;
}
