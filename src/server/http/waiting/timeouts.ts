import type { IncomingMessage } from "node:http";
import type { Server } from "node:https";
import type { FastifyInstance } from "fastify";
import { dropSlowReaders } from "./slow-readers.ts";

/** ms; how long a client may keep the server waiting. */
export interface Timeouts {
  /** For the head of a request. */
  readonly head: number;
  /** For a body from its first byte to its last; for the next byte of an upload. */
  readonly body: number;
  /** For reading some of an answer that is ready. How long the server itself takes does not count. */
  readonly answer: number;
}

export const defaultTimeouts: Timeouts = { head: 15_000, body: 30_000, answer: 60_000 };

/** What Node has to know of it when it makes the server; it looks after heads only every so often. */
export const headLimits = ({ head }: Timeouts) => ({
  headersTimeout: head,
  connectionsCheckingInterval: Math.ceil(head / 15),
});

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Drops a client whose body is not there in time, whoever reads it or does not. */
export function limitBody(request: IncomingMessage, { body }: Timeouts): void {
  const { "content-length": length = "0", "transfer-encoding": chunked } = request.headers;
  if (length === "0" && chunked === undefined) return;
  const timer = setTimeout(() => request.complete || request.socket.destroy(), body);
  timers.set(request, timer);
  request.once("close", () => clearTimeout(timer));
}

/** An upload may take as long as it goes on, and waits for its turn without a limit. */
export function extendBodyTimeout(request: IncomingMessage): void {
  clearTimeout(timers.get(request));
}

/** Drops the client of an upload that does not go on while `work` reads it. */
export async function withBodyTimeout<T>({ socket }: IncomingMessage, timeouts: Timeouts, work: () => Promise<T>) {
  socket.setTimeout(timeouts.body);
  try {
    return await work();
  } finally {
    socket.setTimeout(0);
  }
}

/** Drops clients that send too slowly, or that do not read what they asked for. */
export function dropSlowClients(app: FastifyInstance, timeouts: Timeouts): void {
  app.addHook("onRequest", async ({ raw }) => limitBody(raw, timeouts));
  dropSlowReaders(app, timeouts.answer);
}

const stopPatience = 10_000; // ms; supervisors kill after 30 or 90 s, and PostgreSQL needs its part of that

/** Finishes the requests that are running, for as long as that is worth waiting for; then cuts what hangs. */
export async function stopServing(
  app: FastifyInstance,
  timeouts = stopPatience,
  beside: readonly Server[] = [],
): Promise<void> {
  const servers = [app.server, ...beside];
  const each = (end: (server: (typeof servers)[number]) => void) => () => servers.forEach(end);
  // a connection whose request is answered from now on would stay open for another one and hold up the end
  const idle = setInterval(
    each((server) => server.closeIdleConnections()),
    50,
  );
  const cut = setTimeout(
    each((server) => server.closeAllConnections()),
    timeouts,
  );
  await app.close();
  clearInterval(idle);
  clearTimeout(cut);
}
