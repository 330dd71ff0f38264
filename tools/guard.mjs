// Ends what a run of tests has started when that run has ended, however it was ended: `node tools/guard.mjs FOLDER`. The run holds the
// other end of standard input, which closes also when it is killed. What belongs to the run is known by TMPDIR or the working folder
// (PostgreSQL's is its data), which lie in FOLDER; so only Linux, which has /proc, is looked through.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const [folder = ""] = process.argv.slice(2);
const patience = 10_000; // ms for each signal

/** @template T @param {() => T} read @param {T} otherwise where the process has ended meanwhile */
function attempt(read, otherwise) {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** @param {string} path */
const isInside = (path) => path === folder || path.startsWith(`${folder}/`);

/** @param {string} pid */
function isOfRun(pid) {
  const settings = attempt(() => readFileSync(`/proc/${pid}/environ`, "utf8"), "").split("\0");
  return settings.some((each) => each.startsWith("TMPDIR=") && isInside(each.slice("TMPDIR=".length)));
}

/** @param {string} pid */
const worksInside = (pid) => isInside(attempt(() => readlinkSync(`/proc/${pid}/cwd`), ""));

/**
 * Signals all that belong until none is left; who has not ended in time is killed.
 * @param {(pid: string) => boolean} belongs
 * @param {NodeJS.Signals} signal
 */
async function end(belongs, signal) {
  const start = performance.now();
  const signalled = new Set();
  for (; ; await sleep(50)) {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && belongs(name));
    if (pids.length === 0) return;
    const isLate = performance.now() - start > patience;
    for (const pid of pids.filter((each) => isLate || !signalled.has(each)))
      attempt(() => process.kill(Number(pid), isLate ? "SIGKILL" : signal), false);
    for (const pid of pids) signalled.add(pid);
  }
}

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, () => undefined);
for await (const _piece of process.stdin);
if (existsSync("/proc/self/environ")) {
  await end(isOfRun, "SIGTERM");
  await end(worksInside, "SIGQUIT"); // at which PostgreSQL ends at once, and takes its shared memory along
  for (const line of attempt(() => readFileSync("/proc/mounts", "utf8"), "")
    .split("\n")
    .toReversed())
    if (isInside(line.split(" ")[1] ?? "")) spawnSync("umount", [line.split(" ")[1] ?? ""]);
}
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
