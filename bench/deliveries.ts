import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { Box } from "#contract/schemas/stock/boxes.ts";
import type { DeliveryDetail } from "#contract/schemas/deliveries/deliveries.ts";
import type { DeliveryOption } from "#contract/schemas/deliveries/delivery-options.ts";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { Database, type Transaction } from "#server/database/database.ts";
import { openDatabase } from "#server/open-database.ts";
import { benchToken } from "./bench-user.ts";

/**
 * Lists 100,000 deliveries in a database of its own, for staff and for a customer user, in alternating rounds; prints medians and
 * how much they are of the first call's. Then orders 10, 100 and 750 boxes: the number of statements must not grow.
 *
 *     npm run bench -- deliveries
 */
const deliveries = 100_000;
const open = 2000; // the last ones, with a box each
const small = 200; // customers, the first of them with a fifth of all
const rounds = 15;
const warmUp = 5; // rounds that do not count

const dataDir = mkdtempSync(join(tmpdir(), "magazin-deliveries-"));
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
const { connection, close } = await openDatabase(config, () => {});
const db = new Database(connection);
let statements = 0;
for (const pool of Object.values(db.pools)) {
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      statements++;
      return query(...given);
    }) as typeof client.query;
  });
}

/** The ids of customers, boxes and deliveries are numbered from 1 in an empty database. */
async function seedStock(): Promise<void> {
  await db.write((tx) =>
    sql`insert into customers (code, name) select n, 'Kunde ' || n from generate_series(1, ${small + 1}::int) n`.execute(
      tx,
    ),
  );
  const area = await db.write((tx) =>
    tx.insertInto("areas").values({ name: "Halle 1" }).returning("id").executeTakeFirstOrThrow(),
  );
  await db.write((tx) =>
    sql`insert into rows (area_id, number) select ${area.id}, n from generate_series(1, 10) n`.execute(tx),
  );
  // ten boxes of every customer are ordered, those of the last customer can be; all others are out
  await db.write((tx) =>
    sql`
    with each as (
      select c.id, c.code, n, case when code > ${small} or n <= 10 then row_number() over (partition by code > ${small} or n <= 10)::int - 1 end as i
      from customers c cross join lateral generate_series(1, case when code = 1 then 20000 when code > ${small} then 860 else 400 end) n)
    insert into boxes (customer_id, customer_code, number, state, place_area, row_id, part, height, placed)
    select each.id, code, n, case when i is null then 2 when code > ${small} then 1 else 4 end,
      case when i is null then 0 else ${area.id}::int end, r.id, i % 500 / 5 + 1, i % 5 + 1, case when i is not null then now() end
    from each left join rows r on r.number = i / 500 + 1 order by code, n`.execute(tx),
  );
  await db.write((tx) =>
    sql`
    insert into contents (box_id, customer_id, text, state)
    select id, customer_id, (array['Rechnungen', 'Personalakten', 'Röntgenbilder', 'Verträge'])[number % 4 + 1] || ' ' || number, 1
    from boxes where state = 2`.execute(tx),
  );
}

async function seedDeliveries(): Promise<void> {
  await db.write((tx) =>
    sql`
    insert into deliveries (customer_id, kind, state, time, price, created)
    select case when n > ${deliveries - open} then n % ${small} + 1 when n % 5 = 0 then 1 else n % ${small - 1} + 2 end,
      case when n % 7 = 0 and n <= ${deliveries - open} then 1 else 0 end,
      case when n > ${deliveries - open} then n % 2 when n % 20 = 0 and n % 7 > 0 then 3 else 2 end,
      timestamptz '2021-01-01' + n * interval '25 minutes' + n % 3 * interval '1 day', n % 90, timestamptz '2021-01-01' + n * interval '25 minutes'
    from generate_series(1, ${deliveries}::int) n`.execute(tx),
  );
  const number = sql`11 + (d.id * 3 + k) % case d.customer_id when 1 then 19990 else 390 end`;
  await db.write((tx) =>
    sql`
    insert into delivery_boxes (delivery_id, customer_id, box_id, open, picked)
    select d.id, d.customer_id, b.id, false, case when d.state = 2 and d.kind = 0 then d.time end from deliveries d cross join generate_series(0, 2) k
    join boxes b on b.customer_id = d.customer_id and b.number = ${number} where d.id <= ${deliveries - open}`.execute(
      tx,
    ),
  );
  await db.write((tx) =>
    sql`
    insert into delivery_contents (delivery_id, customer_id, content_id, box_id, content, open, picked)
    select d.id, d.customer_id, c.id, b.id, c.text, false, case when d.state = 2 and d.kind = 0 then d.time end
    from deliveries d cross join generate_series(3, 4) k
    join boxes b on b.customer_id = d.customer_id and b.number = ${number} join contents c on c.box_id = b.id
    where d.id <= ${deliveries - open} and d.id % 2 = 0`.execute(tx),
  );
  await db.write((tx) =>
    sql`
    insert into delivery_boxes (delivery_id, customer_id, box_id)
    select d.id, d.customer_id, b.id from deliveries d
    join boxes b on b.customer_id = d.customer_id and b.number = (d.id - ${deliveries - open + 1}) / ${small} + 1
    where d.id > ${deliveries - open}`.execute(tx),
  );
  await db.pools.writing.query("vacuum analyze");
}

async function signIn(email: string, isStaff: boolean): Promise<string> {
  const customers = (tx: Transaction, id: number) =>
    sql`insert into customer_users (user_id, customer_id) select ${id}, n from generate_series(1, 3) n`.execute(tx);
  return benchToken(db, { email, isStaff, ...(!isStaff && { also: customers }) });
}

await seedStock();
await seedDeliveries();
const tokens = { staff: await signIn("staff@example.com", true), user: await signIn("user@example.com", false) };
const app = await buildApp({ db, config, now: () => new Date() });
await app.listen({ port: 0, host: "127.0.0.1" });
const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1`;

async function call(who: keyof typeof tokens, path: string, body?: object) {
  const headers = { authorization: `Token ${tokens[who]}`, ...(body && { "content-type": "application/json" }) };
  const started = performance.now();
  const response = await fetch(base + path, { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) });
  const text = await response.text();
  const ms = performance.now() - started;
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return { ms, reply: JSON.parse(text) as unknown };
}

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/** Takes all of them in turn, so that whatever else this machine does meanwhile hits them alike. */
async function inTurn(works: Record<string, () => Promise<{ ms: number }>>, times: number) {
  const took = new Map(Object.keys(works).map((name) => [name, [] as number[]]));
  for (let round = -warmUp; round < times; round++) {
    for (const [name, work] of Object.entries(works)) {
      const { ms } = await work();
      if (round >= 0) took.get(name)?.push(ms);
    }
  }
  return new Map([...took].map(([name, all]) => [name, median(all)]));
}

async function listCases(who: keyof typeof tokens) {
  const { count } = (await call(who, "/deliveries/")).reply as { count: number };
  const back = `&offset=${Math.floor((count * 0.9) / 30) * 30}`;
  const queries = {
    "the newest": "",
    "far back": back,
    "by customer": "&order_by=customer",
    "by customer, far back": `&order_by=-customer${back}`,
    "by time": "&order_by=time",
    "by time, far back": `&order_by=-time${back}`,
    "by state": "&order_by=state",
    "by state, far back": `&order_by=-state${back}`,
    "by kind": "&order_by=kind",
    open: "&state=0",
    "completed, by time": "&state=2&order_by=-time",
    "a box": "&box=0001.000.123",
    "a piece of a code, rare": "&box=019123",
    "a piece of a code, common": "&box=77",
    "a content, rare": "&content=akten 1237",
    "a content, common": "&content=Rechnung",
    "a content, two letters": "&content=ak",
    "no content": "&content=Wojciechowski",
    "completed, a box, a content": "&state=2&box=0001.000.1&content=akten",
  };
  const paths = Object.entries(queries).map(([name, query]) => [`${who}: ${name}`, `/deliveries/?limit=30${query}`]);
  return paths.map(([name = "", path = ""]) => [name, () => call(who, path)] as const);
}

const load = () => loadavg()[0]?.toFixed(1);
console.log(`load ${load()}`);
const reads = {
  ...Object.fromEntries([...(await listCases("staff")), ...(await listCases("user"))]),
  [`staff: everything to collect, ${open} lines`]: () => call("staff", "/deliveries/collect/"),
  "staff: a delivery": () => call("staff", "/deliveries/50000/"),
};
const medians = await inTurn(reads, rounds);
const [first = 1] = medians.values();
for (const [name, ms] of medians)
  console.log(`${name.padEnd(44)} ${ms.toFixed(1).padStart(8)} ms ${(ms / first).toFixed(1).padStart(6)} x`);

const customer = small + 1;
const path = "/deliveries/options/";
const times = { days: "1,2,3,4,5,6,7", fr: "08:00", to: "16:00", prior: 0, window: 8, price: 9.5 };
const option = await call("staff", path, { customer, description: "Täglich", ...times });
const stock = await call("staff", `/boxes/?owner_id=${customer}&limit=860`);
const counts = new Map<number, number>();

/** Orders so many boxes and cancels that again. */
async function order(size: number) {
  const boxes = (stock.reply as { results: Box[] }).results.slice(0, size).map(({ id }) => id);
  statements = 0;
  const body = { customer, delivery_option: (option.reply as DeliveryOption).id, boxes };
  const { ms, reply } = await call("staff", "/deliveries/", body);
  counts.set(size, statements);
  await call("staff", `/deliveries/${(reply as DeliveryDetail).id}/cancel/`, {});
  return { ms };
}
const ordered = await inTurn(Object.fromEntries([10, 100, 750].map((size) => [size, () => order(size)])), rounds);
const [ten = 1] = ordered.values();
for (const [size, ms] of ordered) {
  const ratio = `${(ms / ten).toFixed(1).padStart(6)} x, ${counts.get(Number(size))} statements`;
  console.log(`${`ordering ${size} boxes`.padEnd(44)} ${ms.toFixed(1).padStart(8)} ms ${ratio}`);
}
const grew = new Set(counts.values()).size > 1;
console.log(`load ${load()}; the number of statements ${grew ? "GROWS with the boxes" : "does not grow"}`);

await app.close();
await db.close();
await close();
rmSync(dataDir, { recursive: true, force: true });
process.exitCode = grew ? 1 : 0;
