import { existsSync, readdirSync } from "node:fs";
import { findProgram, installPackages } from "#test/support/system-programs.ts";

/** What the test needs of the system, and the Debian package that brings it. */
const needed = { etcd: "etcd-server", haproxy: "haproxy", patroni: "patroni", postgresql: "postgresql-15" } as const;

const oldestPostgres = 15; // README: DATABASE_URL

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
    etcd: findProgram("etcd"),
    haproxy: findProgram("haproxy"),
    patroni: findProgram("patroni"),
    postgresql: findPostgres(),
  });
  const missing = () =>
    Object.entries(found()).flatMap(([name, file]) => (file ? [] : [needed[name as keyof typeof needed]]));
  if (missing().length > 0) installPackages(missing());
  return missing().length > 0 ? missing() : (found() as Programs);
}
