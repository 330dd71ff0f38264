import type { FastifyInstance, FastifyReply } from "fastify";
import { all } from "#contract/all.ts";
import * as refusedByServer from "#rules/texts/server-refusals.ts";
import { aboutHeader, codeHeader } from "#rules/texts/refusals.ts";
import { errors } from "#rules/texts/texts.ts";
import { type StorageTrouble, findStorageTrouble } from "#server/storage/storage-trouble.ts";
import { prefix } from "./api-address.ts";
import { notAllowed, notFound, Refusal, toRefusal } from "./errors.ts";

const paths = [...new Set(Object.values(all).map(({ path }) => path))].map((path) => ({
  pattern: new RegExp(`^${prefix}${path.replaceAll(/\{\w+\}/g, "\\d+")}$`),
  methods: Object.values(all)
    .filter((route) => route.path === path)
    .flatMap((route) => (route.method === "GET" && !route.writes ? ["GET", "HEAD"] : [route.method])),
}));

export function answerRefusal(reply: FastifyReply, refusal: Refusal) {
  if (refusal.about !== undefined) void reply.header(aboutHeader, refusal.about);
  if (refusal.retryAfter !== undefined) void reply.header("retry-after", refusal.retryAfter);
  return reply
    .code(refusal.status)
    .header("cache-control", "no-store")
    .header(codeHeader, refusal.code)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(refusal.body));
}

/** s until it is worth to try again, where the refusal itself does not know: what is in the way goes by in a moment. */
const usualWait = 2;

/** Describes the failure of somebody else's server, from its consequence down to its origin, with no more than the messages. */
const chainOf = ({ message, cause }: Error): string =>
  cause instanceof Error ? `${message}: ${chainOf(cause)}` : message;

/** Errors leave here and nowhere else: by the catalogue where we know them, 500 without a word more otherwise. */
export function answerErrors(app: FastifyInstance, noteStorage: (trouble: StorageTrouble) => void): void {
  app.addHook("onSend", async (_request, reply) => {
    if (![409, 429, 503].includes(reply.statusCode)) return;
    if (!reply.hasHeader("retry-after")) void reply.header("retry-after", usualWait);
  });
  app.setErrorHandler((error, request, reply) => {
    const trouble = findStorageTrouble(error);
    if (trouble !== null) noteStorage(trouble);
    const refusal = toRefusal(error);
    if (refusal?.cause instanceof Error)
      request.log.warn({ reason: chainOf(refusal.cause) }, "refused because of others");
    if (refusal && (refusal.status < 500 || (refusal.status === 503 && trouble === null)))
      return answerRefusal(reply, refusal);
    if (isAbort(error) && reply.raw.destroyed) return reply.code(499).send(); // whoever asked has gone: no fault, and nobody reads it
    request.log.error(
      { err: withoutValues(error), method: request.method, url: request.routeOptions.url },
      "request failed",
    );
    if (refusal) return answerRefusal(reply, refusal);
    if (isConnectionFailure(error)) return answerRefusal(reply, new Refusal(refusedByServer.databaseAway));
    return reply
      .code(500)
      .type("application/json; charset=utf-8")
      .send(JSON.stringify({ detail: errors.unknown }));
  });
  app.setNotFoundHandler((request, reply) => {
    const url = request.url.split("?")[0] ?? "";
    const route = paths.find(({ pattern }) => pattern.test(url));
    // a known path with a method it has comes here when its number is none: too long for the router
    if (!route || route.methods.includes(request.method)) return answerRefusal(reply, notFound());
    void reply.header("allow", route.methods.join(", "));
    return answerRefusal(reply, notAllowed());
  });
}

/** PostgreSQL quotes the whole row in the detail of an error, with what people wrote into it: that is not for the log. */
function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, constraint, table } = error as { code?: string; constraint?: string; table?: string };
  return { type: error.name, message: error.message, code, constraint, table, stack: error.stack };
}

const isAbort = (error: unknown) => error instanceof Error && error.name === "AbortError";

/** The database is away: it comes back by itself, the caller may try again. */
function isConnectionFailure(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  if (
    code &&
    (/^(08|57P|53300|25P03|25006)/.test(code) ||
      ["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "ENOENT", "EPIPE"].includes(code))
  )
    return true;
  return /connection (terminated|timeout)|is not queryable|timeout exceeded when trying to connect/i.test(
    message ?? "",
  );
}
