import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { gather } from "#server/backup/tar.ts";
import { isReady } from "#test/faults/product.ts";

const looking = 100; // ms between two looks at a server

/** A server behind the balancer. */
interface Behind {
  readonly port: number;
  ready: boolean;
  /** Requests that it answered. */
  answered: number;
}

/** Request that nobody answered, as it came. */
interface Asked {
  readonly from: IncomingMessage;
  readonly body: Buffer;
  readonly to: ServerResponse;
}

/**
 * One address before several servers, as `deploy/haproxy/haproxy.cfg` makes it: in turn those that are ready; one that does not take a
 * connection any more is passed over, and what it did not answer goes to another one if it may be done again.
 */
export class Balancer {
  /** Requests that were not answered by a server. */
  readonly failures: string[] = [];
  /** Number of requests sent to another server because the first one was about to end. */
  movedOn = 0;
  /** ms that the slowest answer took since it was last set. */
  slowest = 0;
  readonly #behind = new Map<number, Behind>();
  readonly #server = createServer((from, to) => void this.#pass(from, to));
  readonly #timer = setInterval(() => void this.#look(), looking);
  #turn = 0;

  async open(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Looks from now on whether a server is ready. */
  add(port: number): void {
    this.#behind.set(port, { port, ready: false, answered: 0 });
  }

  isReady(port: number): boolean {
    return this.#behind.get(port)?.ready ?? false;
  }

  answeredBy(port: number): number {
    return this.#behind.get(port)?.answered ?? 0;
  }

  async #look(): Promise<void> {
    await Promise.all(
      [...this.#behind.values()].map(async (server) => {
        server.ready = await isReady(`http://127.0.0.1:${server.port}`);
      }),
    );
  }

  async #pass(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const start = performance.now();
    const body = await gather(from as AsyncIterable<Buffer>);
    const ready = [...this.#behind.values()].filter((each) => each.ready);
    const order = ready.map((_, index) => ready[(this.#turn + index) % ready.length] as Behind);
    this.#turn++;
    for (const server of order) {
      const outcome = await this.#send(server, { from, body, to });
      if (outcome === "answered") {
        server.answered++;
        this.slowest = Math.max(this.slowest, performance.now() - start);
        return;
      }
      if (outcome === "broken") break;
      this.movedOn++;
    }
    this.failures.push(`${from.method} ${from.url} had no server of ${order.length}`);
    to.writeHead(503).end();
  }

  #send(server: Behind, { from, body, to }: Asked): Promise<"answered" | "again" | "broken"> {
    const { method = "GET", url: path, headers } = from;
    const mayAgain = method === "GET" || headers["idempotency-key"] !== undefined;
    return new Promise((done) => {
      const passed = request({ port: server.port, host: "127.0.0.1", method, path, headers, agent: false });
      passed.once("response", (answer) => {
        to.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(to);
        answer.once("end", () => done("answered"));
        answer.once("error", () => done("broken"));
      });
      passed.once("error", ({ code }: NodeJS.ErrnoException) =>
        done(code === "ECONNREFUSED" || mayAgain ? "again" : "broken"),
      );
      passed.end(body);
    });
  }
}
