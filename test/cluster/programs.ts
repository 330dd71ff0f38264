import { type SpawnSyncOptions, spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What the test needs of the system, and the Debian package that brings it. */
const needed = { etcd: "etcd-server", haproxy: "haproxy", patroni: "patroni", postgresql: "postgresql-15" } as const;

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

/** The programs that a cluster is made of. */
export interface Programs {
  readonly etcd: string;
  readonly haproxy: string;
  readonly patroni: string;
  /** The folder of its programs. */
  readonly postgresql: string;
}

/** Installs what is missing where it may. @returns the names of the packages that are missing nevertheless */
export function findPrograms(): Programs | readonly string[] {
  const found = () => ({
    etcd: find("etcd"),
    haproxy: find("haproxy"),
    patroni: find("patroni"),
    postgresql: findPostgres(),
  });
  const missing = () =>
    Object.entries(found()).flatMap(([name, file]) => (file ? [] : [needed[name as keyof typeof needed]]));
  if (missing().length > 0 && process.getuid?.() === 0 && find("apt-get")) install(missing());
  return missing().length > 0 ? missing() : (found() as Programs);
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
