// Every npm script goes through here: `node tools/run.mjs <task> [arguments]`. Runs on Node 20 and without any package,
// because it is what installs the packages and the Node 24 that everything else runs on.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { argsOf, asksFor, isUntouched, limited } from "./tier-run.mjs";
import { runWithProgress, showUnpacked } from "./progress.mjs";
import { needWeb, roundsOf, runSteps, steps } from "./steps.mjs";
import { setVersion } from "./release-version.mjs";
import { shortSuites, suites } from "./suites.mjs";
import { fleetingFolder, systemPrograms } from "./system-programs.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const windows = process.platform === "win32";
const bin = join(root, "node_modules", ".bin");
/** Node 24 as package-lock.json pins it for this system, by its hash. */
const pinned = join(root, "node_modules", `node-${windows ? "win" : process.platform}-${process.arch}`, "bin");
let node = join(pinned, windows ? "node.exe" : "node");
const outside = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => resolve(folder) !== bin);
// npm must not run on the Node that it is about to replace; everything else runs on it.
const outsideEnv = { ...process.env, PATH: outside.join(delimiter) };
/** Code that was compiled once is kept: a start takes less time. @type {NodeJS.ProcessEnv} */
const inside = {
  ...process.env,
  PATH: [bin, ...outside].join(delimiter),
  NODE_COMPILE_CACHE: join(root, "dist/compile-cache"),
  // the compiler and what lints by it are written in Go, whose garbage collection takes a sixth of their time by default
  GOGC: process.env["GOGC"] ?? "400",
  GOMEMLIMIT: process.env["GOMEMLIMIT"] ?? "3GiB",
};
/** Options for programs that prepare: their output is none of ours. @type {import("node:child_process").SpawnOptions} */
const quiet = { stdio: ["ignore", 2, 2], shell: windows };
const minutes = 60_000;

/** @param {string} text */
const say = (text) => console.error(`magazin: ${text}`);

/**
 * @param {string} text
 * @returns {never}
 */
function giveUp(text) {
  say(text);
  process.exit(1);
}

/** @param {(string | Buffer)[]} parts */
const hashOf = (parts) =>
  parts.reduce((hash, part) => hash.update(part).update("\0"), createHash("sha256")).digest("hex");

/** @param {string} file */
const read = (file) => (existsSync(file) ? readFileSync(file, "utf8") : "");

// ---- packages

/** npm notes what it put into node_modules; that must be what package-lock.json asks for, whoever installed it. */
function isInstalled() {
  const noted = read("node_modules/.package-lock.json");
  if (noted === "") return false;
  /** @type {{ packages: Record<string, { version?: string, optional?: boolean }> }} */
  const wanted = JSON.parse(read("package-lock.json"));
  const found = JSON.parse(noted).packages;
  return Object.entries(wanted.packages).every(
    ([name, entry]) => name === "" || (name in found ? found[name].version === entry.version : entry.optional === true),
  );
}

async function install() {
  if (!isInstalled()) {
    const why = existsSync("node_modules") ? "node_modules is not what package-lock.json asks for" : "first start";
    say(`${why}: installing the packages (npm ci); this takes about a minute, once ...`);
    const npm = () => spawn("npm", ["ci", "--loglevel=error"], { ...quiet, env: outsideEnv });
    const status = await runWithProgress(npm, say, showUnpacked);
    if (status !== 0) giveUp("the packages could not be installed; npm says why above.");
  }
  if (!existsSync(node)) takeOwnNode();
}

/** For systems without a pinned Node, such as a Mac with an M processor. */
function takeOwnNode() {
  if (Number(process.versions.node.split(".")[0]) < 24)
    giveUp(`no Node comes along for ${process.platform} on ${process.arch}: please install Node 24 or newer.`);
  node = process.execPath;
}

// ---- web

function webSources() {
  const folders = ["src/web", "src/contract", "src/rules"];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.includes(".") && !name.endsWith(".test.ts"))
      .map((name) => join(folder, name)),
  );
  return [...files.sort(), "vite.config.ts", "vite.aisle.config.ts", "package.json", "package-lock.json"];
}

/** @returns {Promise<boolean>} whether dist/web is there and fresh */
async function buildWeb() {
  const settings = Object.entries(process.env).flatMap(([name, value]) =>
    name.startsWith("VITE_") ? [`${name}=${value}`] : [],
  );
  const stamp = hashOf([
    JSON.stringify(settings.sort()),
    ...webSources().flatMap((file) => [file, readFileSync(file)]),
  ]);
  if (read("dist/web.built") === stamp && existsSync("dist/web/index.html")) return true;
  say("building the web page; this takes half a minute, once ...");
  try {
    rmSync("dist/web.built", { force: true });
  } catch (error) {
    giveUp(`the folder dist is not writable: ${/** @type {Error} */ (error).message}`);
  }
  const args = [join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"];
  const vite = () => spawn(node, args, { stdio: "inherit", env: { ...inside, NODE_ENV: "production" } });
  if ((await runWithProgress(vite, say)) !== 0) return false;
  writeFileSync("dist/web.built", stamp);
  return true;
}

// ---- programs

/**
 * Runs a program of a package, or of ours, on Node 24 and answers its exit code.
 * @param {string} program below node_modules, or below the root when it begins with a dot
 * @param {string[]} [args]
 * @param {Record<string, string>} [env]
 * @param {number} [timeout] ms
 */
function tool(program, args = [], env = {}, timeout = 20 * minutes) {
  const file = program.startsWith(".") ? join(root, program) : join(root, "node_modules", program);
  const options = { env: { ...inside, ...env }, timeout };
  return spawnSync(node, [file, ...args], { stdio: "inherit", ...options }).status ?? 1;
}

/** Signals after which the server is started again: it did not stop, it was stopped. */
const violent = new Set(["SIGKILL", "SIGABRT", "SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE", "SIGTRAP"]);
/** Exit codes after which it is not: it was asked to stop, or refused to start and said why. Any other is a crash. */
const meant = new Set([0, 1]);

/** The parent, and its parent where it is only npm's shell; they change when one of them dies. */
const ancestors = () => `${process.ppid} ${/\((?:ba|da)?sh\) \S (\d+)/.exec(read(`/proc/${process.ppid}/stat`))?.[1]}`;

/**
 * Runs a program of ours until it ends, hands signals on, and answers its exit code.
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, restart?: boolean }} [options]
 * @returns {Promise<number>}
 */
function stay(args, { env = {}, restart = false } = {}) {
  return new Promise((done) => {
    let stopping = false;
    let wait = 125; // ms, doubled at each loss
    /** Informs a server that one ran before it. @type {Record<string, string>} */
    let again = {};
    /** @type {import("node:child_process").ChildProcess} */
    let child;
    const start = () => {
      const since = Date.now();
      // By this channel's "disconnect" the server learns that its supervisor was killed.
      const stdio = /** @type {import("node:child_process").StdioOptions} */ (["inherit", "inherit", "inherit", "ipc"]);
      child = spawn(node, args, {
        stdio,
        env: { ...inside, ...env, ...again, MAGAZIN_SUPERVISOR: String(process.pid) },
      });
      child.once("error", (error) => giveUp(`Node 24 does not start: ${error.message}`));
      child.once("exit", (code, signal) => {
        const lived = Date.now() - since;
        const crashed = signal === null ? !meant.has(code ?? 1) : violent.has(signal);
        if (!restart || stopping || !crashed)
          return done(signal === null ? (code ?? 1) : 128 + constants.signals[signal]);
        say(`the server was ${signal === null ? "lost" : `killed (${signal})`}, starting it again`);
        again = { MAGAZIN_AGAIN: "1" };
        wait = lived > minutes ? 250 : Math.min(wait * 2, 10_000);
        setTimeout(start, wait);
      });
    };
    /** @param {NodeJS.Signals} signal */
    const stop = (signal) => {
      stopping = true;
      if (!child.kill(signal)) done(0);
    };
    start();
    process.removeAllListeners("SIGINT").removeAllListeners("SIGTERM").removeAllListeners("SIGHUP");
    process.on("SIGINT", stop).on("SIGTERM", stop).on("SIGHUP", stop);
    onOrphaned(() => !stopping && stop("SIGTERM"));
  });
}

/** npm does not wait for what it runs and, killed outright, hands no signal on: its server must not keep the port. @param {() => void} end */
function onOrphaned(end) {
  const npm = ancestors();
  const underNpm = process.env["npm_lifecycle_event"] !== undefined;
  setInterval(() => underNpm && ancestors() !== npm && end(), 100).unref();
}

const isWatched = process.stdout.isTTY;
/** Asks for warnings only, unless a level is set: a person reads an address and a login, and a file takes the log. */
const withoutLog = () => ({ LOG_LEVEL: process.env["LOG_LEVEL"] ?? "warn" });

/** Few heaps that give large pieces back: downloads and uploads cost less memory. */
const frugal = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072" };

/** @param {Record<string, string>} [env] */
async function serve(env = isWatched ? withoutLog() : {}) {
  if (!(await buildWeb())) giveUp("the web page could not be built; vite says why above.");
  say("starting ...");
  return stay(["--max-semi-space-size=4", "src/server/main.ts"], { env: { ...frugal, ...env }, restart: true });
}

// ---- tests

/** @type {Set<import("node:child_process").ChildProcess>} */
const children = new Set();
let stopping = false;

/**
 * Runs a program as `tool` does, beside others; what it says is handed over piece by piece, or shown at once.
 * @type {import("./steps.mjs").RunBeside}
 */
function runBeside(program, args, { hear, env, suite = false }) {
  if (stopping) return new Promise(() => undefined); // the run ends before anything else begins
  const file = program.startsWith(".") ? join(root, program) : join(root, "node_modules", program);
  const out = hear ? "pipe" : "inherit";
  // a suite has the system's folder for what is large, and learns by the channel's "disconnect" that its supervisor was killed
  const own = suite ? { TMPDIR: process.env["TMPDIR"], MAGAZIN_SUPERVISOR: String(process.pid) } : {};
  const child = spawn(node, [file, ...args], {
    env: { ...inside, ...env, ...own },
    stdio: ["ignore", out, out, suite ? "ipc" : "ignore"],
    timeout: (suite ? 300 : 60) * minutes,
  });
  if (hear) for (const stream of [child.stdout, child.stderr]) stream?.on("data", hear);
  children.add(child);
  return new Promise((done) => {
    child.once("error", (error) => giveUp(`Node 24 does not start: ${error.message}`));
    child.once("close", (code) => {
      children.delete(child);
      done(code ?? 1);
    });
  });
}

/**
 * Gives the run a folder of its own, and a guard that ends and removes what the run has left, also where the run is killed.
 * @returns {{ folder: string, end: () => Promise<void> }} `end` ends what still runs, and waits until nothing is left
 */
function beginRun() {
  const folder = mkdtempSync(join(fleetingFolder(), "magazin-run-"));
  chmodSync(folder, 0o1777); // as the system's own: as root, PostgreSQL runs under another account
  inside["TMPDIR"] = folder;
  inside["PWTEST_CACHE_DIR"] ??= join(root, ".cache/playwright"); // Playwright's compiled tests are kept
  const guard = spawn(node, ["tools/guard.mjs", folder], { detached: true, stdio: ["pipe", "ignore", "inherit"] });
  const gone = new Promise((done) => guard.once("exit", done));
  const end = async () => {
    guard.stdin.end();
    await gone;
  };
  /** @param {NodeJS.Signals} signal */
  const stop = async (signal) => {
    if (stopping) return;
    stopping = true;
    const ended = [...children].map((child) => new Promise((done) => child.once("exit", done)));
    for (const child of children) child.kill("SIGTERM"); // at SIGINT Vitest would wait for its tests
    await Promise.race([Promise.all(ended), new Promise((done) => setTimeout(done, 20_000))]);
    await end();
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.on(signal, () => void stop(signal));
  onOrphaned(() => void stop("SIGTERM"));
  return { folder, end };
}

/** @param {string[]} args the tier, and its options @returns {import("./tier-run.mjs").Asked} */
function ask(args) {
  const { status, stdout } = spawnSync(node, ["tools/asked-tests.ts", ...args], {
    env: inside,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) giveUp("what the tests are asked could not be found out.");
  return JSON.parse(stdout);
}

/**
 * @param {string[]} names of steps
 * @param {object} [options]
 * @param {string[]} [options.args] for the test runners
 * @param {Record<string, import("./suites.mjs").Step>} [options.known]
 * @param {import("./tier-run.mjs").Asked} [options.asked]
 * @param {number} [options.limit] minutes after which all that runs is ended and counts as failed; a suite for which too little of them
 * is left does not begin, and is named
 */
async function test(names, { args = [], known = { ...steps, ...suites }, asked, limit } = {}) {
  const unknown = names.find((name) => !(name in known));
  if (unknown !== undefined) giveUp(`there is no step "${unknown}", only ${Object.keys(steps).join(", ")}`);
  if (names.some((name) => runners.has(name))) {
    const browser = systemPrograms(outside, say);
    if (browser !== undefined) inside["CHROMIUM"] = browser;
  }
  const built = !needWeb(names) || (await buildWeb());
  const { folder, end } = beginRun();
  const browsers = join(folder, "browsers-run");
  if (names.includes("vitest") && names.includes("playwright")) {
    writeFileSync(browsers, "");
    inside["MAGAZIN_BROWSERS"] = browsers; // half of Vitest's workers wait for its end (test/support/half-of-the-machine.ts)
  }
  if (asked !== undefined) {
    inside["MAGAZIN_SCOPE"] = join(folder, "scope.json");
    writeFileSync(inside["MAGAZIN_SCOPE"], JSON.stringify(asked.scope));
  }
  const ended = (/** @type {string} */ name) => name === "playwright" && rmSync(browsers, { force: true });
  if (names.length > 1) say(`${names.join(", ")}: each says what it has to say when it has ended ...`);
  const status = await runSteps(roundsOf(names), {
    steps: known,
    run: runBeside,
    args: (name) => [...(asked ? argsOf(name, asked) : []), ...(runners.has(name) ? args : [])],
    ...limited(limit, (signal) => children.forEach((child) => child.kill(signal))),
    budgeted: asked !== undefined && isUntouched(asked),
    built,
    ended,
  });
  await end();
  return status;
}
const runners = new Set(["vitest", "playwright", ...Object.keys(suites)]);

// ---- tasks

/** Every task answers its exit code. @type {Record<string, (args: string[]) => number | Promise<number>>} */
const tasks = {
  start: () => serve(),
  demo: async () => {
    const { DATA_DIR = "./demo-data" } = process.env;
    const env = { MAGAZIN_DEMO: "1", DATA_DIR, ...withoutLog() };
    const filled = await stay(["src/cli/demo.ts"], { env });
    return filled === 0 ? serve(env) : filled;
  },
  magazin: (args) => stay(["--max-semi-space-size=4", "src/cli/main.ts", ...args], { env: frugal }),
  release: async (args) => {
    try {
      if (args[0] !== undefined) setVersion(root, args[0], new Date().toISOString().slice(0, 10));
    } catch (error) {
      giveUp(/** @type {Error} */ (error).message);
    }
    return (await buildWeb())
      ? tool("./tools/release.mjs", args)
      : giveUp("the web page could not be built; vite says why above.");
  },
  android: () => stay(["android/build.ts"]),
  bench: ([name = "main", ...more]) =>
    existsSync(`bench/${name}.ts`) ? stay([`bench/${name}.ts`, ...more]) : giveUp(`there is no bench/${name}.ts`),
  ...Object.fromEntries(
    Object.keys(suites).map((name) => [name, (/** @type {string[]} */ args) => test([name], { args })]),
  ),
  check: () => test(["lint", "types", "format", "unused"]),
  format: () => tool("@biomejs/biome/bin/biome", ["format", "--write"]),
  // --only=types,lint runs these steps only, and every other argument goes to the test runners: what is named is asked whole.
  // Without them it is the quick tier, or what --changed finds.
  test: (args) => {
    const only = args.find((arg) => arg.startsWith("--only="));
    const names = only === undefined ? Object.keys(steps) : only.slice("--only=".length).split(",");
    const forTier = args.filter((arg) => /^--(changed|whole-quick|base=.*)$/.test(arg));
    const given = args.filter((arg) => arg !== only && !forTier.includes(arg));
    if (given.includes("--list")) return tool("./tools/asked-tests.ts", ["list"]);
    if (given.length > 0 || (only !== undefined && forTier.length === 0)) return test(names, { args: given });
    const isChanged = forTier.includes("--changed");
    const asked = ask([isChanged ? "changed" : "quick", ...forTier]);
    for (const line of asked.says) say(line);
    return test(
      names.filter((name) => asksFor(name, asked, isChanged)),
      { asked },
    );
  },
  // everything: every test, and each of the long suites in its short form; --suites= names those that are meant
  all: (args) => {
    const valueOf = (/** @type {string} */ name) =>
      args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
    const [limit, named] = [valueOf("minutes"), valueOf("suites")];
    const known = { ...steps, ...shortSuites };
    const chosen = named?.split(",").filter(Boolean) ?? Object.keys(suites);
    return test([...Object.keys(steps), ...chosen], { known, ...(limit && { limit: Number(limit) }) });
  },
};

const [name = "", ...args] = process.argv.slice(2);
const task = tasks[name];
if (task === undefined) giveUp(`which task? ${Object.keys(tasks).join(", ")}`);
process.chdir(root);
await install();
process.exit(await task(args));
