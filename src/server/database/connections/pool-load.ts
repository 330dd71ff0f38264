import type { Database } from "#server/database/database.ts";

/** Activity of the connections of one kind. */
interface PoolLoad {
  readonly pool: string;
  readonly busy: number;
  readonly idle: number;
  /** Statements for which there is no connection yet. */
  readonly waiting: number;
  /** Highest number of connections. */
  readonly most: number;
}

/** The load of each kind of connections, now. */
export const poolLoads = ({ pools, standbys }: Database): PoolLoad[] =>
  Object.entries({ ...pools, ...standbys?.pools }).map(([pool, { totalCount, idleCount, waitingCount, options }]) => ({
    pool,
    busy: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
    most: options.max,
  }));
