import { randomInt } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { requestHeader } from "#rules/texts/refusals.ts";

/** What people read to each other on the phone: nothing that looks like something else. */
const signs = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const places = 5;
const all = signs.length ** places;

/**
 * Names requests, `7F3K2`: none twice within 33 million of one process. Both its beginning and its step are the process's own, so that two of
 * them are not in step, and two names do not tell how much happened between them.
 */
export function requestIds(): () => string {
  let last = randomInt(all);
  const step = 2 * randomInt(all / 2) + 1; // odd: goes through all of them before it repeats one
  return () => {
    last = (last + step) % all;
    return Array.from({ length: places }, (_, place) => signs[Math.floor(last / signs.length ** place) % signs.length])
      .toReversed()
      .join("");
  };
}

/** Tells with every answer what its request is called in the log. */
export function tellRequests(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    void reply.header(requestHeader, request.id);
  });
}
