import type { FastifyReply } from "fastify";
import type { FullRoute } from "#contract/route.ts";
import type { Scope } from "#server/database/scope.ts";
import { callerLine } from "#server/http/waiting/caller-line.ts";
import { extendBodyTimeout } from "#server/http/waiting/timeouts.ts";
import type { Exchange } from "./exchange.ts";

const kindOf = ({ multipart, writes }: FullRoute) => (multipart ? "uploads" : writes ? "writes" : "reads");

/** Waits in the caller's queue (decision 36); answers how to end the turn. @throws 429 where too many wait already */
export function takeTurn({ context, answer, request, gone }: Exchange, scope: Scope | null): Promise<() => void> {
  if (answer.route.multipart) extendBodyTimeout(request.raw);
  return context.queues.turn(scope ? callerLine(scope) : request.ip, kindOf(answer.route), gone);
}

/** Ends a turn once its client has read the answer, which stands in memory until then: so many, and not more, of one caller. */
export function endWhenRead({ raw }: FastifyReply, endTurn: () => void): void {
  if (raw.destroyed) endTurn();
  else raw.once("close", endTurn);
}
