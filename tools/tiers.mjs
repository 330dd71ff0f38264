// What a run of tests asks for, by what differs from the main branch: `npm test` and `npm test -- --changed` leave out what cannot
// have been touched (docs/testing.md). Runs on Node 20 and without any package.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** The nouns of the product: a folder below `features/`, `calls/`, `schemas/`, `rules/` and the tests has the name of one. */
export const nouns = [
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
];

/**
 * What differs, and against what. `files` are paths below the root with `/`: of a renamed file both names, of a deleted one its old one.
 * @typedef {{ files: string[], against: string, why?: string }} Difference
 */
/**
 * What a run of a tier asks for. `foundation` names a touched file on which everything stands; then every test is asked.
 * @typedef {object} Scope
 * @property {"changed" | "quick"} tier
 * @property {string[]} files that differ
 * @property {string[]} nouns touched in any layer
 * @property {string[]} rooms folders of touched files that belong to no noun
 * @property {string[]} calls whose contract, schema or room is touched
 * @property {string | null} foundation
 * @property {string[]} sides of the program that are asked: "web", "server"
 */

/** @param {string} root @param {string[]} args @returns {string | null} what git says, null where it refuses or is not there */
function git(root, ...args) {
  const { status, stdout } = spawnSync("git", ["-c", "core.quotepath=off", ...args], { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}

/** @param {string | null} text */
const lines = (text) => (text ?? "").split("\n").filter(Boolean);

/**
 * What differs from the main branch: committed since the branch left it, changed since, and new. On the main branch itself, and where
 * nothing differs, what the last commit changed. Null with a reason where nobody can know: then everything is asked.
 * @param {string} root
 * @param {string | undefined} named a commit or branch to compare with instead
 * @returns {Difference | { files: null, why: string }}
 */
export function differenceFrom(root, named = undefined) {
  const top = git(root, "rev-parse", "--show-toplevel");
  if (top === null || resolve(top) !== resolve(root)) return { files: null, why: "this is no checkout of git" };
  if (git(root, "rev-parse", "--verify", "--quiet", "HEAD") === null)
    return { files: null, why: "there is no commit yet" };
  const isKnown = (/** @type {string} */ ref) =>
    git(root, "rev-parse", "--verify", "--quiet", `${ref}^{commit}`) !== null;
  if (named !== undefined && !isKnown(named)) return { files: null, why: `git knows no ${named}` };
  const main = named ?? ["origin/main", "main"].find(isKnown);
  if (main === undefined) return { files: null, why: "there is no main branch to compare with" };
  const base = git(root, "merge-base", "HEAD", main);
  if (base === null) {
    const isShallow = git(root, "rev-parse", "--is-shallow-repository") === "true";
    return {
      files: null,
      why: `this branch and ${main} have no common commit${isShallow ? " in this shallow clone" : ""}`,
    };
  }
  const files = filesSince(root, base);
  if (files.length > 0 || named !== undefined) return { files, against: main };
  if (!isKnown("HEAD^")) {
    const isShallow = git(root, "rev-parse", "--is-shallow-repository") === "true";
    return {
      files: null,
      why: `nothing differs from ${main}, and the commit before is ${isShallow ? "not in this shallow clone" : "none"}`,
    };
  }
  return { files: filesSince(root, "HEAD^"), against: "the commit before", why: `nothing differs from ${main}` };
}

/** @param {string} root @param {string} base @returns {string[]} */
function filesSince(root, base) {
  // each line is a letter and a path, or of a renamed file both
  const changed = lines(git(root, "diff", "--name-status", "-M", base)).flatMap((line) => line.split("\t").slice(1));
  return [...new Set([...changed, ...lines(git(root, "ls-files", "--others", "--exclude-standard"))])].sort();
}

/** @param {string} file @returns {string | undefined} */
export const nounOf = (file) => file.split(/[/.]/).find((part) => nouns.includes(part));

/** The folder that a file without a noun belongs to, three deep: `src/server/backup`, `src/cli`, `test/life`. @param {string} file */
export const roomOf = (file) => dirname(file).split("/").slice(0, 3).join("/");

/** What everything stands on: no test can be left out when it changes. */
const foundations = [
  /^src\/server\/(database|http|postgres)\/(?!migrations\/)(?!.*\.test\.ts$)/,
  /^src\/server\/(app|config|main)\.ts$/,
  /^src\/contract\/(all|route|limits|schema-walk|list|idempotency-key)\.ts$/,
  /^test\/support\/(?!.*\.test\.ts$)/,
  /^test\/contract\/(?!.*\.test\.ts$)/,
  /^(package(-lock)?\.json|vitest\.config\.ts|tools\/(run|steps|tiers)\.mjs)$/,
];

/** @param {string} file */
const isFoundation = (file) => foundations.some((pattern) => pattern.test(file));

/** Which side of the program a file belongs to; what both read, and what nobody knows, belongs to both. @param {string} file */
function sidesOf(file) {
  if (/^(src\/web|test\/(screens|e2e|aisle)|vite(\.aisle)?\.config\.ts|playwright\.config\.ts)/.test(file))
    return ["web"];
  if (/^(src\/(server|cli)|bench|deploy|android|test\/(?!support|walls|tsconfig))/.test(file)) return ["server"];
  if (/\.(md|png|svg|jpg)$/.test(file)) return [];
  return ["web", "server"];
}

/**
 * @param {string} root
 * @param {"changed" | "quick"} tier
 * @param {string[]} files that differ
 * @param {boolean} bothSides
 * @returns {Scope}
 */
export function scopeOf(root, tier, files, bothSides = false) {
  const asked = new Set(files.flatMap(sidesOf));
  const sides = bothSides || asked.size === 0 ? ["web", "server"] : [...asked].sort();
  return {
    tier,
    files,
    nouns: [...new Set(files.flatMap((file) => nounOf(file) ?? []))].sort(),
    rooms: [...new Set(files.filter((file) => nounOf(file) === undefined).map(roomOf))].sort(),
    calls: touchedCalls(root, files),
    foundation: files.find(isFoundation) ?? null,
    sides,
  };
}

// ---- calls

/** @param {string} root @param {string} file of the contract's calls @returns {string[]} */
function callsIn(root, file) {
  const path = join(root, file);
  return existsSync(path)
    ? [...readFileSync(path, "utf8").matchAll(/^export const (\w+) = route\(/gm)].map(([, name = ""]) => name)
    : [];
}

/** The calls that a touched file of the contract declares or shapes, or that a touched room answers. @param {string} root @param {string[]} files */
function touchedCalls(root, files) {
  const declared = files.flatMap((file) => {
    const [, shapes] = /^src\/contract\/(?:calls|schemas)\/(.+\.ts)$/.exec(file) ?? [];
    if (shapes !== undefined) return [`src/contract/calls/${shapes}`];
    const [room] = /^src\/server\/features\/[^/]+\/[^/]+\//.exec(file) ?? [];
    return room === undefined ? [] : contractsOf(root, room);
  });
  return [...new Set(declared)].flatMap((file) => callsIn(root, file)).sort();
}

/** The files of calls that a room's routes answer. @param {string} root @param {string} room */
function contractsOf(root, room) {
  const folder = join(root, room);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith("routes.ts"))
    .flatMap((name) => [...readFileSync(join(folder, name), "utf8").matchAll(/"#contract\/(calls\/[^"]+)"/g)])
    .map(([, path]) => `src/contract/${path}`);
}

// ---- imports

const folders = ["src", "test", "tools", "android", "bench"];

/** @param {string} root @returns {Map<string, string[]>} who imports a file, by its path */
export function importersOf(root) {
  const files = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
    )
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file));
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const file of files)
    for (const [, from = ""] of readFileSync(join(root, file), "utf8").matchAll(
      /(?:from|import\(|import) ?"([#.][^"]+)"/g,
    )) {
      const target = pathOf(root, file, from);
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  return importers;
}

/** @param {string} root @param {string} file @param {string} from what it imports */
function pathOf(root, file, from) {
  const [, alias = "", rest = ""] = /^#(\w+)\/(.*)$/.exec(from) ?? [];
  if (alias === "") return relative(root, join(root, dirname(file), from)).replaceAll("\\", "/");
  return `${alias === "test" || alias === "android" ? alias : `src/${alias}`}/${rest}`;
}

/**
 * The files that import one of these, directly or by others.
 * @param {Map<string, string[]>} importers
 * @param {readonly string[]} files
 * @param {number} far how many imports away at most
 * @returns {Set<string>} these among them
 */
export function dependents(importers, files, far) {
  const met = new Set(files);
  let edge = [...files];
  for (let step = 0; step < far && edge.length > 0; step += 1) {
    edge = edge.flatMap((file) => importers.get(file) ?? []).filter((file) => !met.has(file));
    for (const file of edge) met.add(file);
  }
  return met;
}

// ---- files of tests

/** @param {string} root @param {string} folder @param {RegExp} pattern */
const filesBelow = (root, folder, pattern) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .map((name) => `${folder}/${name}`.replaceAll("\\", "/"))
        .filter((file) => pattern.test(file))
    : [];

/** Units without a server, whose imports say all that they can be changed by. @param {string} file */
const isUnit = (file) => /^src\/(rules|contract|web)\//.test(file);

/** Walks over all calls, which ask the touched ones by themselves. */
const walks = /^test\/(contract|tokens)\//;

/**
 * The files of Vitest that `--changed` asks: units by what they import, of the others what is two imports away or of a touched noun.
 * @param {string} root
 * @param {Scope} scope
 * @returns {string[]}
 */
export function changedTests(root, { files, nouns: touched, calls, foundation }) {
  const importers = importersOf(root);
  const [all, near] = [dependents(importers, files, Number.POSITIVE_INFINITY), dependents(importers, files, 2)];
  const isOfNoun = (/** @type {string} */ file) => {
    const noun = nounOf(file);
    return noun !== undefined && touched.includes(noun);
  };
  const tests = [...filesBelow(root, "src", /\.test\.ts$/), ...filesBelow(root, "test", /\.test\.tsx?$/)];
  return tests.filter((file) => {
    if (/^test\/(faults|cluster|restore)\//.test(file)) return files.includes(file);
    if (isUnit(file)) return all.has(file);
    if (near.has(file) || isOfNoun(file)) return true;
    return walks.test(file) && (calls.length > 0 || foundation !== null);
  });
}

/** The browser tests of a touched noun of the web: its journeys, and all of it in `npm test`. @param {string} root @param {Scope} scope */
export function browserTests(root, { tier, files, nouns: touched }) {
  const ofWeb = touched.filter((noun) => files.some((file) => file.startsWith("src/web/") && nounOf(file) === noun));
  const all = filesBelow(root, "test/e2e", /\.spec\.ts$/);
  const isOf = (/** @type {string} */ file) => files.includes(file) || ofWeb.includes(nounOf(file) ?? "");
  const isJourney = (/** @type {string} */ file) => file.startsWith("test/e2e/journeys/");
  return all.filter((file) =>
    tier === "quick" ? isJourney(file) || isOf(file) : files.includes(file) || (isJourney(file) && isOf(file)),
  );
}
