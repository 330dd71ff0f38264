import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { goneSignal } from "./exchange.ts";
import { endWhenRead } from "./turn.ts";

interface Visit {
  readonly gone: AbortSignal;
  readonly answer: () => void;
  turnEnded: boolean;
}
const visits: Visit[] = [];
const app = Fastify();
app.get("/", async (_request, reply) => {
  const answered = Promise.withResolvers<void>();
  const visit: Visit = { gone: goneSignal(reply), answer: answered.resolve, turnEnded: false };
  visits.push(visit);
  await answered.promise;
  endWhenRead(reply, () => (visit.turnEnded = true));
  return "done";
});
await app.listen({ port: 0 });
const { port } = app.server.address() as AddressInfo;
afterAll(() => app.close());

/** Asks, and answers the connection and what the server knows of it. */
async function ask() {
  const socket = connect(port, "127.0.0.1");
  const before = visits.length;
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(() => visits.length).toBe(before + 1);
  return { socket, visit: visits.at(-1) as Visit };
}

test("a caller who leaves before the answer is gone, and their turn ends although nobody reads it", async () => {
  const { socket, visit } = await ask();
  expect(visit.gone.aborted).toBe(false);
  socket.destroy();
  await expect.poll(() => visit.gone.aborted).toBe(true);
  expect(visit.turnEnded).toBe(false);
  visit.answer();
  await expect.poll(() => visit.turnEnded).toBe(true);
});

test("a caller who has the answer is not gone, and their turn ends with it", async () => {
  const { socket, visit } = await ask();
  socket.resume();
  visit.answer();
  await expect.poll(() => visit.turnEnded).toBe(true);
  expect(visit.gone.aborted).toBe(false);
  socket.destroy();
});
