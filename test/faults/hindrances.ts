import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { atTheMachine } from "#server/database/audit/audit.ts";
import { Database } from "#server/database/database.ts";
import { createUser } from "#server/features/access/users/mutations.ts";
import { hashPassword } from "#server/http/passwords/passwords.ts";
import { openSession } from "#server/http/session.ts";
import { type Product, until } from "./product.ts";
import type { Outcome, Workplace } from "./workplace.ts";

const ofEachKind = 40;
const aByteEach = 300; // ms
const stopsWithin = 25_000; // ms: 15 s for whoever hangs, and PostgreSQL's own end

interface Stage {
  readonly at: Workplace;
}

/** Clients that send a byte now and then, or ask for much and do not read: the others work on, and a stop does not wait for them. */
export function endureSlowClients({ at }: Stage): Promise<Outcome> {
  const { product } = at;
  return at.during(async () => {
    const clients = Array.from({ length: ofEachKind }, () => [
      dribble(product.port, "GET /api/v1/settings/ HTTP/1.1\r\nHost: x\r\nX-Slow: ", "x".repeat(1000)),
      dribble(
        product.port,
        "POST /api/v1/api-token-auth/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n",
        "{".repeat(1000),
      ),
      dribble(product.port, "GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(10), ""),
    ]).flat();
    try {
      await sleep(2_000);
      const goesOn = await at.goesOn(20_000);
      const start = performance.now();
      void product.stop();
      const code = await product.end(stopsWithin);
      if (code !== 0) throw new Error(`the stop ended with ${code}`);
      const stopped = ((performance.now() - start) / 1000).toFixed(1);
      product.start();
      await product.ready();
      return `${clients.length} of them: others waited ${goesOn}, stopped within ${stopped} s`;
    } finally {
      for (const client of clients) client.destroy();
    }
  });
}

/** Sends a beginning at once and the rest byte by byte, and never reads. */
function dribble(port: number, beginning: string, rest: string): Socket {
  const client = connect(port, "127.0.0.1", () => client.write(beginning)).pause();
  const bytes = rest[Symbol.iterator]();
  const timer = setInterval(() => {
    const { value } = bytes.next();
    if (value !== undefined) client.write(value);
  }, aByteEach);
  client.on("error", () => undefined).on("close", () => clearInterval(timer));
  return client;
}

/** Somebody holds a customer's row while a colleague asks for it twelve times: who works with another one is answered. */
export function endureLock({ at }: Stage): Promise<Outcome> {
  const { product, writers } = at;
  return at.during(async () => {
    const customer = await writers.post<{ id: number }>("/customers/", { name: "Gesperrt" }); // nobody else works with it
    if (!customer) throw new Error("no customer to hold");
    const headers = { authorization: `Token ${await newColleague(product)}`, "content-type": "application/json" };
    const holder = new pg.Client(product.connection);
    await holder.connect();
    try {
      await holder.query("begin");
      await holder.query("select from customers where id = $1 for update", [customer.id]);
      const change = { method: "PATCH", headers, body: '{"notes":"wartet"}' };
      const asked = Array.from({ length: 12 }, () => fetch(`${product.url}/api/v1/customers/${customer.id}/`, change));
      const blocked = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
      await until("somebody waits for the row", async () => ((await holder.query(blocked)).rowCount ?? 0) > 0);
      const start = performance.now();
      await writers.get("/boxes/?limit=1");
      const read = ((performance.now() - start) / 1000).toFixed(1);
      const others = await at.goesOn(2_000);
      const refused = await Promise.race(asked);
      if (refused.status !== 503 || !refused.headers.has("retry-after"))
        throw new Error(`who waited got ${refused.status}`);
      await holder.query("rollback");
      await Promise.all(asked);
      return `beside it a list took ${read} s, the next write of others ${others}`;
    } finally {
      await holder.end();
    }
  });
}

/** PostgreSQL stands still, as on a frozen disk or a paused machine: whoever asks gets an answer in time, what needs no database goes on, and afterwards all of it does. */
export function endureStandstill({ at }: Stage): Promise<Outcome> {
  const { product } = at;
  return at.during(async () => {
    const headers = { authorization: `Token ${await newColleague(product)}` };
    const stopped = product.family;
    const start = performance.now();
    signal(stopped, "SIGSTOP");
    try {
      const asked = ["/api/v1/boxes/", "/api/v1/customers/", "/readyz"].map((path) =>
        fetch(product.url + path, { headers, signal: AbortSignal.timeout(12_000) }),
      );
      if (!(await fetch(`${product.url}/healthz`)).ok) throw new Error("what needs no database does not go on");
      for (const answer of await Promise.all(asked))
        if (answer.status !== 503) throw new Error(`it got ${answer.status}`);
      const refused = ((performance.now() - start) / 1000).toFixed(1);
      signal(stopped, "SIGCONT");
      return `refused after ${refused} s, the next write ${await at.goesOn(20_000)}`;
    } finally {
      signal(
        stopped.filter((pid) => product.family.includes(pid)),
        "SIGCONT",
      );
    }
  });
}

/** A process of PostgreSQL may have ended meanwhile: some live for a moment only. */
function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
}

/** The token of somebody else on the staff. */
async function newColleague(product: Product): Promise<string> {
  const db = new Database(product.place, { sizes: { reading: 1, writing: 1 } });
  try {
    const hash = await hashPassword(randomUUID());
    return await db.write(async (tx) => {
      const user = { email: `${randomUUID()}@example.com`, first_name: "", last_name: "Kollege", is_staff: true };
      const id = await createUser(tx, atTheMachine, user, { hash, initial: false });
      return openSession(tx, id);
    });
  } finally {
    await db.close();
  }
}
