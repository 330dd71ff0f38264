import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Database } from "#server/database/database.ts";
import { farthest, type LogPosition } from "#server/database/standbys/primary-log.ts";
import { type ReplyCipher, tokenCipher } from "#server/http/idempotency/reply-cipher.ts";

/** The position of a caller that has seen no write yet. */
const nothing = "0";
/** The position of a caller that may have seen any write. */
const primaryOnly = "primary";

let sealing: { archive: string; seal: ReplyCipher } | null = null;

/** A place reveals how much everybody together has written: nobody can read it but the servers of this archive. */
function sealOf({ standbys }: Database): ReplyCipher | null {
  const archive = standbys?.log.archive ?? null;
  if (archive === null) return null;
  if (sealing?.archive !== archive) sealing = { archive, seal: tokenCipher(`seen ${archive}`) };
  return sealing.seal;
}

/** The place that was handed out; `farthest` where it cannot be read. */
function unsealPosition(text: string, db: Database): LogPosition {
  if (text === nothing) return 0n;
  try {
    return BigInt(sealOf(db)?.open(Buffer.from(text, "base64url")) ?? farthest);
  } catch {
    return farthest;
  }
}

/** A place as it is handed out. */
function sealPosition(position: LogPosition, db: Database): string {
  const seal = position === farthest ? null : sealOf(db);
  return seal?.close(String(position)).toString("base64url") ?? primaryOnly;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** True where the call changes something. */
    readonly writes?: boolean;
  }
}

/**
 * Name of the header for the data that a caller has written, as a position in the database's log. It comes with every answer to a change, and readers
 * send it along.
 */
const seenHeader = "Magazin-Seen";
const cookieName = "magazin-seen";
/** s; standbys that are further behind are left out much earlier. */
const maxAge = 30;

/** The cookies of what was written, by their names: two answers that overtake each other do not undo each other. */
function cookiesOf(request: FastifyRequest): [name: string, value: string][] {
  const all = request.headers.cookie?.split(/;\s*/).map((entry) => entry.split("=") as [string, string]) ?? [];
  return all.filter(([name]) => name === cookieName || name.startsWith(`${cookieName}-`));
}

const latest = (positions: readonly LogPosition[]) => positions.reduce((a, b) => (a > b ? a : b), 0n);

/**
 * Returns the position up to which the caller has seen the archive. Browsers send it by themselves. For callers that keep no cookies and do not know
 * the header, the position is unknown. Where no standby reads along, nothing is looked at.
 */
export function positionSeenBy(request: FastifyRequest, db: Database): LogPosition {
  if (!db.standbys) return farthest;
  const { [seenHeader.toLowerCase()]: header, cookie } = request.headers;
  if (header === undefined && cookie === undefined) return farthest;
  const tokens = header === undefined ? [] : String(header).split(/\s*,\s*/);
  const cookieTokens = cookiesOf(request).map(([, value]) => value);
  return latest([...tokens, ...cookieTokens].map((text) => unsealPosition(text, db)));
}

/**
 * Says with the answer to every change how far the log is after it; of a change that failed nobody knows how far that got. Nothing of
 * all this happens where there are no standbys.
 */
export function sendReplicaPosition(app: FastifyInstance, db: Database, secure: boolean): void {
  const { standbys } = db;
  if (!standbys) return;
  const cookie = (name: string, value: string, age = maxAge) =>
    [`${name}=${value}`, "Path=/api", "HttpOnly", "SameSite=Lax", `Max-Age=${age}`, ...(secure ? ["Secure"] : [])].join(
      "; ",
    );
  app.addHook("onSend", async (request, reply) => {
    if (!request.routeOptions.config.writes) return;
    const now = reply.statusCode < 500 ? await standbys.log.position() : farthest;
    const newTokens = cookiesOf(request)
      .map(([name, value]) => ({ name, position: unsealPosition(value, db) }))
      .filter(({ position }) => position < farthest);
    const value = sealPosition(latest([now, ...newTokens.map(({ position }) => position)]), db);
    const name = value === primaryOnly ? cookieName : `${cookieName}-${randomBytes(4).toString("hex")}`;
    void reply.header(seenHeader, value).header("set-cookie", cookie(name, value));
    if (value !== primaryOnly) for (const old of newTokens) void reply.header("set-cookie", cookie(old.name, "", 0));
  });
}
