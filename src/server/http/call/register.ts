import type { FastifyInstance, FastifyReply } from "fastify";
import { callKey } from "#server/http/idempotency/call-key.ts";
import { changeFor, RepeatedCall, storedReply, type ReadyAnswer } from "#server/http/idempotency/change.ts";
import type { RouteHandler, Call } from "#server/http/answers.ts";
import { urlOf } from "#server/http/api-address.ts";
import type { AppContext } from "#server/http/app-context.ts";
import { rightOf, whileAllowed } from "#server/http/downloads/while-allowed.ts";
import { guard, guardChange } from "#server/http/guards.ts";
import { type FileReply, isKept, isStreamedFromDisk, readyFile, sendFile } from "#server/http/replies/send-file.ts";
import { maxPictureBytes } from "#server/storage/pictures.ts";
import { freshProof, proofHeader } from "#contract/proof-header.ts";
import type { Route, FullRoute } from "#contract/route.ts";
import { databaseFor } from "#server/database/departments/department-reads.ts";
import { refuseFixed } from "#server/http/parsing/fixed-fields.ts";
import { admit } from "./admission.ts";
import { findCaller } from "./caller.ts";
import { composeCall } from "./compose-call.ts";
import { type Exchange, goneSignal, prepareAnswer } from "./exchange.ts";
import { parseBody, readInput } from "./input.ts";
import { readyAnswer } from "./ready-answer.ts";
import { runHandler } from "./run-handler.ts";
import { limitToken } from "./limit-token.ts";
import { endWhenRead, takeTurn } from "./turn.ts";

const allowKeeping = (reply: FastifyReply, { writes, access }: FullRoute) =>
  reply.header("cache-control", writes || access !== "open" ? "private, no-store" : "no-cache");

/** Says what an answer is known by; whether the caller has it already. */
function isSent({ answer, request, reply }: Exchange, result: unknown): boolean {
  if (!answer.tag) return false;
  const tag = answer.tag(result);
  void reply.header("etag", `"${tag}"`);
  return isKept(request, tag);
}

const sendUnchanged = ({ answer, reply }: Exchange) => allowKeeping(reply, answer.route).code(304).send();

function sendReady({ answer, reply }: Exchange, { status, body }: ReadyAnswer) {
  void allowKeeping(reply, answer.route).code(status);
  return body === null ? reply.send() : reply.type("application/json; charset=utf-8").send(body);
}

/** Sends a file; one that comes from the disk ends its turn at once, for it costs little for as long as it is read. */
async function sendReadyFile({ answer, request, reply }: Exchange, file: FileReply, endTurn: () => void) {
  const fileReply = await readyFile(request, file);
  if (isStreamedFromDisk(fileReply)) endTurn();
  return sendFile(allowKeeping(reply, answer.route), fileReply);
}

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

/** Refuses fields that cannot change, unless they are sent as the thing is now (decision 40). @throws 400 by field */
function refuseFixedFields({ context, answer }: Exchange, call: Call<Route>, body: unknown): Promise<void> {
  const { read, shapes, fixed } = answer;
  const now = async () => shapes.staff(await read?.({ ...call, db: databaseFor(context.db, call.scope).read }));
  return refuseFixed(fixed, body, read ? now : null);
}
