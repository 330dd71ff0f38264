import pg from "pg";
import { clientConfig, type Connection } from "./database.ts";

/** Why there is no connection, in a sentence that never holds the password. */
class Unreachable extends Error {
  readonly code: string | undefined;
  /** True where the database may come by itself: it is only just starting, or its name is not known yet. */
  readonly mayCome: boolean;
  constructor(
    sentence: string,
    { cause, code, mayCome }: { cause?: unknown; code?: string | undefined; mayCome: boolean },
  ) {
    super(sentence, { cause });
    this.code = code;
    this.mayCome = mayCome;
  }
}

/** A single connection; whoever asks for it ends it. @throws Unreachable */
export async function connect(connection: Connection): Promise<pg.Client> {
  const client = clientFor(connection);
  client.on("error", () => undefined); // the statement that meets the lost connection says so
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw unreachable(client, error as Error);
  }
}

/** Says whether a text may be the address of a PostgreSQL database; no connection is made. */
export function isDatabaseUrl(text: string): boolean {
  if (!/^(postgres(ql)?:\/\/|socket:|\/)/.test(text)) return false;
  try {
    return new pg.Client({ connectionString: text }).port > 0;
  } catch {
    return false;
  }
}

function clientFor(connection: Connection): pg.Client {
  try {
    if (typeof connection === "string" && !isDatabaseUrl(connection)) throw new Error("no URL");
    return new pg.Client(clientConfig(connection));
  } catch (cause) {
    const sentence =
      "DATABASE_URL is no address of a PostgreSQL database: write it like postgres://user:password@host:5432/name.";
    throw new Unreachable(sentence, { cause, mayCome: false });
  }
}

function unreachable({ host, port, user, database }: pg.Client, error: Error): Unreachable {
  const { code } = error as { code?: string };
  const server = `PostgreSQL at ${host}:${port}`;
  const never = { cause: error, code, mayCome: false };
  if (code === "28P01") return new Unreachable(`${server} does not take the password of the user ${user}.`, never);
  if (code === "28000") return new Unreachable(`${server} does not let the user ${user} in: ${error.message}.`, never);
  if (code === "3D000") return new Unreachable(`${server} has no database ${database}. Create it first.`, never);
  if (code === undefined && error.message.startsWith("SASL"))
    return new Unreachable(`${server} wants another password of the user ${user} than DATABASE_URL has.`, never);
  const isThere = code !== undefined && /^\d/.test(code) && !/^(08|53|57)/.test(code);
  const sentence = `The database ${database} at ${host}:${port} does not answer: ${reasonOf(error)}.`;
  return new Unreachable(sentence, { cause: error, code, mayCome: !isThere && code !== "EACCES" });
}

/** Where a name has several addresses, the error of each of them is inside an error without words. */
function reasonOf(error: Error): string {
  const [first] = (error as Partial<AggregateError>).errors ?? [];
  return error.message || (first as Error | undefined)?.message || "no reason given";
}

/** Says whether something failed because the database is unavailable, and may answer again. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof Unreachable) return error.mayCome;
  const { code = "", message = "" } = error as { code?: string; message?: string };
  return /^(08|57P)|^ECONN|^EPIPE/.test(code) || message.startsWith("Connection terminated");
}
