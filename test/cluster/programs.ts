import { existsSync, readdirSync } from "node:fs";
import { swiftPackages } from "#test/support/store/swift-settings.ts";
import { findProgram, installPackages } from "#test/support/system-programs.ts";

/** Programs that the test needs of the system, and the Debian package that brings each. */
const needed = {
  etcd: "etcd-server",
  haproxy: "haproxy",
  patroni: "patroni",
  postgresql: "postgresql-15",
  ...swiftPackages,
} as const;

const oldestPostgres = 15; // README: DATABASE_URL

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
  return findAll(needed, (name) => (name === "postgresql" ? findPostgres() : findProgram(name)));
}

/** The same for any programs and the packages that bring them. */
export function findAll<Name extends string>(
  packages: Readonly<Record<Name, string>>,
  look: (name: Name) => string | undefined = findProgram,
): Record<Name, string> | readonly string[] {
  const names = Object.keys(packages) as Name[];
  const missing = () => names.filter((name) => look(name) === undefined).map((name) => packages[name]);
  if (missing().length > 0) installPackages(missing());
  if (missing().length > 0) return missing();
  return Object.fromEntries(names.map((name) => [name, look(name)])) as Record<Name, string>;
}
