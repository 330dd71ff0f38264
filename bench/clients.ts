import { readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { hashPassword } from "#server/http/passwords/passwords.ts";
import { atTheMachine } from "#server/database/audit/audit.ts";
import { createUser } from "#server/features/access/users/mutations.ts";
import { openSession } from "#server/http/session.ts";
import { LeanClient } from "./lean-client.ts";
import { cpuOf, startServer } from "./server-process.ts";
import { customersBySize, openStock, stockFolder } from "./stock.ts";

/**
 * A server as it is run, at 10,000 boxes: ten calls with 8 connections each, then 500 people at once with lists, boxes and one write in
 * twenty. Requests a second, milliseconds of processor time in the server and in PostgreSQL for each. The aims: 900 requests a second on two
 * cores, no error, 99 of 100 within a second. With WORKERS=2 the server is two processes.
 *
 *     npm run bench -- clients [boxes]
 */
const boxes = Number(process.argv[2] ?? 10_000);
const people = 500;
const seconds = { each: 3, mixed: 20 };
const connections = 8;

const stock = await openStock(boxes);
const { all: customers, big } = await customersBySize(stock.db);
const hash = await hashPassword("bench-bench-bench");
const stamp = Date.now();
const tokens = await stock.db.write(async (tx) => {
  const made: string[] = [];
  for (let person = 0; person < people; person++) {
    const email = `bench-${stamp}-${person}@example.com`;
    const id = await createUser(
      tx,
      atTheMachine,
      { email, last_name: "Bench", is_staff: person % 5 > 0 },
      { hash, initial: false },
    );
    const customer_id = customers[person % customers.length]?.id ?? 0;
    if (person % 5 === 0) await tx.insertInto("customer_users").values({ user_id: id, customer_id }).execute();
    made.push(await openSession(tx, id));
  }
  return made;
});
const stored = await stock.db.read.selectFrom("boxes").select("id").where("state", "=", 1).limit(2000).execute();
const postmaster = Number(readFileSync(join(stockFolder(boxes), "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
const server = await startServer(stock.connection, stockFolder(boxes));

interface Work {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}
const reading = (path: string): Work => ({ method: "GET", path });

/** Everybody asks again as soon as they are answered, for so long. */
async function load(tokensOfAll: readonly string[], forSeconds: number, next: (person: number, round: number) => Work) {
  const clients = tokensOfAll.map((token) => new LeanClient(server.port, token));
  const times: number[] = [];
  const errors = new Map<string, number>();
  const before = { server: server.cpu(), database: cpuOf(postmaster) };
  const end = performance.now() + forSeconds * 1000;
  const started = performance.now();
  await Promise.all(
    clients.map(async (client, person) => {
      for (let round = 0; performance.now() < end; round++) {
        const { method, path, body } = next(person, round);
        const { status, ms } = await client
          .ask(method, path, body)
          .catch((error: Error) => ({ status: error.message, ms: 0 }));
        if (typeof status === "number" && status < 300) times.push(ms);
        else errors.set(`${status} ${method}`, (errors.get(`${status} ${method}`) ?? 0) + 1);
        if (typeof status === "string") return;
      }
    }),
  );
  const took = (performance.now() - started) / 1000;
  for (const client of clients) client.close();
  times.sort((a, b) => a - b);
  const each = (cpu: number) => (cpu * 1000) / Math.max(1, times.length);
  return {
    perSecond: times.length / took,
    p50: times[Math.floor(times.length * 0.5)] ?? 0,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    server: each(server.cpu() - before.server),
    database: each(cpuOf(postmaster) - before.database),
    errors: [...errors].map(([what, times_]) => `${times_} x ${what}`).join(", ") || "0 errors",
  };
}

const staffToken = tokens[1] ?? "";
const anyBox = (person: number, round: number) => ((person * 7919 + round * 104_729) % boxes) + 1;
const calls: Record<string, (person: number, round: number) => Work> = {
  "the box list": () => reading("/boxes/?limit=30"),
  "the box list, a late page": (_, round) =>
    reading(`/boxes/?limit=30&offset=${Math.max(0, boxes - 300 - (round % 200) * 30)}`),
  "by customer": () => reading("/boxes/?limit=30&order_by=customer"),
  "by area": () => reading("/boxes/?limit=30&order_by=area"),
  "one customer": () => reading(`/boxes/?limit=30&owner=${big.code}`),
  "in stock": () => reading("/boxes/?limit=30&state=1"),
  "a content": () => reading("/boxes/?limit=30&contain_content=Hartmann"),
  "a box": (person, round) => reading(`/boxes/${anyBox(person, round)}/`),
  customers: () => reading("/customers/"),
  deliveries: () => reading("/deliveries/"),
};

/** Picks the work of a turn: of twenty, eleven are lists, eight are boxes, one is a write. Customer users see only what is theirs. */
function mixed(person: number, round: number): Work {
  const turn = (person + round) % 20;
  const own = person % 5 === 0;
  if (turn === 19 && !own)
    return {
      method: "POST",
      path: "/boxcontents/",
      body: { box_id: stored[(person * 31 + round) % stored.length]?.id, text: `Akte ${person} ${round}` },
    };
  if (turn > 10 && !own) return calls["a box"]?.(person, round) ?? reading("/boxes/");
  const offset = ((person + round) % 30) * 30;
  const lists = [
    "",
    "&order_by=customer",
    "&state=1",
    "&order_by=-code",
    `&owner=${customers[person % customers.length]?.code}`,
  ];
  return reading(`/boxes/?limit=30&offset=${offset}${lists[turn % lists.length] ?? ""}`);
}

const number = (value: number, digits = 0) => value.toFixed(digits).padStart(8);
const row = (name: string, { perSecond, p50, p99, server: cpu, database, errors }: Awaited<ReturnType<typeof load>>) =>
  console.log(
    `| ${name.padEnd(28)} | ${number(perSecond)} | ${number(p50, 1)} | ${number(p99, 1)} | ${number(cpu, 2)} | ${number(database, 2)} | ${errors} |`,
  );
console.log(
  `load ${loadavg()[0]?.toFixed(1)}, ${availableParallelism()} cores, ${process.env["WORKERS"] ?? 1} server process(es), ${boxes.toLocaleString("en")} boxes`,
);
console.log(
  "| call | requests/s | p50 ms | p99 ms | server CPU ms | database CPU ms | |\n|---|---|---|---|---|---|---|",
);
const eight = Array.from({ length: connections }, () => staffToken);
await load(
  eight,
  seconds.each,
  (person, round) => Object.values(calls)[round % 10]?.(person, round) ?? reading("/boxes/"),
);
for (const [name, next] of Object.entries(calls)) row(name, await load(eight, seconds.each, next));
await load(tokens, 3, mixed);
row(`${people} people, mixed`, await load(tokens, seconds.mixed, mixed));
console.log(`the server takes ${Math.round(server.memory())} MB; load ${loadavg()[0]?.toFixed(1)}`);

const awake = setInterval(() => undefined, 1000); // nothing else is, while the database ends
await server.stop();
await stock.db.write((tx) =>
  tx.updateTable("users").set({ active: false }).where("email", "like", `bench-${stamp}-%`).execute(),
);
await stock.db.close();
await stock.close();
clearInterval(awake);
