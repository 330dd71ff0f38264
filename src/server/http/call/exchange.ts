import type { FastifyReply, FastifyRequest } from "fastify";
import type { RouteHandler } from "#server/http/answers.ts";
import type { AppContext } from "#server/http/app-context.ts";
import { fixedFields } from "#server/http/parsing/fixed-fields.ts";
import { type AudienceShapes, shapesOf } from "./ready-answer.ts";

/** A handler with what is worked out of its contract once. */
export interface CallAnswer extends RouteHandler {
  readonly shapes: AudienceShapes;
  readonly fixed: ReadonlySet<string>;
}

/** One request and its reply: what every step on the way to the answer works on. */
export interface Exchange {
  readonly context: AppContext;
  readonly answer: CallAnswer;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Ends when the caller has gone away before the answer was complete. */
  readonly gone: AbortSignal;
}

const prepared = new WeakMap<RouteHandler, CallAnswer>();

/** Worked out once in a process, however many servers it makes: handlers never change. */
export function prepareAnswer(handler: RouteHandler): CallAnswer {
  const known = prepared.get(handler);
  if (known) return known;
  const answer = { ...handler, shapes: shapesOf(handler.route), fixed: fixedFields(handler.route) };
  prepared.set(handler, answer);
  return answer;
}

/** Ends when the connection closes before the reply is written; it must be asked for before anything is waited for. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => reply.raw.writableFinished || controller.abort());
  return controller.signal;
}
