import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { dropIndexes } from "./bulk-load.ts";
import { type Connection, clientConfig } from "#server/database/database.ts";

/** A connection that loads much at once, in one transaction: all of it comes to stay or nothing. */
export interface BulkLoad {
  readonly query: <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>;
  /** Appends lines in COPY's text format to a table. */
  copy(table: string, columns: string, lines: readonly (string | Buffer)[]): Promise<void>;
  /** The next id of a table's counter. Nobody else takes one: writers have to wait. */
  nextId(table: string, column?: string): Promise<number>;
  /** Ids up to this one are used. */
  usedIds(table: string, last: number, column?: string): Promise<void>;
}

/** Tables that grow with every box; their indexes are made anew after a large load. */
const large = ["boxes", "contents", "images", "history", "delivery_boxes", "delivery_contents", "storage_periods"];
const columnList = [
  "customers",
  "users",
  "customer_users",
  "delivery_options",
  "areas",
  "rows",
  "deliveries",
  "delivery_events",
  "holds",
  "hold_boxes",
  "taken_entries",
  ...large,
];

interface LoadOptions {
  /** True where so many rows arrive that rebuilding the indexes is quicker than maintaining them. */
  readonly anew: boolean;
  readonly say: (text: string) => void;
}

/** Runs `work` in a transaction during which nobody else writes; tidies the tables up afterwards. */
export async function loadMuch<T>(
  connection: Connection,
  { anew, say }: LoadOptions,
  work: (loading: BulkLoad) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(clientConfig(connection));
  // Without a listener, a connection that breaks between two statements would end this process before it has tidied up.
  client.on("error", () => undefined);
  await client.connect();
  const loading = loadingOn(client);
  try {
    await client.query("begin");
    await client.query("set local maintenance_work_mem = '512MB'");
    await client.query(`lock table ${columnList.join(", ")} in share row exclusive mode`);
    const makeAgain = anew ? await dropIndexes(client, large) : [];
    const result = await work(loading);
    for (const { what, sql } of makeAgain) {
      say(what);
      await client.query(sql);
    }
    await client.query("commit");
    say("statistics and visibility");
    await client.query(
      `vacuum (analyze) ${columnList.join(", ")}, customer_counts, customer_items, area_counts, row_counts, due_counts, delivery_counts`,
    );
    return result;
  } finally {
    // An open transaction ends with its connection.
    await client.end();
  }
}

function loadingOn(client: pg.Client): BulkLoad {
  const query = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await client.query<Row>(sql, values)).rows;
  return {
    query,
    async copy(table, columns, lines) {
      if (lines.every((part) => part.length === 0)) return;
      await pipeline(Readable.from(lines), client.query(copyFrom(`copy ${table} (${columns}) from stdin`)));
    },
    async nextId(table, column = "id") {
      const rows = await query<{ id: number }>("select nextval(pg_get_serial_sequence($1, $2)) as id", [table, column]);
      return rows[0]?.id ?? 1;
    },
    async usedIds(table, last, column = "id") {
      await query("select setval(pg_get_serial_sequence($1, $2), $3::bigint)", [table, column, last]);
    },
  };
}
