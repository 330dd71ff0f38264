import type { FastifyRequest } from "fastify";
import type { Route } from "#contract/route.ts";
import type { NewAuditEntry } from "#rules/access/audit/audit.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import { databaseFor } from "#server/database/departments/department-reads.ts";
import type { Scope } from "#server/database/scope.ts";
import { readsFor } from "#server/database/standbys/reads.ts";
import { devicesOf, originOf } from "#server/http/addresses.ts";
import type { Call } from "#server/http/answers.ts";
import type { AppContext } from "#server/http/app-context.ts";
import { signInDevice } from "#server/http/device-cookie.ts";
import type { ChangeCall } from "#server/http/idempotency/change.ts";
import { positionSeenBy } from "#server/http/replica-position.ts";
import { scopeOfToken } from "#server/http/session.ts";
import type { Caller } from "./caller.ts";
import type { Exchange } from "./exchange.ts";
import { pathNumber } from "./input.ts";

/** Results that the previous steps have derived from the request. */
interface CallParts {
  readonly query: unknown;
  readonly body: unknown;
  readonly file: Buffer | null;
  readonly change: ChangeCall<unknown>;
  readonly mayGive: () => void;
  readonly mayCharge: () => void;
}

/** Puts together what the handler is given. @throws 404 for a number in the path that no thing can have */
export function composeCall(exchange: Exchange, { scope, token }: Caller, asked: CallParts): Call<Route> {
  const { context, request, gone } = exchange;
  const { db, config } = context;
  const call = {
    ...context,
    db: databaseOf(exchange, scope),
    scopeNow: () => scopeOfToken(db, token ?? "", config.sessionRules),
    scope,
    ...asAsked(context, request),
    actor: actorOf(request, scope),
    signInDevice: () => signInDevice(exchange),
    ...asked,
    record: recordFor(context, request, scope),
    token,
    gone,
  };
  return call as Call<Route>;
}

/** A call that changes something reads where it writes. */
function databaseOf({ context: { db }, answer, request }: Exchange, scope: Caller["scope"]) {
  if (answer.route.writes) return databaseFor(db, scope);
  const seen = answer.current ? null : positionSeenBy(request, db);
  return readsFor(db, {
    userId: scope?.userId ?? 0,
    isStaff: scope?.isStaff ?? false,
    department: Boolean(scope?.department),
    seen,
  });
}

/** Returns the parts of a call that stand in its path and its head. */
const asAsked = ({ config, secure }: AppContext, request: FastifyRequest) => ({
  id: pathNumber(request, "id"),
  row: pathNumber(request, "row"),
  session: pathNumber(request, "session"),
  origin: originOf(request, config.publicUrl),
  devices: devicesOf(request, config.publicUrl, secure),
  address: request.ip,
  agent: request.headers["user-agent"] ?? "",
});

/** Returns the author and the origin of a call, with the token of a program. */
export const actorOf = ({ userId, ip }: FastifyRequest, scope: Scope | null): Actor => ({
  userId,
  address: ip,
  ...(scope?.token && { token: scope.token.label }),
});

const recordFor =
  ({ db }: AppContext, request: FastifyRequest, scope: Scope | null) =>
  async (entry: NewAuditEntry) => {
    if (request.method !== "HEAD") await db.note((tx) => record(tx, actorOf(request, scope), entry));
  };
