import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import sharp from "sharp";

/**
 * Works for a while on a server process of its own, on a data folder of its own: lists, pictures that come in, label sheets, archive
 * lists, zips of pictures. Says what memory the server and the processes of its press hold meanwhile, and two minutes later. The
 * aim: at most 260 MB when the work ends, less than 200 MB two minutes later.
 *
 *     npm run bench -- soak [--minutes 10] [--only lists,uploads,labels,archives,zips]
 */
const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, only: { type: "string", default: "" } },
});
const minutes = Number(values.minutes);
const boxes = 12_000;
const looks = [1, 4, 10]; // minutes
const rest = 2; // minutes
const pause = 50; // ms between two calls of one worker
const labels = 480; // of one sheet
const email = "soak@example.com";
const password = "soak-soak-soak-2026";

const dataDir = mkdtempSync(join(tmpdir(), "magazin-soak-"));
const env = {
  ...process.env,
  DATA_DIR: dataDir,
  PORT: "0",
  LOG_LEVEL: "silent",
  // as npm start gives them
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  NODE_COMPILE_CACHE: resolve("dist/compile-cache"),
};

/** Runs a program of ours to its end. */
async function run(...args: string[]): Promise<void> {
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "inherit"] });
  const code = await new Promise((done) => child.once("exit", done));
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${String(code)}.`);
}

/** The server, and where it listens. */
async function startServer(): Promise<{ server: ChildProcess; base: string }> {
  const args = ["--max-semi-space-size=4", "src/server/main.ts"]; // as npm start
  const server = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  for await (const piece of server.stdout) {
    said += String(piece);
    const base = /is ready: (\S+)/.exec(said)?.[1];
    if (base) return { server, base };
  }
  throw new Error(`The server did not start: ${said}`);
}

/** A file of `/proc`; empty where the process has ended meanwhile. */
function fileOf(pid: string | number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}
const statusOf = (pid: string | number) => fileOf(pid, "status");
const field = (status: string, name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);

/**
 * MB in memory: of the server as `ps` counts it, and of the processes of its press together what is theirs alone, as they share the
 * program with the server.
 */
function memoryOf(server: number): { server: number; pdfWorkers: number } {
  const mb = (status: string) => Math.round(field(status, "VmRSS") / 1024);
  const children = readdirSync("/proc").filter(
    (pid) =>
      /^\d+$/.test(pid) && field(statusOf(pid), "PPid") === server && fileOf(pid, "cmdline").includes("press-worker"),
  );
  const own = (pid: string) => Math.round(field(fileOf(pid, "smaps_rollup"), "Private_Dirty") / 1024);
  return { server: mb(statusOf(server)), pdfWorkers: children.reduce((sum, pid) => sum + own(pid), 0) };
}

await run("src/cli/main.ts", "seed", "--boxes", String(boxes), "--pictures", "100");
await run("src/cli/main.ts", "create-admin", "--email", email, "--password", password);
const { server, base } = await startServer();
process.once("exit", () => server.kill("SIGTERM")); // also where a call fails
const api = `${base}/api/v1`;
let token = "";
let calls = 0;

async function call(method: string, path: string, body?: object): Promise<Response> {
  const isForm = body instanceof FormData;
  const headers = { authorization: `Token ${token}`, ...(body && !isForm && { "content-type": "application/json" }) };
  const sent = isForm ? body : body && JSON.stringify(body);
  const response = await fetch(api + path, { method, headers, ...(sent && { body: sent }) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  calls++;
  return response;
}
const json = async (path: string): Promise<{ results: { id: number; code: string }[] }> =>
  (await (await call("GET", path)).json()) as { results: { id: number; code: string }[] };
/** Reads an answer to its end and keeps nothing of it. */
async function drain(response: Response): Promise<void> {
  for await (const _piece of response.body ?? []);
}

const login = await fetch(`${api}/api-token-auth/`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ username: email, password }),
});
token = ((await login.json()) as { token: string }).token;
const customers = (await json("/customers/?limit=50&order_by=-count_boxes")).results;
const anyCustomer = () => customers[randomInt(customers.length)]?.id ?? 0;
const page = async () => (await json(`/boxes/?state=1&limit=30&offset=${randomInt(boxes / 4)}`)).results;

async function picture(): Promise<FormData> {
  const [box] = await page();
  const create = { width: 2000, height: 1500, channels: 3 as const, background: { r: randomInt(256), g: 120, b: 80 } };
  const file = await sharp({ create }).jpeg().toBuffer();
  const form = new FormData();
  form.set("box_id", String(box?.id));
  form.set("image", new Blob([new Uint8Array(file)]), "picture.jpg");
  return form;
}

const lists = [
  () => json(`/boxes/?limit=100&offset=${randomInt(boxes - 100)}`),
  () => json("/boxes/?contain_content=Rechnung&limit=30"),
  async () => drain(await call("GET", `/boxes/${(await page())[0]?.id}/`)),
  () => json("/customers/"),
  () => json("/deliveries/"),
];
const work: Record<string, () => Promise<unknown>> = {
  lists: () => (lists[randomInt(lists.length)] as () => Promise<unknown>)(),
  uploads: async () => drain(await call("POST", "/boximages/", await picture())),
  labels: async () => {
    const codes = (await page()).map(({ code }) => ({ code, amount: labels / 30 }));
    await drain(await call("POST", "/services/labelprintV2/", { codes, start: 1 }));
  },
  archives: async () => drain(await call("GET", `/customers/${anyCustomer()}/archivelist/`)),
  zips: async () => drain(await call("GET", `/customers/${anyCustomer()}/contentimages/`)),
};

function look(when: string): void {
  const memory = memoryOf(server.pid ?? 0);
  const total = memory.server + memory.pdfWorkers;
  console.log(
    `${when.padEnd(24)} server ${memory.server} MB, PDF workers ${memory.pdfWorkers} MB, together ${total} MB; ${calls} calls`,
  );
}

const end = Date.now() + minutes * 60_000;
look("at the start");
const wanted = Object.entries(work).filter(([name]) => values.only === "" || values.only.split(",").includes(name));
const workers = wanted.map(async ([, action]) => {
  while (Date.now() < end) {
    await action();
    await sleep(pause);
  }
});
const start = end - minutes * 60_000;
for (const minute of [...looks.filter((each) => each < minutes), minutes]) {
  await sleep(start + minute * 60_000 - Date.now());
  look(`after ${minute} minutes`);
}
await Promise.all(workers);
await sleep(rest * 60_000);
look(`${rest} minutes later`);

server.kill("SIGTERM");
await new Promise((done) => server.once("exit", done));
rmSync(dataDir, { recursive: true, force: true });
