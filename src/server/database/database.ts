import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect, type Transaction as KyselyTransaction } from "kysely";
import pg from "pg";
import { Connections, isStandby, type Kind } from "#server/database/connections/connections.ts";
import { changesNothing, CommitUnanswered } from "#server/database/connections/lost-connection.ts";
import { areViewsAway, departmentSchema, enterDepartment } from "#server/database/departments/narrow-views.ts";
import { asTransaction } from "./outside-transaction.ts";
import { inSnapshot, type Reader, readerBy, type Snapshot } from "#server/database/connections/reading.ts";
import { toStatement, type Sql } from "#server/database/connections/statement.ts";
import { Standbys } from "#server/database/standbys/standbys.ts";
import { Secrets } from "#server/database/secrets/secrets.ts";
import type { Tables } from "./tables.ts";

export type { Reader, Snapshot, Sql };

/** Open transaction, which every mutation takes first. The pool does not fit this type. */
export type Transaction = KyselyTransaction<Tables>;

/** Reads in a transaction what it has changed. */
export function readerIn(tx: Transaction): Reader {
  const list: Reader["list"] = async (_name, statement) => (await tx.executeQuery(toStatement(statement))).rows;
  return Object.assign(tx, { list });
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

/** kB of new texts that are gathered before an index sorts them in: each search reads through them. */
const gathered = 256;
const settings = `-c plan_cache_mode=force_generic_plan -c timezone=UTC -c idle_in_transaction_session_timeout=60000 -c gin_pending_list_limit=${gathered}`;

/** Limits on waiting: a client does not wait for a connection for long, and notices when the other machine is gone. */
const waiting = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Returns the configuration that opens a pool or a single client; numbers, dates and times come as `tables.ts` says. */
export function clientConfig(connection: Connection): pg.ClientConfig {
  const where = typeof connection === "string" ? { connectionString: connection } : connection;
  return { ...where, ...waiting, options: settings, types, application_name: "magazin" };
}

/** Highest number of connections of each kind: a call that waits for a lock keeps one, and no reader waits for it. */
export interface PoolSizes {
  readonly reading: number;
  readonly writing: number;
}

/** Connections for what waits for nobody's lock: two, so that one insert goes while another one waits for the disk. */
const noting = 2;
/** Connections for searches of staff, and for those of customer users, which may be many: they keep nobody waiting who works. */
const searching = 2;
/** Connections for what reads much at one moment: it may take a minute, and keeps nobody waiting who looks at a page. */
export const snapshotsAtOnce = 2;
/**
 * A search always asks an index: how much a pattern finds is not known when its statement is planned once for all. What is like a
 * mistyped word has a third of its pieces.
 */
const searchSettings =
  "-c enable_seqscan=off -c jit=off -c max_parallel_workers_per_gather=0 -c work_mem=32MB -c pg_trgm.word_similarity_threshold=0.35";

/** ms; how long a statement may wait for a lock, and how long it may run. */
export interface StatementLimits {
  readonly lock: number;
  readonly reading: number;
  readonly searching: number;
  readonly writing: number;
}

/**
 * Limits on a server's statements, so that none keeps a connection indefinitely; migrations and the command line may take their time. The longest
 * statement that people start is about the metadata of 170,000 boxes, and takes 13 s.
 */
export const servingLimits: StatementLimits = {
  // longer than PostgreSQL takes to find a deadlock, which is tried again
  lock: 1_200,
  reading: 30_000,
  // people go on typing: what has not been found by then is named, and the rest is shown
  searching: 150,
  writing: 120_000,
};
/** ms that a server which is to stop gives the statements that are still running then. */
export const goodbye = 1_500;
const watchLimit = 5_000; // ms; who watches the process wants to know soon

interface DatabaseOptions {
  /** True where mails are sent; otherwise none is queued. */
  readonly mails?: boolean;
  readonly secrets?: Secrets;
  readonly sizes?: PoolSizes;
  readonly limits?: StatementLimits;
  readonly onError?: (error: Error) => void;
  /** Where reading standbys are. */
  readonly standbys?: readonly Connection[];
  /** Hears which of them are left out, and when they read along again. */
  readonly onStandby?: (message: string, detail: object) => void;
}

/** Says whether PostgreSQL gave a statement up because its time was over. */
export const isLate = (error: unknown): boolean => (error as { code?: string } | null)?.code === "57014";

/** ms that who reads as a department waits for its views, which a migration makes anew, and between two looks for them. */
const viewsAway = 10_000;
const viewsPause = 200;

async function whenViewsStand<T>(work: () => Promise<T>): Promise<T> {
  for (let waitTime = 0; ; waitTime += viewsPause) {
    try {
      return await work();
    } catch (error) {
      if (!areViewsAway(error) || waitTime >= viewsAway) throw error;
      await sleep(viewsPause);
    }
  }
}

/** Number of times that work is tried that PostgreSQL gives up. */
const tries = 3;
const retryable = new Set(["40001", "40P01"]); // serialization failure, deadlock

/**
 * Says whether work that PostgreSQL gave up is worth another try at once. It is not where somebody holds a row, who may take their time. A statement
 * that waited for a whole table waited behind a migration, which gives way.
 */
function mayTryAgain(error: unknown): boolean {
  const { code = "", where = "" } = (error ?? {}) as { code?: string; where?: string };
  return retryable.has(code) || (code === "55P03" && !where.includes("tuple"));
}

/** The database of the archive. Reads go through `read`, every write through `write`. */
export class Database {
  /** Reads by the primary. */
  readonly read: Reader;
  /** The same in short time, on connections of its own. @throws what `isLate` knows where it takes longer */
  readonly search: Reader;
  /** The same for who looks through what is their own, in as much time as any other reading has. */
  readonly ownSearch: Reader;
  /** Keys that open the secrets of the database's tables. */
  readonly secrets: Secrets;
  /** Standbys that may read, too; null where there are none. */
  readonly standbys: Standbys | null;
  /** The bare connections: for proofs and tests, which look at what nothing else shows. */
  readonly pools: Connections["pools"];
  readonly #connections: Connections;
  readonly #writer: Kysely<Tables>;
  readonly #noter: Kysely<Tables>;

  constructor(connection: Connection, options: DatabaseOptions = {}) {
    const { sizes = { reading: 4, writing: 4 }, limits, onError = () => {}, standbys = [] } = options;
    this.secrets = options.secrets ?? new Secrets();
    const config = clientConfig(connection);
    // what is not tried again waits for a table in one go as long as others do in all their tries
    const within = (longest: number, lock = tries * (limits?.lock ?? 0)) =>
      limits ? `${settings} -c lock_timeout=${lock} -c statement_timeout=${longest}` : settings;
    const readOnly = "-c default_transaction_read_only=on";
    const readsAt = (where: pg.ClientConfig) => ({ ...where, options: `${within(limits?.reading ?? 0)} ${readOnly}` });
    const lasting = (ms: number | undefined) => (ms === undefined ? {} : { longest: ms });
    const reads = readsAt(config);
    const searches = (longest = 0) => ({
      ...config,
      ...lasting(longest || undefined),
      max: searching,
      options: `${within(longest)} ${readOnly} ${searchSettings}`,
    });
    const whole = searches(limits?.reading);
    const narrow = { ...whole, options: `${whole.options} -c search_path=${departmentSchema},public` };
    const mails = options.mails ? " -c magazin.mails=on" : "";
    const writes = {
      ...config,
      ...lasting(limits?.writing),
      options: `${within(limits?.writing ?? 0, limits?.lock)}${mails}`,
    };
    this.#connections = new Connections(
      {
        reading: { ...reads, ...lasting(limits?.reading), max: sizes.reading },
        searching: searches(limits?.searching),
        searchingOwn: whole,
        // who sees a part reads along indexes, as who searches their own
        departments: { ...narrow, ...lasting(limits?.reading), max: searching },
        writing: { ...writes, max: sizes.writing },
        noting: { ...writes, options: within(limits?.writing ?? 0), max: noting },
        snapshots: { ...reads, max: snapshotsAtOnce },
        // a connection of its own, kept open: a busy server is ready, one that cannot reach its database is not
        watching: { ...reads, max: 1, idleTimeoutMillis: 0, query_timeout: watchLimit },
      },
      onError,
    );
    this.pools = this.#connections.pools;
    const transactions = (kind: Kind) =>
      new Kysely<Tables>({ dialect: new PostgresDialect({ pool: this.#connections.forTransactions(kind) }) });
    this.read = readerBy(this.#connections.asking("reading"));
    this.search = readerBy(this.#connections.asking("searching"));
    this.ownSearch = readerBy(this.#connections.asking("searchingOwn"));
    const others = standbys.map((where) => ({ ...readsAt(clientConfig(where)), max: sizes.reading }));
    this.standbys = others.length > 0 ? new Standbys(this.#connections, others, options.onStandby ?? (() => {})) : null;
    this.#writer = transactions("writing");
    this.#noter = transactions("noting");
  }

  /**
   * Runs `work` in one transaction: committed when it answers, rolled back when it throws. Work that
   * PostgreSQL gave up for a deadlock, a conflict or a locked table is done again, three times at most, and once more where the connection was lost before
   * anything was committed; so `work` must do nothing outside the transaction. What waits for anything else refuses to be called in it
   * (`outsideTransaction`).
   * @throws CommitUnanswered where nobody knows whether it was committed
   */
  async write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#onceMore(changesNothing, () =>
          this.#writer.transaction().execute((tx) => asTransaction(() => work(tx))),
        );
      } catch (error) {
        if (attempt === tries || !mayTryAgain(error)) throw error;
      }
    }
  }

  /**
   * The same for what only adds and waits for nobody's lock, on connections of its own: reads are put on record by it, and who
   * waits for a lock must keep nobody waiting who reads. Where a commit went unanswered it is done again: better on record twice than not.
   */
  note<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#onceMore(
      (error) => changesNothing(error) || error instanceof CommitUnanswered,
      () => this.#noter.transaction().execute(work),
    );
  }

  /** Reads everything as it is at one moment, by the primary, however many statements that takes. */
  snapshot<T>(work: (db: Snapshot) => Promise<T>): Promise<T> {
    return this.#snapshot("snapshots", work);
  }

  /** Returns the readers for a user of a department, as the department is now: another department's rows are not there (decision 128). */
  departmentReads(userId: number): Pick<Database, "read" | "search" | "snapshot"> {
    const within = enterDepartment(userId)
      .map((step) => toStatement(step).sql)
      .join("; ");
    const ask = this.#connections.asking("departments");
    const read = readerBy((question) => whenViewsStand(() => ask({ ...question, within })));
    const snapshot = <T>(work: (db: Snapshot) => Promise<T>) =>
      whenViewsStand(() => this.#snapshot("departments", work, within));
    return { read, search: read, snapshot };
  }

  async #snapshot<T>(kind: Kind, work: (db: Snapshot) => Promise<T>, within?: string): Promise<T> {
    const client = await this.#connections.take(kind);
    try {
      const result = await inSnapshot(client, work, within);
      client.release();
      return result;
    } catch (error) {
      client.release(true); // it may be in the middle of a copy
      throw error;
    }
  }

  /** Does it once more where its connection was lost and `may` says so, as soon as there is a primary again. */
  async #onceMore<T>(may: (error: unknown) => boolean, run: () => Promise<T>): Promise<T> {
    const { losses } = this.#connections;
    try {
      return await run();
    } catch (error) {
      if (changesNothing(error) || error instanceof CommitUnanswered) this.#connections.lose(losses, error as Error);
      if (!may(error)) throw error;
      await this.back();
      return run();
    }
  }

  /** Waits until a primary answers, for a few seconds at most. */
  back(): Promise<void> {
    return this.#connections.back();
  }

  /** Says whether there is a primary to work with: reading alone is no work. */
  state(): Promise<"ready" | "database is a standby" | "database away"> {
    return this.#connections
      .askingOnce("watching")(isStandby)
      .then(
        ({ rows }) => ((rows[0] as { standby: boolean }).standby ? "database is a standby" : "ready"),
        () => "database away",
      );
  }

  /** Lets go of the connections; `within` so many ms, or what still runs ends with its connection, and is undone. */
  async close(within?: number): Promise<void> {
    this.#connections.close();
    const open = Object.values(this.pools).filter((pool) => !pool.ending);
    const closing = Promise.all([this.standbys?.close(), ...open.map((pool) => pool.end())]);
    await (within === undefined ? closing : Promise.race([closing, sleep(within, undefined, { ref: false })]));
  }
}
