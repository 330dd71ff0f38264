import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const root = join(import.meta.dirname, "../..");
const migrations = "src/server/database/migrations";
/** Files of its own that a server reads. */
const parts = ["src", "android", "package.json"];

/** A version of the program, and where its files lie. */
export interface Version {
  readonly name: string;
  readonly folder: string;
}

const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

export const thisVersion: Version = { name: "this version", folder: root };

const namesIn = (files: readonly string[]) =>
  files
    .filter((file) => file.endsWith(".sql"))
    .map((file) => basename(file))
    .sort();

/** Says whether a version has an older schema that this one goes on from. Of branches that were joined, one may have had what comes in between. */
function isBefore(ref: string, now: readonly string[]): boolean {
  const then = namesIn(git("ls-tree", "-r", "--name-only", ref, migrations).split("\n"));
  return then.length < now.length && then.every((name, index) => name === now[index]);
}

/**
 * The version before this one: the newest tag that has another schema; where there is none, what the branch was before its newest migrations
 * came. @throws where there is no history, as in a release
 */
export function findVersionBefore(): string {
  const now = namesIn(readdirSync(join(root, migrations), { encoding: "utf8", recursive: true }));
  const tags = git("tag", "--merged", "HEAD", "--sort=-creatordate", "--list", "v*").split("\n").filter(Boolean);
  const changes = git("log", "--first-parent", "--format=%H", "--", migrations).split("\n").filter(Boolean);
  const before = [...tags, ...changes.map((change) => `${change}^`)].find((ref) => isBefore(ref, now));
  if (before === undefined) throw new Error("the history has no version with another schema: name one with --from");
  return before;
}

/** The packages of this version, beside the folders of the others: Node finds them there. */
function usePackages(parent: string): void {
  const link = join(parent, "node_modules");
  if (!existsSync(link)) symlinkSync(join(root, "node_modules"), link);
}

interface Locked {
  readonly packages: Readonly<Record<string, { version: string; dev?: boolean; optional?: boolean }>>;
}

/** Fetches the packages that only the other version has into its own folder, where Node looks first; all others are this one's. */
function fetchPackages(ref: string, folder: string): void {
  const { packages: now } = JSON.parse(git("show", "HEAD:package-lock.json")) as Locked;
  const { packages: then } = JSON.parse(git("show", `${ref}:package-lock.json`)) as Locked;
  const own = Object.entries(then).filter(
    ([path, { version, dev, optional }]) => path !== "" && !dev && !optional && now[path]?.version !== version,
  );
  for (const [path, { version }] of own) {
    const name = path.split("node_modules/").at(-1) ?? path;
    const packed = execFileSync("npm", ["pack", "--silent", `${name}@${version}`], { cwd: folder, encoding: "utf8" });
    const target = join(folder, path);
    mkdirSync(target, { recursive: true });
    execFileSync("tar", ["-x", "--strip-components=1", "-C", target, "-f", packed.trim()], { cwd: folder });
  }
}

/** Unpacks a version of the history; it runs with the packages of this one, but for those that only it has. */
export function unpack(ref: string, folder: string): Version {
  mkdirSync(folder);
  usePackages(dirname(folder));
  const files = git("rev-parse", "--short", ref);
  const own = git("ls-tree", "--name-only", ref, ...parts).split("\n"); // an old one may not have all of them
  const tar = execFileSync("git", ["archive", "--format=tar", ref, ...own], {
    cwd: root,
    maxBuffer: 1 << 30,
  });
  execFileSync("tar", ["-x", "-C", folder], { input: tar });
  fetchPackages(ref, folder);
  writeFileSync(join(folder, "COMMIT"), `${files}\n`);
  return { name: ref.endsWith("^") ? files : `${ref} (${files})`, folder };
}

/** Migrations that a later version may run while this one serves: each locks one table, and what is new has a value of its own. */
const later: Readonly<Record<string, string>> = {
  later_boxes: "alter table boxes add column later text not null default '' check (length(later) <= 200)",
  later_customers: "alter table customers add column later int",
  later_users: "alter table users add column later boolean not null default false",
  later_delivery_options: "alter table delivery_options add column later date",
  later_deliveries: "alter table deliveries add column later jsonb",
  later_tokens: "alter table tokens add column later text",
  later_table: "create table later (box_id bigint primary key references boxes on delete cascade, text text not null)",
  later_index: "create index later_contents on contents (customer_id, id desc)",
};

/** This version with migrations that nobody has written yet. */
export function inventLater(folder: string): Version {
  mkdirSync(folder);
  for (const each of parts) cpSync(join(root, each), join(folder, each), { recursive: true });
  usePackages(dirname(folder));
  for (const [index, [name, sql]] of Object.entries(later).entries())
    writeFileSync(join(folder, migrations, `${9000 + index}_${name}.sql`), `${sql};\n`);
  writeFileSync(join(folder, "COMMIT"), "later\n");
  return { name: "a later version", folder };
}
