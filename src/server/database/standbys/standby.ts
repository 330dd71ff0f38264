import pg from "pg";
import { openPool } from "#server/database/connections/connections.ts";
import { type Ask, type ReadQuery, type Reader, readerBy } from "#server/database/connections/reading.ts";
import { archiveSql, monotonicTime, type Lineage, type LogPosition, type PrimaryLog } from "./primary-log.ts";

/** ms that a standby may be behind, and for which it may say nothing. */
const [mostBehind, timeouts] = [2_000, 1_000] as const;
/** Highest number of the primary's places that are remembered; of more, every second one is. */
const mostPlaces = 200;

const instanceSql = "pg_postmaster_start_time()::text as instance";
/**
 * State of a standby. A role with `pg_read_all_stats` learns the timeline at once, from what streams; other roles learn it with the next checkpoint.
 */
const state = {
  name: "state-of-standby",
  text: `select pg_is_in_recovery() as recovering, ${instanceSql}, ${archiveSql} as archive,
      (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as position,
      greatest((select received_tli from pg_stat_wal_receiver), (select timeline_id from pg_control_checkpoint()),
        (select min_recovery_end_timeline from pg_control_recovery())) as timeline,
      exists (select from pg_stat_wal_receiver) as receiving`,
};

interface State extends Lineage {
  readonly recovering: boolean;
  /** True where the standby is connected to a server whose log it gets; one whose files were replaced below it is not. */
  readonly receiving: boolean;
  readonly instance: string;
  readonly position: string | null;
}

/** A run of the standby's server without a break: what was opened in another one is not used any more. */
interface Run {
  readonly instance: string;
  readonly reader: Reader;
}

/** Where the primary was, and until when. */
interface Place {
  readonly position: LogPosition;
  readonly at: number;
}

/** Position that the standby reports of itself, and the time of the report. */
interface Claim {
  readonly position: LogPosition;
  readonly timeline: number;
  readonly at: number;
}

/** One reading standby: how far it is, and the connections to it. */
export class Standby {
  readonly name: string;
  readonly pool: pg.Pool;
  /** Statements that it answered, and those that the primary had to answer after all. */
  readonly reads = { answered: 0, repeated: 0 };
  readonly #watching: pg.Pool;
  readonly #primary: PrimaryLog;
  readonly #ofPrimary: Ask;
  readonly #checked = new WeakMap<pg.PoolClient, Run>();
  readonly #busy = new Set<pg.PoolClient>();
  #places: Place[] = [];
  #timeline = 0;
  #looking: Promise<void> | null = null;
  #run: Run | null = null;
  /** Position of the standby; null until the primary has reported, after it, that it is at least as far itself. */
  #position: LogPosition | null = null;
  #claim: Claim | null = null;
  /** The run that claimed what the primary does not have: another history, whatever it says of itself later. */
  #liar: string | null = null;
  #answeredAt = 0;
  /** When the primary was last known to be no further than this one is now. */
  #freshAt = monotonicTime();
  #trouble: string | null = "it has not answered yet";

  constructor(config: pg.PoolConfig, primary: PrimaryLog, ofPrimary: Ask) {
    const { host, port } = new pg.Client(config);
    this.name = `${host}:${port}`;
    this.#primary = primary;
    this.#ofPrimary = ofPrimary;
    const timely = { ...config, connectionTimeoutMillis: timeouts };
    this.pool = openPool(timely, () => undefined);
    const watching = { ...timely, max: 1, idleTimeoutMillis: 0, query_timeout: timeouts };
    this.#watching = openPool(watching, () => undefined);
  }

  /** ms that it is behind, at most. */
  get lag(): number {
    return monotonicTime() - this.#freshAt;
  }

  /** Why nothing may be read here; null where it may. */
  get trouble(): string | null {
    if (this.#trouble !== null) return this.#trouble;
    if (!this.#primary.report) return "the primary does not say how far it is";
    if (monotonicTime() - this.#answeredAt > timeouts) return "it does not answer";
    if (this.#position === null) return "it has not been compared with the primary yet";
    return this.lag > mostBehind ? `it is more than ${mostBehind / 1000} s behind` : null;
  }

  /** Reads here for who has seen so much; null where it is not that far, or nothing may be read here. */
  readerFor(seen: LogPosition): Reader | null {
    if (this.trouble !== null || this.#position === null || this.#position < seen) return null;
    return this.#run?.reader ?? null;
  }

  /** Asks how far it is. */
  look(): Promise<void> {
    return (this.#looking ??= this.#lookOnce().finally(() => (this.#looking = null)));
  }

  async #lookOnce(): Promise<void> {
    this.#remember();
    this.#compare();
    try {
      const at = monotonicTime();
      const serverState = (await this.#watching.query(state)).rows[0] as State;
      this.#judge(serverState);
      this.#answeredAt = at;
    } catch (error) {
      this.#leaveOut(`it does not answer: ${(error as Error).message}`);
    }
  }

  #remember(): void {
    const { report } = this.#primary;
    if (!report) return;
    if (report.timeline !== this.#timeline) this.#places = [];
    this.#timeline = report.timeline;
    if (this.#places.at(-1)?.position === report.position) this.#places.pop();
    this.#places.push(report);
    if (this.#places.length > mostPlaces) this.#places = this.#places.filter((_, index) => index % 2 === 1);
  }

  /** No standby of this history has what the primary did not have a moment later. */
  #compare(): void {
    const { report } = this.#primary;
    const claim = this.#claim;
    if (!report || !claim || !this.#run || report.at < claim.at || report.timeline !== claim.timeline) return;
    if (claim.position <= report.position) this.#position = claim.position;
    else this.#liar = this.#run.instance;
  }

  #judge({ recovering, receiving, instance, archive, timeline, position }: State): void {
    const { report } = this.#primary;
    if (!recovering || position === null) return this.#leaveOut("it is no standby any more");
    if (!receiving) return this.#leaveOut("it gets no log from anywhere");
    if (instance === this.#liar) return this.#leaveOut("it has what the primary does not have");
    if (report && archive !== report.archive) return this.#leaveOut("it is a standby of another database");
    if (report && timeline !== report.timeline) return this.#leaveOut("it follows another timeline");
    if (this.#run?.instance !== instance) this.#leaveOut("it was started again");
    this.#run ??= this.#runOf(instance);
    const claim = { position: BigInt(position), timeline, at: monotonicTime() };
    this.#claim = claim;
    while (this.#places[0] && this.#places[0].position <= claim.position)
      this.#freshAt = this.#places.shift()?.at ?? this.#freshAt;
    this.#trouble = null;
    return undefined;
  }

  /** Leaves the standby out: the primary reads what is being read here, and open connections are not used any more. */
  #leaveOut(trouble: string): void {
    this.#trouble = trouble;
    this.#run = null;
    this.#position = null;
    this.#claim = null;
    for (const client of this.#busy) client.release(true);
    this.#busy.clear();
  }

  /** It may have gone back: after a crash it answers before it has replayed again all that it had. */
  #runOf(instance: string): Run {
    this.#freshAt = Math.min(this.#freshAt, monotonicTime() - mostBehind - 1);
    const run: Run = { instance, reader: readerBy((question) => this.#ask(run, question)) };
    return run;
  }

  /** Asks the standby. The primary repeats whatever fails here, whatever the reason, except a read that took too long: it would there as well. */
  async #ask(run: Run, question: ReadQuery): Promise<pg.QueryResult> {
    if (this.#run !== run || this.trouble !== null) return this.#ofPrimary(question);
    try {
      const answer = await this.#askHere(run, question);
      this.reads.answered++;
      return answer;
    } catch (error) {
      if (tookTooLong(error)) throw error;
      this.reads.repeated++;
      return this.#ofPrimary(question);
    }
  }

  async #askHere(run: Run, { name, text, values = [] }: ReadQuery): Promise<pg.QueryResult> {
    const client = await this.#take(run);
    if (this.#run !== run) {
      client.release(true);
      throw new Error("The standby was left out.");
    }
    this.#busy.add(client);
    let failed = true;
    try {
      const answer = await (name === undefined ? client.query(text, values) : client.query({ name, text, values }));
      failed = false;
      return answer;
    } finally {
      if (this.#busy.delete(client)) client.release(failed);
    }
  }

  /** A connection to this very server: behind one address there may be several, which are not equally far. */
  async #take(run: Run): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.pool.connect();
      const checkedAt = this.#checked.get(client);
      if (checkedAt === run) return client;
      if (checkedAt) client.release(true);
      else if (await this.#isOf(run, client)) return client;
      else throw new Error("Another server answers at this address.");
    }
  }

  async #isOf(run: Run, client: pg.PoolClient): Promise<boolean> {
    let isOf = false;
    try {
      const { rows } = await client.query<{ instance: string }>(`select ${instanceSql}`);
      isOf = rows[0]?.instance === run.instance;
      this.#checked.set(client, run);
      return isOf;
    } finally {
      if (!isOf) client.release(true);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.end(), this.#watching.end()]);
  }
}

/** The statement's own time has passed; not what PostgreSQL gave up for what it had to replay. */
function tookTooLong(error: unknown): boolean {
  const { code, message = "" } = (error ?? {}) as { code?: string; message?: string };
  return code === "57014" && !message.includes("conflict with recovery");
}
