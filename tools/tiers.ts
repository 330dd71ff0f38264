// Scope of a run of tests, by the difference from the main branch. `npm test` and `npm test -- --changed` leave out everything that cannot have been
// touched (CONTRIBUTING.md, "Tests"). `tools/run.mjs` calls this program once the packages are there.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The nouns of the product: a folder below `features/`, `calls/`, `schemas/`, `rules/` and the tests has the name of one. */
const nouns = new Set([
  "access",
  "billing",
  "customers",
  "deliveries",
  "destruction",
  "exchange",
  "home",
  "paper",
  "reports",
  "scanning",
  "search",
  "stock",
  "stocktake",
  "system",
]);

/**
 * Files that differ, and the version from which they do. `files` are paths below the root with `/`: of a renamed file both names, of a deleted one
 * its old one.
 */
export interface Difference {
  readonly files: readonly string[];
  readonly from: string;
}

/** A run of tests that leaves something out: `quick` is `npm test`, `changed` is `npm test -- --changed`. */
export type Tier = "changed" | "quick";

type Side = "web" | "server";

/** Tests that a run of a tier asks for. */
export interface Scope {
  readonly tier: Tier;
  /** Files that differ. */
  readonly files: readonly string[];
  /** Nouns of which a file of any layer differs. */
  readonly nouns: readonly string[];
  /** Folders of the files that belong to no noun. */
  readonly rooms: readonly string[];
  /** Calls whose contract, schema or room differs. */
  readonly calls: readonly string[];
  /** A file on which everything stands: `npm test` then asks everything but browser tests of other nouns. */
  readonly foundation: string | null;
  /** The sides of the program that can be touched. */
  readonly sides: readonly Side[];
}

// ---- git

/** Runs git and returns its output; null where it refuses, or is not there. */
function git(root: string, ...args: string[]): string | null {
  const { status, stdout } = spawnSync("git", ["-c", "core.quotepath=off", ...args], { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}

const linesOf = (text: string | null) => (text ?? "").split("\n").filter(Boolean);
const isCommit = (root: string, ref: string) =>
  git(root, "rev-parse", "--verify", "--quiet", `${ref}^{commit}`) !== null;
const inShallow = (root: string) =>
  git(root, "rev-parse", "--is-shallow-repository") === "true" ? " in this shallow clone" : "";

/**
 * Returns the difference from the main branch: everything that was committed since the branch left it, is changed since, or is new.
 * @param named a commit or branch to compare with instead
 * @returns the reason in words where nobody can know what differs
 */
export function differenceFrom(root: string, named?: string): Difference | string {
  const top = git(root, "rev-parse", "--show-toplevel");
  if (top === null || resolve(top) !== resolve(root)) return "this is no checkout of git";
  if (!isCommit(root, "HEAD")) return "there is no commit yet";
  if (named !== undefined && !isCommit(root, named)) return `git knows no commit or branch "${named}"`;
  const main = named ?? ["origin/main", "main"].find((ref) => isCommit(root, ref));
  if (main === undefined) return "there is no main branch to compare with";
  const base = git(root, "merge-base", "HEAD", main);
  return base === null
    ? `this branch and ${main} have no common commit${inShallow(root)}`
    : { files: filesSince(root, base), from: main };
}

/** Returns the difference that the last commit made. */
export function lastCommit(root: string): Difference | string {
  if (!isCommit(root, "HEAD^")) return `the commit before is not known${inShallow(root)}`;
  return { files: filesSince(root, "HEAD^"), from: "the commit before" };
}

function filesSince(root: string, commit: string): string[] {
  // a line is a letter and a path, or of a renamed file both
  const changed = linesOf(git(root, "diff", "--name-status", "-M", commit)).flatMap((line) =>
    line.split("\t").slice(1),
  );
  const added = linesOf(git(root, "ls-files", "--others", "--exclude-standard"));
  return [...new Set([...changed, ...added])].sort();
}

// ---- what is touched

/** The noun in a path: the name of a folder, or of a file as `stock.spec.ts`. */
export const nounOf = (file: string): string | undefined => file.split(/[/.]/).find((part) => nouns.has(part));

/** Files that `test/walls` proves, although they lie elsewhere. */
const ofWalls = /^(tools\/(walls|check-files|circles)\.mjs|\.oxlintrc\.json)$/;

/** The folder of a file, and of the table and programs of the walls that of their tests. */
export const folderOf = (file: string): string => (ofWalls.test(file) ? "test/walls" : dirname(file));

/** The folder, at most three deep, of a file without a noun: `src/server/backup`, `src/cli`, `test/life`. */
export const roomOf = (file: string): string => folderOf(file).split("/").slice(0, 3).join("/");

/** Files on which everything stands. */
const foundations = [
  /^src\/server\/(database|http|postgres)\/(?!migrations\/)(?!.*\.test\.ts$)/,
  /^src\/server\/(app|config|main)\.ts$/,
  /^src\/contract\/(all|route|limits|schema-walk|list|idempotency-key)\.ts$/,
  /^test\/(support|contract)\/(?!.*\.test\.ts$)/,
  /^(package(-lock)?\.json|vitest\.config\.ts|tools\/(run\.mjs|steps\.mjs|tiers\.ts))$/,
];

const ofWeb = /^(src\/web|test\/(screens|e2e|aisle))\/|^(vite(\.aisle)?|playwright)\.config\.ts$/;
const ofServer = /^(src\/(server|cli)|bench|deploy|android|test\/(?!support|walls)\w+)\//;
const ofNeither = /\.(md|png|svg|jpg)$/;

/** The sides of the program that a file belongs to: what both read, and what nobody knows, is of both. */
export function sidesOf(file: string): Side[] {
  if (ofNeither.test(file)) return [];
  if (ofWeb.test(file)) return ["web"];
  return ofServer.test(file) ? ["server"] : ["web", "server"];
}

export function scopeOf(root: string, tier: Tier, files: readonly string[], isOfBoth = false): Scope {
  const sides = new Set(files.flatMap(sidesOf));
  return {
    tier,
    files,
    nouns: [...new Set(files.flatMap((file) => nounOf(file) ?? []))],
    rooms: [...new Set(files.filter((file) => nounOf(file) === undefined).map(roomOf))],
    calls: touchedCalls(root, files),
    foundation: files.find((file) => foundations.some((pattern) => pattern.test(file))) ?? null,
    sides: isOfBoth || sides.size === 0 ? ["web", "server"] : [...sides],
  };
}

// ---- calls

/** The calls that a file of the contract declares or shapes, or that a room answers. */
function touchedCalls(root: string, files: readonly string[]): string[] {
  const declared = files.flatMap((file) => {
    const [, shapes] = /^src\/contract\/(?:calls|schemas)\/(.+\.ts)$/.exec(file) ?? [];
    if (shapes !== undefined) return [`src/contract/calls/${shapes}`];
    const [room] = /^src\/server\/features\/[^/]+\/[^/]+\//.exec(file) ?? [];
    return room === undefined ? [] : answeredIn(root, room);
  });
  return [...new Set(declared)].flatMap((file) => namesIn(root, file));
}

/** The files of calls that a room's routes answer. */
function answeredIn(root: string, room: string): string[] {
  const folder = join(root, room);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith("routes.ts"))
    .flatMap((name) => [...readFileSync(join(folder, name), "utf8").matchAll(/"#contract\/(calls\/[^"]+)"/g)])
    .map(([, path]) => `src/contract/${path}`);
}

function namesIn(root: string, file: string): string[] {
  const path = join(root, file);
  if (!existsSync(path)) return [];
  return [...readFileSync(path, "utf8").matchAll(/^export const (\w+) = \w+\(/gm)].map(([, name = ""]) => name);
}
