import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { benchToken } from "./bench-user.ts";
import { LeanClient } from "./lean-client.ts";
import { childrenOf, cpuOf, startServer } from "./server-process.ts";
import { customersBySize, openStock, stockFolder } from "./stock.ts";

/**
 * People who read lists and boxes beside a backup, which stands still every other two seconds: so both halves meet the same machine. And what a
 * backup takes of time and memory. The aims: 99 of 100 calls within twice their usual time, 150 MB in memory of its own.
 *
 *     npm run bench -- backup [boxes]
 */
const boxes = Number(process.argv[2] ?? 1_000_000);
const people = 4;
const pauseOfPeople = 40; // ms between an answer and the next question
const backups = 3;
const half = 2_000; // ms
const aims = { times: 2, memory: 150 };

const stock = await openStock(boxes);
const { big } = await customersBySize(stock.db);
const email = `bench-${Date.now()}@example.com`;
const token = await benchToken(stock.db, { email });
const server = await startServer(stock.connection, stockFolder(boxes));
const place = mkdtempSync(join(tmpdir(), "magazin-bench-backup-"));

const lists = [
  "/boxes/?limit=30",
  "/boxes/?limit=30&order_by=customer",
  `/boxes/?limit=30&owner=${big.code}`,
  "/boxes/?limit=30&state=1",
  "/boxes/?limit=30&contain_content=Personalakten+ausgeschieden+2010",
  "/customers/",
  "/deliveries/",
];
const anyBox = (person: number, round: number) => `/boxes/${((person * 7919 + round * 104_729) % boxes) + 1}/`;

interface Times {
  readonly lists: number[];
  readonly boxes: number[];
}

const usual: Times = { lists: [], boxes: [] };
const beside: Times = { lists: [], boxes: [] };
/** Where the times belong now; nowhere before the first backup runs. */
let now: Times | undefined;

/** People ask in turn for a list and for a box, until `over` says so; what was asked in one half and answered in the other does not count. */
async function ask(over: () => boolean): Promise<void> {
  const work = async (person: number) => {
    const client = new LeanClient(server.port, token);
    for (let round = 0; !over(); round++) {
      const isList = round % 2 === 0;
      const path = isList ? (lists[(round / 2 + person) % lists.length] ?? "/") : anyBox(person, round);
      const asked = now;
      const { status, ms } = await client.ask("GET", path);
      if (status !== 200) throw new Error(`${path} answered ${status}`);
      if (asked === now) asked?.[isList ? "lists" : "boxes"].push(ms);
      await sleep(pauseOfPeople);
    }
    client.close();
  };
  await Promise.all(Array.from({ length: people }, (_, person) => work(person)));
}

/** MB of a process: all in memory, and its share of what it has together with others. */
function memoryOf(pid: number): { rss: number; pss: number } {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    const value = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0) / 1024;
    return { rss: value("Rss"), pss: value("Pss") };
  } catch {
    return { rss: 0, pss: 0 }; // it has ended
  }
}

const most = { rss: 0, pss: 0, cpu: 0 };
let said = "";

async function backUp(): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, ["tools/run.mjs", "magazin", "backup", place], {
    env: { ...process.env, DATA_DIR: stockFolder(boxes) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout?.on("data", (piece: Buffer) => (said = piece.toString().trim()));
  const pid = child.pid ?? 0;
  const turn = setInterval(() => {
    const [program] = childrenOf(pid);
    if (program === undefined) return;
    process.kill(program, now === beside ? "SIGSTOP" : "SIGCONT");
    now = now === beside ? usual : beside;
  }, half);
  now = beside;
  const watch = setInterval(() => {
    const [program = 0] = childrenOf(pid);
    const { rss, pss } = memoryOf(program);
    most.rss = Math.max(most.rss, rss);
    most.pss = Math.max(most.pss, pss);
    most.cpu = Math.max(most.cpu, cpuOf(pid));
  }, 100);
  const [code] = (await once(child, "close")) as [number];
  clearInterval(watch);
  clearInterval(turn);
  now = undefined;
  if (code !== 0) throw new Error(`the backup ended with ${code}`);
}

const at = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;
const ms = (value: number) => value.toFixed(1).padStart(8);

console.log(`load ${loadavg()[0]?.toFixed(1)}, ${boxes.toLocaleString("en")} boxes, ${people} people`);
let over = false;
const asking = ask(() => over);
await sleep(5_000); // the first calls are compiled while they run
for (let made = 0; made < backups; made++) await backUp();
over = true;
await asking;
console.log("| | p50 alone | p50 beside | p99 alone | p99 beside | ratio |\n|---|---|---|---|---|---|");
let missed = 0;
for (const kind of ["lists", "boxes"] as const) {
  const [one, other] = [at(usual[kind], 0.99), at(beside[kind], 0.99)];
  if (other > aims.times * one) missed++;
  const halves = `${ms(at(usual[kind], 0.5))} | ${ms(at(beside[kind], 0.5))}`;
  console.log(`| ${kind} | ${halves} | ${ms(one)} | ${ms(other)} | ${(other / one).toFixed(2)} |`);
}
if (most.pss > aims.memory) missed++;
console.log(said);
console.log(
  `${most.cpu.toFixed(1)} s of processor; ${most.rss.toFixed(0)} MB in memory (RSS), ${most.pss.toFixed(0)} MB of its own (PSS); load ${loadavg()[0]?.toFixed(1)}`,
);
console.log(missed === 0 ? "Every aim was met." : `${missed} aims were missed.`);

const awake = setInterval(() => undefined, 1000); // nothing else is, while the database ends
rmSync(place, { recursive: true });
await server.stop();
await stock.db.write((tx) => tx.deleteFrom("users").where("email", "=", email).execute());
await stock.close();
clearInterval(awake);
