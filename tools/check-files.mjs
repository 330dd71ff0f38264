import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { circles } from "./circles.mjs";
import { walls } from "./walls.mjs";

// The closed set of file names (ARCHITECTURE.md): where a file lies says what it does.
const nowhere = /^(utils?|helpers?|misc|common|shared|index)\.(ts|tsx|mjs|js)$/;
const inServerFeature = /^(routes|queries|mutations|[a-z0-9-]+\.test)\.ts$/;
const featuresAll = "src/server/features/all.ts";
const contractAll = "src/contract/all.ts";

/** @param {string} path */
function wrongName(path) {
  const name = basename(path);
  if (nowhere.test(name)) return "says nothing about its content: name it by the noun or the action it holds.";
  if (/\.(js|jsx|cjs|mts|cts)$/.test(name)) return "is no TypeScript: write .ts or .tsx.";
  const feature = /^src\/server\/features\/(.*)$/.exec(path)?.[1];
  if (feature === undefined || path === featuresAll) return undefined;
  if (!/^[^/]+\/[^/]+\/[^/]+$/.test(feature)) return "belongs in src/server/features/<noun>/<part>/.";
  if (!inServerFeature.test(name))
    return "is none of routes, queries, mutations, <noun>.test: a new kind of file needs a decision record.";
  return undefined;
}

/** Checks the list that names every file of a kind: a file that is not in it is answered by nobody. @param {string} path */
function unlisted(path) {
  const list = /^src\/contract\/calls\/.+\.ts$/.test(path)
    ? contractAll
    : /^src\/server\/features\/.+\/routes\.ts$/.test(path)
      ? featuresAll
      : undefined;
  if (list === undefined || readFileSync(list, "utf8").includes(`"#${path.slice("src/".length)}"`)) return undefined;
  return `is not in ${list}: add it there, or the server knows nothing of its calls.`;
}

const atMost = 30; // files side by side: more are a heap in which nobody finds anything

/** @param {readonly string[]} paths of code */
function crowded(paths) {
  const amounts = new Map();
  for (const path of paths) amounts.set(dirname(path), (amounts.get(dirname(path)) ?? 0) + 1);
  return [...amounts].flatMap(([folder, amount]) =>
    amount > atMost
      ? [`${folder}/ has ${amount} files side by side, more than ${atMost}: give what belongs together a folder.`]
      : [],
  );
}

/** Files whose folder says the noun and whose name says the kind, or the other way round. */
const byFolder = /^src\/(contract\/(calls|fields|lists|schemas)|server\/features)\//;

/** @param {readonly string[]} paths of code */
function twice(paths) {
  const first = new Map();
  return paths.flatMap((path) => {
    const layer = /^src\/[^/]+/.exec(path)?.[0];
    if (layer === undefined || byFolder.test(path) || basename(path) === "tsconfig.json") return [];
    const name = `${layer} ${basename(path)}`;
    const other = first.get(name);
    first.set(name, other ?? path);
    return other === undefined ? [] : [`${path} has the name of ${other}: a name stands for one thing within a layer.`];
  });
}

/** Participles without a noun: they say that something happened, not what it is. */
const participle =
  /^(?:[Ff]ound|[Kk]nown|[Ss]hown|[Kk]ept|[Ww]anted|[Tt]old|[Gg]iven|[Mm]ade|[Ss]aid|[Ss]een|[Hh]eld|[Ll]eft|[Ll]ost|[Ss]ent|[Tt]aken|[Ww]ritten|[Bb]egun|[Dd]one|[Gg]one|[Cc]hosen|[Dd]rawn|[Hh]idden|[Mm]et|[Mm]eant|[Bb]roken|[Uu]nknown|[Uu]nsent|[Uu]nseen|[A-Za-z][a-z]+(?<!ne|fe|se|spe|embe|proce|exce|succe)ed)$/;
/** Read with the name of their file: `refused.noRight`, and the one `load` of a loader. */
const unnamed = /^src\/rules\/texts\/refusal-texts\.ts$|-loader\.ts$/;
const exported =
  /^export (?:default )?(?:async )?(?:abstract )?(?:const|function\*?|class|interface|type|enum) (\w+)/gm;

/** Exported names that are participles or stand for two things; a type and its constant may share one. @param {readonly string[]} paths of code */
function badNames(paths) {
  const first = new Map();
  return paths.flatMap((path) => {
    if (!/^src\/(rules|server|web|cli)\//.test(path) || /\.test\.|\.d\.ts$/.test(path) || unnamed.test(path)) return [];
    return [...readFileSync(path, "utf8").matchAll(exported)].flatMap(([, name = ""]) => {
      const other = first.get(name);
      first.set(name, other ?? path);
      if (participle.test(name)) return [`${path} exports ${name}: name the thing by a noun, what is done by a verb.`];
      return other === undefined || other === path
        ? []
        : [`${path} exports ${name}, as ${other} does: a name stands for one thing.`];
    });
  });
}

/** The text without its comments, line for line. @param {string} text */
const code = (text) =>
  text.replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\/.*|\/\*[\s\S]*?\*\//g,
    (comment, string) => string ?? comment.replace(/[^\n]/g, ""),
  );

/** @param {string} path */
function broken(path) {
  const here = walls.filter(
    ({ where, except = [] }) =>
      where.test(path) && !except.some((each) => path === each || (each.endsWith("/") && path.startsWith(each))),
  );
  if (here.length === 0) return [];
  const text = code(readFileSync(path, "utf8"));
  return here.flatMap(({ pattern, sentence }) => {
    const found = pattern.exec(text);
    return found ? [`${path}:${text.slice(0, found.index).split("\n").length} ${sentence}`] : [];
  });
}

const asking =
  /^\s*(?:\/\*\*\s|\/\*\*\n\s*\*\s|(?<!\/\/[^\n]*\n\s*)\/\/\s)(?:What|Whether|How|Of|Who|Whose|Which|Whom)\b/m;

/** Comments that begin as a question does (CONTRIBUTING, habit 2). @param {string} path */
function vagueComments(path) {
  if (!/\.(ts|tsx|mjs)$/.test(path) || path.startsWith("test/walls/")) return [];
  const text = readFileSync(path, "utf8");
  const found = asking.exec(text);
  return found
    ? [
        `${path}:${text.slice(0, found.index).trimEnd().split("\n").length + 1} A comment begins with a noun or a verb in the third person, and says something that the name does not say, or goes.`,
      ]
    : [];
}

/** Packages whose content nothing vouches for; what a package brings inside itself is vouched for with it. */
function unhashed() {
  const lock = "package-lock.json";
  /** @type {{ packages: Record<string, { integrity?: string, inBundle?: boolean }> }} */
  const { packages } = JSON.parse(readFileSync(lock, "utf8"));
  return Object.entries(packages).flatMap(([name, { integrity, inBundle }]) =>
    name === "" || integrity !== undefined || inBundle === true
      ? []
      : [`${lock} ${name} has no hash: take a version that the registry has for every system.`],
  );
}

const paths = ["src", "test", "bench", "tools"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll("\\", "/"))
  .sort();
const complaints = paths.flatMap((path) => [
  ...[wrongName(path), unlisted(path)].flatMap((text) => (text === undefined ? [] : [`${path} ${text}`])),
  ...broken(path),
  ...vagueComments(path),
]);
complaints.push(...circles(paths), ...crowded(paths), ...twice(paths), ...badNames(paths), ...unhashed());
for (const text of complaints) console.log(text);
process.exitCode = complaints.length > 0 ? 1 : 0;
