// The files of tests that a run of a tier asks, and what it says about that: `node tools/asked-tests.ts quick`, or `changed`, prints it
// as JSON for `tools/run.mjs`. `list` says what only `npm run test:all` asks, and why that may wait.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { differenceFrom, lastCommit, nounOf, type Scope, scopeOf, sidesOf, type Tier } from "./tiers.ts";

/** Extent of a run of a tier. */
interface Asked {
  readonly scope: Scope;
  /** Tests that the run takes, and the reasons, a line each. */
  readonly says: readonly string[];
  /** Projects of Vitest that it leaves out, and the files that it asks; all of the other projects where none is named. */
  readonly without: readonly string[];
  readonly tests: readonly string[] | null;
  readonly browserTests: readonly string[];
}

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/[/\\]$/, "");

// ---- files

function filesBelow(folder: string, pattern: RegExp): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name}`.replaceAll("\\", "/"))
    .filter((file) => pattern.test(file));
}

/** Returns the importers of each file, by its path. */
function importers(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const folder of ["src", "test", "tools", "android"])
    for (const file of filesBelow(folder, /\.(tsx?|mjs)$/))
      for (const [, from = ""] of readFileSync(join(root, file), "utf8").matchAll(
        /(?:from |import\(|import )"([#.][^"]+)"/g,
      )) {
        const target = pathOf(file, from);
        found.set(target, [...(found.get(target) ?? []), file]);
      }
  return found;
}

function pathOf(file: string, from: string): string {
  const [, alias, rest] = /^#(\w+)\/(.*)$/.exec(from) ?? [];
  if (alias === undefined) return relative(root, join(root, dirname(file), from)).replaceAll("\\", "/");
  return alias === "test" || alias === "tools" || alias === "android" ? `${alias}/${rest}` : `src/${alias}/${rest}`;
}

/** These files and those that import one of them, directly or by at most so many others. */
function dependents(of: ReadonlyMap<string, readonly string[]>, files: readonly string[], far: number) {
  const met = new Set(files);
  let edge = files;
  for (let step = 0; step < far && edge.length > 0; step += 1) {
    edge = [...new Set(edge.flatMap((file) => of.get(file) ?? []))].filter((file) => !met.has(file));
    for (const file of edge) met.add(file);
  }
  return met;
}

// ---- tests

/** Units without a server: their imports say all that they can be changed by. */
const isUnit = (file: string) => /^src\/(rules|contract|web)\//.test(file);
/** Tests that are started by their own suite alone. */
const isOfSuite = (file: string) => /^test\/(faults|cluster|restore)\//.test(file);
/** Walks over the calls, of which each takes the touched ones by itself. */
const isWalk = (file: string) => /^test\/(contract|growth|tokens|leaks)\//.test(file);

/** The files of Vitest that `--changed` asks: units by what they import; of the others what is two imports away, or of a touched noun. */
function changedTests({ files, nouns, calls, sides }: Scope): string[] {
  const known = importers();
  const [all, near] = [dependents(known, files, Number.POSITIVE_INFINITY), dependents(known, files, 2)];
  const isOfNoun = (file: string) => nouns.includes(nounOf(file) ?? "");
  const isAsked = (file: string) => {
    if (isOfSuite(file) || !sidesOf(file).some((side) => sides.includes(side))) return false;
    if (isUnit(file)) return all.has(file);
    return near.has(file) || isOfNoun(file) || (isWalk(file) && calls.length > 0);
  };
  return [...filesBelow("src", /\.test\.ts$/), ...filesBelow("test", /\.test\.tsx?$/)].filter(isAsked);
}

const journeys = "test/e2e/journeys/";

/** The browser tests that a touched part of the web asks, its journeys in `--changed`; in `npm test` all the journeys. */
function browserTests({ tier, files }: Scope): string[] {
  const parts = new Set(files.flatMap((file) => /^src\/web\/(?:features\/)?(\w+)\//.exec(file)?.slice(1) ?? []));
  const isOfPart = (file: string) => parts.has(file.split(/[/.]/)[3] ?? "");
  const isAsked = (file: string) => {
    if (files.includes(file)) return true;
    return tier === "quick" ? file.startsWith(journeys) || isOfPart(file) : file.startsWith(journeys) && isOfPart(file);
  };
  return filesBelow("test/e2e", /\.spec\.ts$/).filter(isAsked);
}

// ---- the run

function askedOf(tier: Tier, { base, isWhole }: { base: string | undefined; isWhole: boolean }): Asked {
  const difference = differenceFrom(root, base);
  const known =
    tier === "changed" && typeof difference !== "string" && difference.files.length === 0
      ? lastCommit(root)
      : difference;
  if (typeof known === "string") {
    const says = [`${known}: nobody knows what differs, and all of npm test is asked, of both sides`];
    const scope = scopeOf(root, "quick", [], true);
    return { scope, says, without: [], tests: null, browserTests: browserTests(scope) };
  }
  const scope = scopeOf(root, tier, known.files, isWhole);
  const touched =
    [...scope.nouns, ...scope.rooms.filter((room) => room !== ".")].join(", ") || "nothing that tests ask";
  const says = [`${known.files.length} files differ from ${known.from}: ${touched}; ${scope.calls.length} calls`];
  if (tier === "changed") {
    const tests = changedTests(scope);
    const found = browserTests(scope);
    return {
      scope,
      says: [...says, `${tests.length} files of tests and ${found.length} of the browser`],
      without: [],
      tests,
      browserTests: found,
    };
  }
  if (scope.foundation !== null)
    says.push(`${scope.foundation} is what everything stands on: expensive tests and walks are whole`);
  const [isWeb, isServer] = [scope.sides.includes("web"), scope.sides.includes("server")];
  if (!isWeb) says.push("the web is not touched: its screens and journeys are left out (--whole-quick asks them)");
  if (!isServer) says.push("the server is not touched: its rooms are left out (--whole-quick asks them)");
  return {
    scope,
    says,
    without: isWeb ? [] : ["web", "screens"],
    tests: null,
    browserTests: isWeb ? browserTests(scope) : [],
  };
}

/**
 * Returns the tests that `npm test` leaves out where nothing of them is touched. These are each expensive test with its reason, and the browser tests
 * by folder.
 */
function leftOut(): string[] {
  const files = [...filesBelow("src", /\.test\.ts$/), ...filesBelow("test", /\.test\.ts$/)];
  const tests = files
    .filter((file) => file !== "test/walls/guards.test.ts")
    .flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      const found = text.matchAll(/expensive\(\s*"([^"]+)",?\s*\)(?:\.each\([\s\S]*?\))?\(\s*(?:"([^"]+)"|`([^`]+)`)/g);
      return [...found].map(([, why, title, put]) => `${file}  ${title ?? put}: ${why}`);
    });
  const specs = filesBelow("test/e2e", /\.spec\.ts$/).filter((file) => !file.startsWith(journeys));
  const folders = Map.groupBy(specs, (file) => dirname(file));
  const browser = [...folders].map(
    ([folder, inIt]) => `${folder}/: ${inIt.length} files, asked where src/web of that name is touched`,
  );
  const suites = filesBelow("test", /\.test\.ts$/)
    .filter(isOfSuite)
    .map((file) => `${file}: asked with its suite`);
  return [
    ...tests,
    ...browser,
    ...suites,
    "walks: the calls of a class after its first one, where nothing of them is touched",
  ];
}

const [tier = "quick", ...args] = process.argv.slice(2);
if (tier === "list") console.log(leftOut().join("\n"));
else {
  const base = args.find((arg) => arg.startsWith("--base="))?.slice("--base=".length);
  const isWhole = args.includes("--whole-quick");
  console.log(JSON.stringify(askedOf(tier === "changed" ? "changed" : "quick", { base, isWhole })));
}
