import { type SpawnSyncOptions, spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { swiftPackages } from "#test/support/swift-settings.ts";

/** What the test needs of the system, and the Debian package that brings it. */
const needed = {
  etcd: "etcd-server",
  haproxy: "haproxy",
  patroni: "patroni",
  postgresql: "postgresql-15",
  ...swiftPackages,
} as const;

const folders = [...(process.env["PATH"] ?? "").split(":"), "/usr/sbin", "/usr/bin"];
const oldestPostgres = 15; // README: DATABASE_URL
const installing = 15 * 60_000; // ms

const find = (name: string) => folders.map((folder) => join(folder, name)).find((file) => existsSync(file));

/** The newest PostgreSQL of the system that we support: its folder of programs. */
function findPostgres(): string | undefined {
  const home = "/usr/lib/postgresql";
  const versions = existsSync(home) ? readdirSync(home).map(Number) : [];
  const usable = versions.filter((version) => version >= oldestPostgres && existsSync(`${home}/${version}/bin/initdb`));
  return usable.length > 0 ? `${home}/${Math.max(...usable)}/bin` : undefined;
}

/** The programs that a cluster is made of; of PostgreSQL, the folder of its programs. */
export type Programs = Readonly<Record<keyof typeof needed, string>>;

/** Installs what is missing where it may. @returns the names of the packages that are missing nevertheless */
export function findPrograms(): Programs | readonly string[] {
  return findAll(needed, (name) => (name === "postgresql" ? findPostgres() : find(name)));
}

/** The same for any programs and the packages that bring them. */
export function findAll<Name extends string>(
  packages: Readonly<Record<Name, string>>,
  look: (name: Name) => string | undefined = find,
): Record<Name, string> | readonly string[] {
  const names = Object.keys(packages) as Name[];
  const missing = () => names.filter((name) => look(name) === undefined).map((name) => packages[name]);
  if (missing().length > 0 && process.getuid?.() === 0 && find("apt-get")) install(missing());
  if (missing().length > 0) return missing();
  return Object.fromEntries(names.map((name) => [name, look(name)])) as Record<Name, string>;
}

/** Debian starts the services that it installs, unless this file says no. */
const policy = "/usr/sbin/policy-rc.d";

function install(packages: readonly string[]): void {
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
