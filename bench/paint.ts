import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { sql } from "kysely";
import { Database } from "#server/database/database.ts";
import { benchToken } from "./bench-user.ts";
import { readConfig } from "#server/config.ts";
import { ownCredentials } from "#server/tls/credentials.ts";
import { startServer } from "./server-process.ts";
import { openStock } from "./stock.ts";

/**
 * Measures the waiting times at a desk on a slow line. The rows of a first visit are timed at 500 ms latency (aim 2 s). The largest paint is timed
 * with a quarter of the processor at 400 ms (aim 2.5 s), with the layout shift meanwhile (aim 0.02). The data of a page navigated to are measured,
 * too (aim one answer and 100 ms). Requests go over HTTP/2 through a proxy, as from an office far away (deploy/caddy). The last column gives the time
 * of an on-premises line without a proxy, where a browser requests six files at a time. CHROMIUM is the path of the browser.
 *
 * npm run bench -- paint [boxes] [screen]
 */
const boxes = Number(process.argv[2] ?? 12_000);
const only = process.argv[3];
const rounds = 3;

const stock = await openStock(boxes);
const db = new Database(stock.connection);
const token = await benchToken(db, { email: `bench-${Date.now()}@example.com` });
const [box] = await db.read.list(
  "bench-box",
  sql<{ id: number; customer_id: number; user: number }>`
    select id, customer_id, (select max(id) from users) as user from boxes where state = 1 order by id limit 1`,
);
const [area] = await db.read.list("bench-area", sql<{ id: number }>`select id from areas order by id limit 1`);
if (!box || !area) throw new Error("The archive has no boxes.");
const dataDir = mkdtempSync(join(tmpdir(), "magazin-paint-"));
const server = await startServer(stock.connection, dataDir);
const plain = `http://127.0.0.1:${server.port}`;
const config = readConfig({ TLS: "auto", TLS_NAMES: "localhost" });
const { cert, key } = await ownCredentials({ db, config, now: () => new Date() })(null);
const proxy = createSecureServer({ cert, key }, (asked, answer) => {
  const own = Object.entries(asked.headers).filter(([name]) => !name.startsWith(":"));
  const headers = { ...Object.fromEntries(own), host: asked.authority };
  const onward = request(plain + asked.url, { method: asked.method, headers }, (answered) => {
    const { connection: _own, "keep-alive": _alive, "transfer-encoding": _pieces, ...keptHeaders } = answered.headers;
    answer.writeHead(answered.statusCode ?? 502, keptHeaders);
    answered.pipe(answer);
  });
  asked.pipe(onward);
}).listen(0, "127.0.0.1");
await once(proxy, "listening");
const secure = `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
const browser = await chromium.launch({
  ...(process.env["CHROMIUM"] && { executablePath: process.env["CHROMIUM"] }),
  args: ["--no-sandbox", "--disable-background-networking"],
});

/** Each with what shows that its data is there. */
const screens: [name: string, address: string, data: string][] = [
  ["home", "/home", "main h2"],
  ["boxes", "/stock/boxes", "tbody tr td a"],
  ["box", `/stock/boxes/${box.id}`, "main h2"],
  ["rows", "/stock/rows", "tbody tr td a"],
  ["map", `/stock/map?area=${area.id}`, "main svg, main canvas, main table"],
  ["customers", "/customers/overview", "tbody tr td a"],
  ["deliveries", "/deliveries/overview", "tbody tr td a"],
  ["search", "/search?q=Rechnungen", "main mark"],
];

const lineOf = (latency: number) => ({ offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 });

/** A browser that knows who is signed in, on a slow line; it has kept no file, or keeps those that it loads. */
async function visit(origin: string, latency: number, slower: number, keepsFiles = false): Promise<Page> {
  const entries = { token, user: String(box?.user) };
  const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    locale: "de-DE",
    timezoneId: "Europe/Berlin",
    ignoreHTTPSErrors: true,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
  await context.addInitScript(`
    window.seen = { paint: 0, moved: 0 };
    new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) seen.paint = startTime; })
      .observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => { for (const { value } of list.getEntries()) seen.moved += value; })
      .observe({ type: "layout-shift", buffered: true });`);
  const page = await context.newPage();
  await page.goto(`${origin}/services`);
  await page.waitForLoadState("networkidle");
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.setCacheDisabled", { cacheDisabled: !keepsFiles });
  await cdp.send("Network.emulateNetworkConditions", lineOf(latency));
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slower });
  return page;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** When the page has it, by its own clock: whoever asks from outside asks twice a second. */
const shown = (page: Page, data: string) =>
  page.evaluate<number>(`new Promise((resolve) => {
    const look = () => document.querySelector(${JSON.stringify(data)}) && resolve(performance.now());
    new MutationObserver(look).observe(document, { subtree: true, childList: true });
    look();
  })`);

async function firstRows(origin: string, address: string, data: string): Promise<number> {
  const page = await visit(origin, 500, 1);
  await page.goto(origin + address, { waitUntil: "commit" });
  const took = await shown(page, data);
  await page.context().close();
  return took;
}

async function largestPaint(address: string, data: string): Promise<{ paint: number; moved: number }> {
  const page = await visit(secure, 400, 4);
  await page.goto(secure + address, { waitUntil: "commit" });
  await shown(page, data);
  await page.waitForLoadState("networkidle");
  const seen = await page.evaluate<{ paint: number; moved: number }>("seen");
  await page.context().close();
  return seen;
}

/**
 * From the key that goes to a page whose files are kept until its data stands, less one answer. Without the proxy: no browser keeps files
 * of a certificate that it does not trust.
 */
async function transition(latency: number): Promise<number> {
  const page = await visit(plain, 0, 1, true);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  for (const address of ["/customers/overview", "/services"]) {
    await page.goto(plain + address);
    await page.waitForLoadState("networkidle");
  }
  await cdp.send("Network.emulateNetworkConditions", lineOf(latency));
  await page.getByRole("navigation", { name: "Hauptmenü" }).getByRole("link", { name: "Kunden" }).focus();
  const start = await page.evaluate<number>("performance.now()");
  await page.keyboard.press("Enter");
  const took = (await shown(page, "tbody tr td a")) - start - latency;
  await page.context().close();
  return took;
}

async function several<T>(work: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let round = 0; round < rounds; round++) all.push(await work());
  return all;
}

console.log(`load ${loadavg()[0]?.toFixed(1)}, ${boxes.toLocaleString("en")} boxes; medians of ${rounds} in ms`);
console.log("| screen | data at 500 ms | largest paint at 400 ms, 4 x CPU | moved | data at 500 ms, HTTP/1.1 |");
console.log("|---|---|---|---|---|");
for (const [name, address, data] of screens.filter(([each]) => only === undefined || each === only)) {
  const rows = await several(() => firstRows(secure, address, data));
  const paints = await several(() => largestPaint(address, data));
  const overHttp1 = await several(() => firstRows(plain, address, data));
  const moved = Math.max(...paints.map((each) => each.moved)).toFixed(4);
  const paint = median(paints.map((each) => each.paint)).toFixed(0);
  console.log(`| ${name} | ${median(rows).toFixed(0)} | ${paint} | ${moved} | ${median(overHttp1).toFixed(0)} |`);
}
const gone = await several(() => transition(400));
console.log(`a page gone to shows its data ${median(gone).toFixed(0)} ms after one answer`);

await browser.close();
proxy.close();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
await db.write((tx) => tx.deleteFrom("users").where("id", "=", box.user).execute());
await db.close();
await stock.close();
