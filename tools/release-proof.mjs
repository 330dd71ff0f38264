// A release that nobody has tried is none: it is unpacked, started, and asked for what it is for.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** @param {string} program @param {string[]} args @param {{ cwd?: string, env?: Record<string, string> }} [where] */
export function run(program, args, where = {}) {
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8", ...where });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed: ${stderr}`);
}

const admin = { email: "admin@example.com", password: "Probe-des-Archivs-1" };

/**
 * Unpacks it in an empty folder, starts it there with nothing around that it could lean on, and lets every part of it work.
 * @param {string} name the folder in it
 * @param {string} version that it has to say
 * @param {string} tarball
 */
export async function prove(name, version, tarball) {
  const place = mkdtempSync(join(tmpdir(), "magazin-release-"));
  const program = join(place, name, "magazin");
  const settings = { PORT: "0", LOG_LEVEL: "warn", ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  const env = { PATH: "/usr/bin:/bin", DATA_DIR: join(place, "data"), ...settings };
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let server;
  try {
    chmodSync(place, 0o755); // the database that comes along has an account of its own where root starts it
    run("tar", ["-C", place, "-xzf", tarball]);
    run("sha256sum", ["--check", "--quiet", "SHA256SUMS"], { cwd: join(place, name) });
    const started = spawn(program, { cwd: place, env, stdio: ["ignore", "pipe", "inherit"] });
    server = started;
    const end = once(started, "exit");
    const origin = await readyAt(createInterface({ input: started.stdout }));
    run(program, ["seed", "--boxes", "50", "--pictures", "1"], { cwd: place, env }); // sharp makes the picture
    run(program, ["check", "--deep"], { cwd: place, env });
    await ask(origin, version);
    started.kill("SIGTERM");
    const [code] = await end;
    if (code !== 0) throw new Error(`The release ended with ${code}.`);
  } finally {
    server?.kill("SIGKILL");
    rmSync(place, { recursive: true, force: true });
  }
}

/** @param {AsyncIterable<string>} lines */
async function readyAt(lines) {
  for await (const line of lines) {
    const origin = / is ready: (\S+)/.exec(line)?.[1];
    if (origin !== undefined) return origin;
  }
  throw new Error("The release does not start.");
}

/**
 * Asks whether the server is ready and of this version, and serves the page, the description of its calls and a document.
 * @param {string} origin
 * @param {string} version
 */
async function ask(origin, version) {
  const get = async (/** @type {string} */ path, /** @type {RequestInit} */ init = {}) => {
    const answer = await fetch(origin + path, init);
    if (!answer.ok) throw new Error(`The release answers ${path} with ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  for (const path of ["/readyz", "/", "/api/docs/", "/api/docs/guide/", "/api/v1/openapi.json"]) await get(path);
  /** @type {any} */
  const health = await (await get("/healthz")).json();
  if (health.version !== version) throw new Error(`The release says that it is ${health.version}, not ${version}.`);
  const body = JSON.stringify({ username: admin.email, password: admin.password });
  const signedIn = await get("/api/v1/api-token-auth/", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  /** @type {any} */
  const { token } = await signedIn.json();
  const headers = { authorization: `Token ${token}` };
  /** @type {any} */
  const { results } = await (await get("/api/v1/customers/", { headers })).json();
  const list = await get(`/api/v1/customers/${results[0].id}/archivelist/`, { headers });
  if (!(await list.text()).startsWith("%PDF")) throw new Error("The release makes no documents.");
}
