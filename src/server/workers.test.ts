import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { expensive } from "#test/support/tiers.ts";
import { readConfig } from "#server/config.ts";
import { readPidFile } from "#server/postgres/pid-file.ts";
import { isAlive } from "#server/postgres/process.ts";
import { endOf, environment, freePort, isReady, killHard, run, until } from "#test/faults/product.ts";

const parent = mkdtempSync(join(tmpdir(), "magazin-workers-"));
const dataDir = join(parent, "data");
const logFile = join(parent, "log");
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const server = run(
  ["src/server/main.ts"],
  logFile,
  environment({ PORT: String(port), DATA_DIR: dataDir, WORKERS: "2" }),
);

interface Line {
  readonly pid: number;
  readonly msg: string;
  readonly worker?: number;
  readonly detail?: { readonly worker?: number };
}
const lines = () =>
  readFileSync(logFile, "utf8")
    .split("\n")
    .flatMap((line) => (line.startsWith("{") && line.endsWith("}") ? [JSON.parse(line) as Line] : []));
/** The processes that have answered so far, by their number. */
const answering = () =>
  Map.groupBy(
    lines().filter(({ msg, worker }) => msg === "request" && worker !== undefined),
    ({ worker }) => worker,
  );
const pidsOf = (worker: number) =>
  new Set(
    answering()
      .get(worker)
      ?.map(({ pid }) => pid),
  );

/** Asks on a connection of its own, which is somebody's turn among the processes. */
const ask = (path: string) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    get(url + path, { agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      response.on("end", () => resolve({ status: response.statusCode, text }));
    }).on("error", reject);
  });
const askUntil = (what: string, condition: () => boolean) =>
  until(what, async () => {
    expect((await ask("/healthz")).status).toBe(200);
    return condition();
  });

afterAll(async () => {
  killHard([server.pid, readPidFile(join(dataDir, "postgres"))?.pid, ...lines().map(({ pid }) => pid)]);
  await endOf(server);
  rmSync(parent, { recursive: true, force: true });
});

test("two processes serve one port; one that is killed is replaced while the other serves; a stop ends them and PostgreSQL", async () => {
  await until("the server is ready", () => isReady(url));
  await askUntil("both processes have answered", () => answering().size === 2);
  const [first = 0] = pidsOf(1);

  killHard([first]);
  await until("the end is noticed", () => lines().some(({ msg }) => msg.startsWith("a server process was lost")));
  await askUntil("the first has a successor", () => pidsOf(1).size === 2);
  expect(pidsOf(2).size).toBe(1);
  expect(lines().filter(({ msg }) => msg.startsWith("a server process was lost"))).toMatchObject([
    { pid: server.pid, detail: { worker: 1, signal: "SIGKILL" } },
  ]);

  // the successor has counted a part of what was asked; the answer is the sum, whoever gives it
  const asked = async () =>
    Number(/request_duration_seconds_count{[^}]*route="\/healthz"[^}]*} (\d+)/.exec((await ask("/metrics")).text)?.[1]);
  const before = await asked();
  for (let count = 0; count < 5; count++) await ask("/healthz");
  await expect.poll(asked).toBe(before + 5);
  const jobs = (await ask("/metrics")).text.match(/^magazin_job_age_seconds{.*$/gm);
  expect(jobs, "of the process that does them").toHaveLength(11);

  const postgres = readPidFile(join(dataDir, "postgres"))?.pid ?? 0;
  expect(isAlive(postgres)).toBe(true);
  server.kill("SIGTERM");
  expect(await endOf(server)).toBe(0);
  const pids = [postgres, ...lines().map(({ pid }) => pid)];
  expect(pids.filter((pid) => isAlive(pid))).toEqual([]);
});

test("a number of processes that cannot be is refused with a sentence", () => {
  for (const WORKERS of ["0", "9", "1.5", "zwei", "-1"])
    expect(() => readConfig({ WORKERS })).toThrow("WORKERS must be a whole number from 1 to 8.");
  expect([readConfig({}).workers, readConfig({ WORKERS: "8" }).workers]).toEqual([1, 8]);
});

expensive("a server of two processes that cannot start")(
  "a port that somebody else has is named with the way out before there is a database, and nothing stays",
  async () => {
    const taken = join(parent, "taken");
    const log = join(parent, "log-taken");
    const other = createServer().listen(0, "127.0.0.1");
    await until("the port is taken", () => other.listening);
    const { port: takenPort } = other.address() as { port: number };
    const settings = { PORT: String(takenPort), DATA_DIR: taken, WORKERS: "2" };
    const refused = run(["src/server/main.ts"], log, environment(settings));
    expect(await endOf(refused)).toBe(1);
    expect(readFileSync(log, "utf8")).toContain(
      `cannot start: port ${takenPort} is in use. End what listens there, or take another one with PORT=${takenPort + 1}.`,
    );
    expect(existsSync(join(taken, "postgres")), "PostgreSQL was not even made").toBe(false);
    expect(readPidFile(join(taken, "postgres"))).toBeUndefined();
    other.close();
  },
);
