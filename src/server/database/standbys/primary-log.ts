import type { Ask } from "#server/database/connections/reading.ts";

/** A place in the database's log: what comes later is larger, also after another server has become the primary. */
export type LogPosition = bigint;
/** No log ever gets there: who has seen it is read to by the primary. */
export const farthest: LogPosition = 2n ** 64n - 1n;

/** Origin of a server's log, as the server states it: the database, and which of its histories. Each promotion begins a new history. */
export interface Lineage {
  readonly archive: string;
  readonly timeline: number;
}

/** SQL of both sides: the system, and the database in it. */
export const archiveSql = `(select system_identifier from pg_control_system()) || '/' ||
  (select oid from pg_database where datname = current_database())`;

const latest = {
  name: "log-of-primary",
  text: `select recovering, position::text as position, archive, ('x' || left(pg_walfile_name(log), 8))::bit(32)::int as timeline
    from (select pg_is_in_recovery() as recovering, ${archiveSql} as archive) server
    cross join lateral (select case when not recovering then pg_current_wal_flush_lsn() end as log) flushed
    cross join lateral (select log - '0/0'::pg_lsn as position) place`,
};

/** After a commit it is behind it, also where commits do not wait for the disk. */
const afterCommit = {
  name: "log-after-commit",
  text: "select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as position",
};

interface PositionReport extends Lineage {
  readonly at: number;
  readonly position: LogPosition;
  /** Number of connections that had been lost when the server was asked: another connection may lead to another server. */
  readonly losses: number;
}

/** ms that what the primary said may be old. */
const timeouts = 1_000;

/** Milliseconds that only go forward, whatever is done to the machine's clock. */
export const monotonicTime = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/** Position of the primary's log, as the primary reported it last. */
export class PrimaryLog {
  readonly #askLog: Ask;
  readonly #ask: Ask;
  readonly #losses: () => number;
  #report: PositionReport | null = null;
  #looking: Promise<void> | null = null;
  /** Database of the log, also while the primary is away; null until the primary has answered once. */
  archive: string | null = null;

  constructor(askLog: Ask, ask: Ask, losses: () => number) {
    this.#askLog = askLog;
    this.#ask = ask;
    this.#losses = losses;
  }

  /** Asks it anew; what it says now holds from before it was asked. */
  look(): Promise<void> {
    return (this.#looking ??= this.#lookOnce().finally(() => (this.#looking = null)));
  }

  async #lookOnce(): Promise<void> {
    const [at, losses] = [monotonicTime(), this.#losses()];
    try {
      const { rows } = await this.#askLog(latest);
      const [row] = rows as [{ recovering: boolean; position: string; archive: string; timeline: number }];
      const { recovering, position, archive, timeline } = row;
      this.#report = recovering ? null : { at, losses, position: BigInt(position), archive, timeline };
      this.archive = this.#report?.archive ?? this.archive;
    } catch {
      this.#report = null; // whoever needs it meets the same trouble, and says so
    }
  }

  /** Returns the primary's last report; null where it may not hold any more. */
  get report(): PositionReport | null {
    const position = this.#report;
    return position && position.losses === this.#losses() && monotonicTime() - position.at <= timeouts
      ? position
      : null;
  }

  /** Behind everything that is committed; `farthest` where nobody says. */
  async position(): Promise<LogPosition> {
    try {
      const [row] = (await this.#ask(afterCommit)).rows as [{ position: string }];
      return BigInt(row.position);
    } catch {
      return farthest;
    }
  }
}
