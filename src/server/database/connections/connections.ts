import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresPool } from "kysely";
import pg from "pg";
import type { Ask, Question } from "./reading.ts";
import { CommittingClient, isLost } from "./lost-connection.ts";

export type Kind = "reading" | "searching" | "searchingOwn" | "writing" | "noting" | "snapshots" | "watching";

/** ms that who has lost a connection waits for the primary's return, and between two looks for it; a restart takes about one second. */
const patience = 5_000;
const pause = 50;

/** Whether a server takes no changes. */
export const isStandby: Question = { text: "select pg_is_in_recovery() as standby" };

/** A pool of our connections; who opens it ends it. */
export function openPool(config: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: 10_000, ...config, Client: CommittingClient });
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
  /** How often connections were lost. */
  #losses = 0;
  #return: Promise<void> | null = null;

  constructor(configs: Readonly<Record<Kind, pg.PoolConfig>>, onError: (error: Error) => void) {
    const open = (kind: Kind) => {
      const pool = openPool(configs[kind], onError);
      return pool.on("connect", (client) => void this.#born.set(client, this.#losses));
    };
    this.#onError = onError;
    this.pools = {
      reading: open("reading"),
      searching: open("searching"),
      searchingOwn: open("searchingOwn"),
      writing: open("writing"),
      noting: open("noting"),
      snapshots: open("snapshots"),
      watching: open("watching"),
    };
  }

  get losses(): number {
    return this.#losses;
  }

  /** A connection that is not lost; who takes it releases it. */
  async take(kind: Kind): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.pools[kind].connect();
      if (this.#born.get(client) === this.#losses) return client;
      client.release(true);
    }
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

  async #ask(kind: Kind, query: Question): Promise<pg.QueryResult> {
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

  async #askOnce(kind: Kind, { name, text, values = [] }: Question): Promise<pg.QueryResult> {
    const client = await this.take(kind);
    try {
      return await (name === undefined ? client.query(text, values) : client.query({ name, text, values }));
    } finally {
      client.release();
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
    const end = AbortSignal.timeout(patience);
    while (!end.aborted) {
      const answer = await this.#askOnce("watching", isStandby).catch(() => null);
      if (answer && !(answer.rows[0] as { standby: boolean }).standby) return;
      await sleep(pause);
    }
  }
}
