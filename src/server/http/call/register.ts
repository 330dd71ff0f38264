import type { FastifyInstance } from "fastify";
import { callKey } from "#server/http/idempotency/call-key.ts";
import { changeFor, RepeatedCall, storedReply } from "#server/http/idempotency/change.ts";
import type { RouteHandler } from "#server/http/answers.ts";
import { urlOf } from "#server/http/api-address.ts";
import type { AppContext } from "#server/http/app-context.ts";
import { rightOf, whileAllowed } from "#server/http/downloads/while-allowed.ts";
import { guard, guardChange } from "#server/http/guards.ts";
import type { FileReply } from "#server/http/replies/send-file.ts";
import { maxPictureBytes } from "#server/storage/pictures.ts";
import { admit } from "./admission.ts";
import { findCaller } from "./caller.ts";
import { composeCall } from "./compose-call.ts";
import { type Exchange, goneSignal, prepareAnswer } from "./exchange.ts";
import { parseBody, readInput } from "./input.ts";
import { readyAnswer } from "./ready-answer.ts";
import { refuseFixedFields } from "./refuse-fixed-fields.ts";
import { runHandler } from "./run-handler.ts";
import { isSent, sendReady, sendReadyFile, sendUnchanged } from "./send-answer.ts";
import { freshProof, proofHeader } from "#contract/proof-header.ts";
import { limitToken } from "./limit-token.ts";
import { endWhenRead, takeTurn } from "./turn.ts";

const freshHeader = proofHeader.toLowerCase();

/** Registers an answer: who may call, what comes in, what goes out (the contract decides all three). */
export function register(
  app: FastifyInstance,
  context: AppContext,
  handler: RouteHandler,
  url = urlOf(handler.route),
): void {
  const { route } = handler;
  const answer = prepareAnswer(handler);
  app.route({
    method: route.method,
    url,
    config: { writes: route.writes },
    ...(route.multipart ? { bodyLimit: (route.largest ?? maxPictureBytes) + 64 * 1024 } : {}),
    exposeHeadRoute: route.method === "GET" && !route.writes,
    handler: (request, reply) => answerCall({ context, answer, request, reply, gone: goneSignal(reply) }),
  });
}

/** The steps from a request to its answer, in the order in which they refuse. */
async function answerCall(exchange: Exchange) {
  const { context, answer, request, reply } = exchange;
  const { route } = answer;
  const caller = await findCaller(context, request);
  const { scope, token } = caller;
  await admit(answer, caller, context.db.read);
  await limitToken(exchange, scope);
  const endTurn = await takeTurn(exchange, scope);
  try {
    const { query, selection, body: sentBody, file } = await readInput(exchange);
    const key = callKey(request, route, { scope, token, body: sentBody, file });
    const storedAnswer = key && (await storedReply(context.db.read, key));
    if (storedAnswer) return sendReady(exchange, storedAnswer);
    const body = parseBody(route, sentBody);
    const sent = { body, fresh: context.config.stepUp === "strict" || request.headers[freshHeader] === freshProof };
    guard(route, scope, sent);
    await limitToken(exchange, scope, body);
    const ready = readyAnswer(answer, scope, selection);
    const change = changeFor(context.db, key, { scope, ready });
    const call = composeCall(exchange, caller, {
      query,
      body,
      file,
      change,
      mayGive: () => guardChange(route, scope, sent, "access"),
      mayCharge: () => guardChange(route, scope, sent, "charges"),
    });
    await refuseFixedFields(exchange, call, sentBody);
    const checkRight = scope && rightOf(call, scope);
    const result = await runHandler(exchange, call);
    if (isSent(exchange, result)) return sendUnchanged(exchange);
    if (typeof route.reply !== "string")
      return sendReady(exchange, result instanceof RepeatedCall ? result.answer : ready(result));
    const answerFile = checkRight ? await whileAllowed(checkRight, result as FileReply) : (result as FileReply);
    return sendReadyFile(exchange, answerFile, endTurn);
  } finally {
    endWhenRead(reply, endTurn);
  }
}
