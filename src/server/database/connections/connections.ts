import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresPool } from "kysely";
import pg from "pg";
import type { Ask, ReadQuery } from "./reading.ts";
import { DatabaseHangs, HangWatch, type Wait } from "./hang-watch.ts";
import { CommittingClient, isLost } from "./lost-connection.ts";

export type Kind =
  | "reading"
  | "searching"
  | "searchingOwn"
  | "departments"
  | "writing"
  | "noting"
  | "snapshots"
  | "watching";

const changing: ReadonlySet<Kind> = new Set(["writing", "noting"]);
const purposeOf = (kind: Kind) => (changing.has(kind) ? "writes" : "reads");

/** A pool of one kind, and ms after which the database itself ends its statements, where it does. */
export interface PoolConfig extends pg.PoolConfig {
  readonly longest?: number;
}
/** ms beyond that: its word that it has ended one may take a moment. */
const grace = 10_000;

/** ms that who has lost a connection waits for the primary's return, and between two looks for it; a restart takes about one second. */
const timeouts = 5_000;
const pause = 50;

/** Query that says whether a server takes no changes. */
export const isStandby: ReadQuery = { text: "select pg_is_in_recovery() as standby" };

/** A pool of our connections; who opens it ends it. */
export function openPool(config: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ ...config, Client: CommittingClient });
  pool.on("error", onError);
  // without a listener, a connection that breaks between two statements of a transaction would end this process
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/**
 * The connections to the primary, which may change: once one is lost, all that were opened before are let go of when they are wanted
 * the next time, for they lead to the same server.
 */
export class Connections {
  readonly pools: Readonly<Record<Kind, pg.Pool>>;
  readonly #onError: (error: Error) => void;
  readonly #born = new WeakMap<pg.PoolClient, number>();
  /** Number of connections that were lost. */
  #losses = 0;
  #return: Promise<void> | null = null;
  readonly #hangs: HangWatch;

  constructor(configs: Readonly<Record<Kind, PoolConfig>>, onError: (error: Error) => void) {
    const open = (kind: Kind) => {
      const { longest = Infinity, ...config } = configs[kind];
      const pool = openPool(config, onError);
      return pool.on("connect", (client) => {
        this.#born.set(client, this.#losses);
        this.#watch(kind, client, longest + grace);
      });
    };
    this.#onError = onError;
    this.#hangs = new HangWatch({ ...configs.writing, connectionTimeoutMillis: 0 }, () =>
      this.lose(this.#losses, new DatabaseHangs()),
    );
    this.pools = {
      reading: open("reading"),
      searching: open("searching"),
      searchingOwn: open("searchingOwn"),
      departments: open("departments"),
      writing: open("writing"),
      noting: open("noting"),
      snapshots: open("snapshots"),
      watching: open("watching"),
    };
  }

  get losses(): number {
    return this.#losses;
  }

  /** A connection that is not lost; who takes it releases it. @throws DatabaseHangs */
  async take(kind: Kind): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#connect(kind);
      if (this.#born.get(client) === this.#losses) return client;
      client.release(true);
    }
  }

  async #connect(kind: Kind): Promise<pg.PoolClient> {
    const purpose = purposeOf(kind);
    if (this.#hangs.isHanging(purpose)) throw new DatabaseHangs();
    const connection = this.pools[kind].connect();
    const vain = Promise.withResolvers<never>();
    const wait = this.#hangs.begin(purpose, () => {
      vain.reject(new DatabaseHangs());
      void connection.then(
        (client) => client.release(true),
        () => undefined,
      );
    });
    try {
      return await Promise.race([connection, vain.promise]);
    } finally {
      this.#hangs.end(purpose, wait);
    }
  }

  /** Ends a connection that is asked something and gets no answer any more. */
  #watch(kind: Kind, client: pg.PoolClient, longest: number): void {
    const purpose = purposeOf(kind);
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
    const pid = (client as { readonly processID?: number | null }).processID ?? null;
    const giveUp = () => void client.end();
    let wait: Wait | null = null;
    const onAnswer = () => {
      if (wait) this.#hangs.end(purpose, wait);
      wait = null;
    };
    client.on("drain", onAnswer).on("end", onAnswer);
    const watch = (...asked: unknown[]) => {
      wait ??= this.#hangs.begin(purpose, giveUp, { pid, longest });
      const answer = query(...asked);
      if (answer instanceof Promise) answer.then(onAnswer, onAnswer); // a copy is answered as it is read: it drains
      return answer;
    };
    client.query = watch as typeof client.query;
  }

  close(): void {
    this.#hangs.close();
  }

  /** Connections for transactions. */
  forTransactions(kind: Kind): PostgresPool {
    return { options: {}, connect: () => this.take(kind), end: async () => {} };
  }

  /** Answers single reads; one that is lost with its connection is tried once more. */
  asking(kind: Kind): Ask {
    return (question) => this.#ask(kind, question);
  }

  /** Answers single reads, of whose failure somebody wants to know at once. */
  askingOnce(kind: Kind): Ask {
    return (question) => this.#askOnce(kind, question);
  }

  async #ask(kind: Kind, query: ReadQuery): Promise<pg.QueryResult> {
    const losses = this.#losses;
    try {
      return await this.#askOnce(kind, query);
    } catch (error) {
      if (!isLost(error)) throw error;
      this.lose(losses, error as Error);
      await this.back();
      return this.#askOnce(kind, query);
    }
  }

  async #askOnce(kind: Kind, { name, text, values = [], within }: ReadQuery): Promise<pg.QueryResult> {
    const client = await this.take(kind);
    let isInside = false;
    try {
      if (within !== undefined) {
        isInside = true;
        await client.query(`begin; ${within}`);
      }
      const answer = await (name === undefined ? client.query(text, values) : client.query({ name, text, values }));
      if (isInside) await client.query("commit");
      isInside = false;
      return answer;
    } finally {
      client.release(isInside); // what failed in a transaction ends with its connection
    }
  }

  /** Says that a connection was lost that was taken when there were so many losses: what is open is not used any more. */
  lose(losses: number, error: Error): void {
    if (this.#losses !== losses) return; // somebody else has said so
    this.#losses++;
    this.#onError(error);
  }

  /** Waits until a primary answers, for a few seconds at most. Who waits, waits along with the others. */
  back(): Promise<void> {
    return (this.#return ??= this.#look().finally(() => (this.#return = null)));
  }

  async #look(): Promise<void> {
    const end = AbortSignal.timeout(timeouts);
    while (!end.aborted && !this.#hangs.isHanging("reads")) {
      const answer = await this.#askOnce("watching", isStandby).catch(() => null);
      if (answer && !(answer.rows[0] as { standby: boolean }).standby) return;
      await sleep(pause);
    }
  }
}
