import { readFileSync } from "node:fs";
import { dirname, posix } from "node:path";

/** Pattern of the modules that a file loads, at once or by `import()`; types are not loaded. */
const loads = /^(?:import|export)\s+(?!type\b)(?:[\w$*{},\s]+\sfrom\s+)?"([#.][^"]+)"|\bimport\(\s*"([#.][^"]+)"\)/gm;
/** `typeof import("…")` loads nothing. */
const typeQuery = /\btypeof\s+import\("[^"]+"\)/g;

/** The files that a file of src/ loads. @param {string} path @param {ReadonlySet<string>} all */
function loadedBy(path, all) {
  const text = readFileSync(path, "utf8").replace(typeQuery, "");
  return [...text.matchAll(loads)]
    .map(([, atOnce, later]) => atOnce ?? later ?? "")
    .map((name) => (name.startsWith("#") ? `src/${name.slice(1)}` : posix.join(dirname(path), name)))
    .filter((file) => all.has(file));
}

/**
 * Circles of files that load each other, also where one of them does so by `import()`, which the rule of the linter does not follow: a
 * part that is loaded late is then no part of its own.
 * @param {readonly string[]} paths of code
 */
export function circles(paths) {
  const files = paths.filter((path) => /^src\/.*(?<!\.test|\.d)\.tsx?$/.test(path));
  const all = new Set(files);
  /** @type {string[]} */
  const complaints = [];
  /** @type {Map<string, "open" | "closed">} */
  const state = new Map();
  /** @param {string} path @param {readonly string[]} way */
  const visit = (path, way) => {
    state.set(path, "open");
    for (const next of loadedBy(path, all)) {
      if (state.get(next) === "open")
        complaints.push(`${path} loads ${way.slice(way.indexOf(next)).join(", which loads ")}: a circle.`);
      else if (!state.has(next)) visit(next, [...way, next]);
    }
    state.set(path, "closed");
  };
  for (const path of files) if (!state.has(path)) visit(path, [path]);
  return complaints;
}
