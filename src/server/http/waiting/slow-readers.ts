import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

const looks = 12; // within the patience; a client that reads is seen to do so

/** What a connection has of its answers, and who waits on it. */
interface Line {
  /** Bytes that the other side has taken, as far as this machine knows. */
  taken: number;
  /** Looks in which it took nothing of what is there for it. */
  idle: number;
  last: ServerResponse;
  readonly closed: Promise<unknown>;
}

const closing = (side: Socket | ServerResponse) => new Promise<void>((resolve) => void side.once("close", resolve));

/** What the system has not taken yet: Node itself waits twice as long before it notices, and a request that comes meanwhile begins its wait anew. */
const untaken = (socket: Socket) => {
  const handle = (socket as { _handle?: { writeQueueSize?: number } | null })._handle;
  return socket.writableLength + (handle?.writeQueueSize ?? 0);
};

/**
 * Drops clients that take nothing of an answer for so many ms, whatever else they ask meanwhile; and of several requests that come at once over one connection
 * answers one after the other, so that no more than one answer stands in memory for who does not read.
 */
export function dropSlowReaders(app: FastifyInstance, timeouts: number): void {
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
