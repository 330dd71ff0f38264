import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "node:https";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

const looks = 12; // within the patience; a client that reads is seen to do so

/** State of a connection: how much of its answers it has, and who waits on it. */
interface Line {
  /** Bytes that the other side has taken, as far as this machine knows. */
  taken: number;
  /** Looks in which it took nothing of what is there for it. */
  idle: number;
  last: ServerResponse;
  readonly closed: Promise<unknown>;
}

const closing = (side: Socket | ServerResponse) => new Promise<void>((resolve) => void side.once("close", resolve));

/**
 * Counts the bytes that the system has not taken yet. Node itself waits twice as long before it notices, and a request that comes meanwhile restarts
 * its wait.
 */
const untaken = (socket: Socket) => {
  const handle = (socket as { _handle?: { writeQueueSize?: number } | null })._handle;
  return socket.writableLength + (handle?.writeQueueSize ?? 0);
};

/**
 * Drops clients that take nothing of an answer for so many ms, whatever else they ask meanwhile; and of several requests that come at once over one connection
 * answers one after the other, so that no more than one answer stands in memory for who does not read.
 */
function dropSlowReaders(app: FastifyInstance, timeouts: number): void {
  const lines = new Map<Socket, Line>();
  const look = () => {
    for (const [socket, line] of lines) {
      const waiting = untaken(socket);
      const sentBytes = socket.bytesWritten - waiting;
      line.idle = waiting > 0 && sentBytes === line.taken ? line.idle + 1 : 0;
      line.taken = sentBytes;
      if (line.idle >= looks) socket.destroy();
    }
  };
  const timer = setInterval(look, Math.ceil(timeouts / looks)).unref();
  app.addHook("onClose", async () => clearInterval(timer));

  app.addHook("onRequest", async ({ raw: { socket } }, reply) => {
    const line = lines.get(socket);
    if (!line) {
      const closePromise = closing(socket).then(() => lines.delete(socket));
      lines.set(socket, { taken: 0, idle: 0, last: reply.raw, closed: closePromise });
      return undefined;
    }
    const before = line.last;
    line.last = reply.raw;
    if (!before.writableFinished && !before.destroyed) await Promise.race([closing(before), line.closed]);
    return socket.destroyed ? reply.hijack() : undefined;
  });
}

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

/** Returns the limits that Node must know when it makes the server; Node checks heads only every so often. */
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
