import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";

// The closed set of file names (ARCHITECTURE.md): where a file lies says what it does.
const nowhere = /^(utils?|helpers?|misc|common|shared|index)\.(ts|tsx|mjs|js)$/;
const inServerFeature = /^(routes|queries|mutations|[a-z0-9-]+\.test)\.ts$/;

/** @param {string} path */
function complaint(path) {
  const name = basename(path);
  if (nowhere.test(name)) return "says nothing about its content: name it by the noun or the deed it holds";
  if (/\.(js|jsx|cjs|mts|cts)$/.test(name)) return "is no TypeScript: write .ts or .tsx";
  const feature = /^src\/server\/features\/(.*)$/.exec(path)?.[1];
  if (feature === "all.ts") return undefined;
  if (feature === undefined) return undefined;
  if (dirname(feature).includes("/") || dirname(feature) === ".") return "belongs in src/server/features/<noun>/";
  if (!inServerFeature.test(name))
    return "is none of routes, queries, mutations, <noun>.test: a new kind of file needs a decision record";
  return undefined;
}

const complaints = ["src", "test", "bench", "tools"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .flatMap((path) => {
      const text = complaint(path);
      return text === undefined ? [] : [`${path} ${text}.`];
    }),
);
for (const text of complaints) console.log(text);
process.exitCode = complaints.length > 0 ? 1 : 0;
