import { type SpawnSyncOptions, spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folders = [...(process.env["PATH"] ?? "").split(":"), "/usr/sbin", "/usr/bin"];
const installing = 15 * 60_000; // ms

/** Where a program of the system lies. */
export const findProgram = (name: string): string | undefined =>
  folders.map((folder) => join(folder, name)).find((file) => existsSync(file));

/** Debian starts the services that it installs, unless this file says no. */
const policy = "/usr/sbin/policy-rc.d";

/** Installs packages of Debian where it may; whoever needs them looks afterwards. */
export function installPackages(packages: readonly string[]): void {
  if (process.getuid?.() !== 0 || !findProgram("apt-get")) return;
  console.log(`installing ${packages.join(", ")} ...`);
  const own = !existsSync(policy);
  if (own) writeFileSync(policy, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const options: SpawnSyncOptions = { env, timeout: installing, stdio: ["ignore", 2, 2] };
    spawnSync("apt-get", ["-qq", "update"], options);
    spawnSync("apt-get", ["-qq", "install", "-y", "--no-install-recommends", ...packages], options);
  } finally {
    if (own) rmSync(policy, { force: true });
  }
}

/** The environment of a program of ours that a test starts: nothing of this run's but where programs, compiled code and passing files lie. */
export function bareEnvironment(settings: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE, TMPDIR } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...(TMPDIR && { TMPDIR }), ...settings };
}
