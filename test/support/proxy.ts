import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import type { Connection } from "#server/database/database.ts";

type Parts = Exclude<Connection, string>;

/**
 * Where the line is cut: when this is asked, which then is not passed on; or when it was passed on and is being answered. With `held` the
 * answer is not passed on, but nobody learns that it is lost.
 */
interface Cut {
  readonly at: "asked" | "answered" | "held";
  readonly text: string;
  /** Only of who has said this before. */
  readonly after?: string;
}

/** The simple query `commit`, as it goes over the line. */
export const commit = "Q\0\0\0\u000bcommit\0";

/** A line to PostgreSQL that can be cut. */
export interface Proxy {
  readonly connection: Parts;
  /** Cuts the line of whoever asks this next; answers when it has happened. */
  cut(where: Cut): Promise<void>;
  close(): void;
}

const pathOf = ({ host, port }: Parts) =>
  host.startsWith("/") ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port };

/** Opens a line to a database; whoever opens it closes it. */
export async function proxyTo(to: Parts): Promise<Proxy> {
  let wanted: (Cut & { done: () => void }) | null = null;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const line = connect(pathOf(to));
    const both = [client, line];
    for (const socket of both) {
      open.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        open.delete(socket);
        for (const each of both) each.destroy();
      });
    }
    let answering: (Cut & { done: () => void }) | null = null;
    let said = false;
    client.on("data", (asked) => {
      said ||= wanted?.after !== undefined && asked.includes(wanted.after);
      const may = wanted !== null && (said || wanted.after === undefined);
      const hit = may && asked.includes(wanted?.text ?? "") ? wanted : null;
      if (hit) wanted = null;
      if (hit?.at !== "asked") {
        answering ??= hit;
        return line.write(asked);
      }
      client.destroy();
      hit.done();
      return undefined;
    });
    line.on("data", (answered) => {
      if (answering === null) return client.write(answered);
      if (answering.at === "answered") client.destroy();
      answering.done();
      return undefined;
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    connection: { ...to, host: "127.0.0.1", port: (server.address() as AddressInfo).port },
    cut: (where) => new Promise((done) => (wanted = { ...where, done })),
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
