import * as refusedByServer from "#rules/texts/server-refusals.ts";
import { NamingClient } from "./named-statements.ts";

/** Codes by which PostgreSQL says that it goes (`57P01`, `57P02`) or is not there yet (`57P03`). */
const leaving = /^(08|57P0[123]$)/;
const readOnly = "25006";
const cut = new Set(["ECONNRESET", "EPIPE"]);
/** Message of `pg` about a connection that it knew to be lost before it was asked anything. */
const neverSent = /is not queryable$/;
const terminatedMessage = /^Connection terminated( unexpectedly)?$/;

interface Failure {
  readonly code?: string;
  readonly severity?: string;
  readonly message?: string;
}

/** Says whether a connection was lost. A database that cannot be reached is another thing. */
export function isLost(error: unknown): boolean {
  const { code = "", severity, message = "" } = (error ?? {}) as Failure;
  if (severity === "PANIC") return true; // with this word PostgreSQL ends: its disk takes no log any more
  return leaving.test(code) || cut.has(code) || terminatedMessage.test(message) || neverSent.test(message);
}

/** Says whether nothing can be changed by a connection any more: it is lost, or its server has become a standby. Nothing was committed then. */
export const changesNothing = (error: unknown): boolean =>
  isLost(error) || ((error ?? {}) as Failure).code === readOnly;

/** Nobody knows whether a transaction was committed: the connection was lost after `COMMIT` was sent and before it was answered. */
export class CommitUnanswered extends Error {
  readonly reason = refusedByServer.unclear;
  constructor(cause: unknown) {
    super("The connection was lost before the commit was answered.", { cause });
  }
}

type Query = (text: unknown, ...more: unknown[]) => unknown;

/**
 * A connection that distinguishes a commit whose answer was lost from one that surely was none. What is to be rolled back is gone with a lost
 * connection: that is no second error, which would hide the first.
 */
export class CommittingClient extends NamingClient {
  constructor(config?: ConstructorParameters<typeof NamingClient>[0]) {
    super(config);
    const query = this.query.bind(this) as Query;
    const careful: Query = (text, ...more) => {
      const answer = query(text, ...more);
      if (text === "commit") return (answer as Promise<unknown>).catch(rejectUnanswered);
      if (text === "rollback") return (answer as Promise<unknown>).catch(rolledBack);
      return answer;
    };
    this.query = careful as typeof this.query;
  }
}

function rejectUnanswered(error: Error): never {
  throw isLost(error) && !neverSent.test(error.message) ? new CommitUnanswered(error) : error;
}

function rolledBack(error: unknown): object {
  if (!isLost(error)) throw error;
  return { command: "ROLLBACK", rowCount: 0, rows: [] };
}
