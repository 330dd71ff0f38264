import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { freePort } from "./product.ts";

const root = resolve(import.meta.dirname, "../..");
const runners = [
  ["vitest", "test/life/box-life-sequences.test.ts"],
  ["playwright", "test/e2e/whole/shell/lists.spec.ts"],
] as const;
const signals = ["SIGINT", "SIGTERM", "SIGKILL"] as const;

let folder: string;
let npm: ChildProcess;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "magazin-ended-"));
});
afterEach(() => {
  npm.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

function read(file: string, how: (path: string) => string): string {
  try {
    return how(file);
  } catch {
    return ""; // the process has ended
  }
}

/** Returns the processes that run on the files of the run, or were given their location: by name, as a failure shows it. */
function processesOf(run: string): string[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const isOfRun = (pid: string) =>
    read(`/proc/${pid}/environ`, (path) => readFileSync(path, "utf8")).includes(`TMPDIR=${run}`) ||
    read(`/proc/${pid}/cwd`, (path) => readlinkSync(path)).startsWith(run);
  return pids
    .filter(isOfRun)
    .map((pid) => `${pid} ${read(`/proc/${pid}/cmdline`, (path) => readFileSync(path, "utf8"))}`);
}

const is = (part: string) => (line: string) => line.includes(part);
/** `tools/run.mjs` below npm, and below its shell where there is one. */
function runOf(pid: number): number {
  const [child = ""] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ");
  const [, script] = readFileSync(`/proc/${child}/cmdline`, "utf8").split("\0");
  return script === "tools/run.mjs" ? Number(child) : runOf(Number(child));
}

describe.each(runners)("a run of %s that is ended", (runner, file) => {
  test.each(signals.flatMap((signal) => [["npm", signal] as const, ["tools/run.mjs", signal] as const]))(
    "by its %s with %s leaves no process, no database and no file behind",
    async (whose, signal) => {
      const { npm_lifecycle_event: _event, VITEST: _vitest, ...settings } = process.env;
      const env = { ...settings, TMPDIR: folder, E2E_PORT: String(await freePort()) };
      npm = spawn("npm", ["test", "--", `--only=${runner}`, file], { cwd: root, env, stdio: "ignore", detached: true });
      const ended = once(npm, "exit");
      await expect.poll(() => readdirSync(folder).length).toBe(1);
      const [run = ""] = readdirSync(folder);
      // a database and whoever asks it: the run is in its midst
      await expect.poll(() => processesOf(join(folder, run)).some(is("checkpointer"))).toBe(true);
      if (runner === "playwright")
        await expect.poll(() => processesOf(join(folder, run)).some(is("--remote-debugging"))).toBe(true);
      // who presses Ctrl-C sends SIGINT to all that the terminal runs: alone, npm's shell waits for the run to end in order
      const { pid = 0 } = npm;
      process.kill(whose === "npm" ? (signal === "SIGINT" ? -pid : pid) : runOf(pid), signal);
      await ended;
      await expect.poll(() => existsSync(join(folder, run))).toBe(false);
      await expect.poll(() => [...processesOf(folder), ...readdirSync(folder)]).toEqual([]);
    },
  );
});
