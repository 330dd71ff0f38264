import { getRandomValues } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { requestHeader } from "#rules/texts/refusals.ts";

/** Characters of the ids that people read to each other on the phone: none looks like another. */
const signs = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/** Five signs of five bits each, in two parts that are mixed into each other. */
const [low, high] = [2 ** 13, 2 ** 12];
const rounds = 3;

/**
 * Names requests, `7F3K2`: none twice within 33 million of one process, and in an order that nobody can predict: from two names of their own a
 * customer must not learn how much others asked in between.
 */
export function requestIds(): () => string {
  const tables = Array.from({ length: rounds }, () => [words(low, high), words(high, low)] as const);
  let count = -1;
  return () => {
    count = (count + 1) % (low * high);
    let [left, right] = [Math.floor(count / low), count % low];
    for (const [ofRight, ofLeft] of tables) {
      left ^= ofRight[right] ?? 0;
      right ^= ofLeft[left] ?? 0;
    }
    const name = left * low + right;
    return [20, 15, 10, 5, 0].map((bits) => signs[(name >> bits) % signs.length]).join("");
  };
}

/** So many random words, each below a power of two. */
const words = (amount: number, below: number) => getRandomValues(new Uint16Array(amount)).map((word) => word % below);

/** Sends with every answer what its request is called in the log. */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    void reply.header(requestHeader, request.id);
  });
}
