import type { FastifyRequest } from "fastify";
import type { Scope } from "#server/database/scope.ts";
import type { AppContext } from "#server/http/app-context.ts";
import { scopeOfToken, tokenOf } from "#server/http/session.ts";

/** Author of a request; a token that is dead or unknown has no scope. */
export interface Caller {
  readonly token: string | null;
  readonly scope: Scope | null;
}

/** Looks the caller up; the log line names them, also where they are refused. */
export async function findCaller(
  { db, config }: Pick<AppContext, "db" | "config">,
  request: FastifyRequest,
): Promise<Caller> {
  const token = tokenOf(request.headers.authorization);
  const isShort = token !== null && token.length < 200;
  const scope = isShort ? await scopeOfToken(db, token, config.sessionRules, request.ip) : null;
  request.userId = scope?.userId ?? null;
  request.tokenId = scope?.token?.id ?? null;
  request.isCustomers = scope !== null && !scope.isStaff;
  return { token, scope };
}
