// Weighs what Vite built against the budgets: every byte of the first page is waited for.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

// KiB, gzipped; a form page brings the form, schema and search libraries, which the others find in the cache
const budget = { entry: 125, early: 8, page: 12, formPage: 44, css: 10 };
const folder = "dist/web";

/** @type {Record<string, { file: string, isEntry?: boolean, imports?: string[], css?: string[] }>} */
const manifest = JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8"));

/** @param {string} file */
const weigh = (file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1024;
/** @param {Iterable<string>} files */
const weighAll = (files) => [...files].reduce((sum, file) => sum + weigh(file), 0);

/**
 * Every file that a chunk loads at once.
 * @param {string} key
 * @param {Set<string>} [seen]
 */
function closure(key, seen = new Set()) {
  const chunk = manifest[key];
  if (chunk === undefined || seen.has(chunk.file)) return seen;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file);
  for (const next of chunk.imports ?? []) closure(next, seen);
  return seen;
}

const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry === true);
const entry = new Set(entries.flatMap((key) => [...closure(key)]));
const css = new Set(
  Object.values(manifest).flatMap(({ file, css: own = [] }) => [...own, file].filter((name) => name.endsWith(".css"))),
);

/** What index.html asks for beside the program: it is there before any page, and nothing waits for it. */
const early = new Set(
  Array.from(
    readFileSync(join(folder, "index.html"), "utf8").matchAll(/"modulepreload"[^>]*href="\/([^"]+)"/g),
    ([, file]) => String(file),
  ),
);

/** @type {[string, number, number][]} */
const weights = [
  ["what comes beside it", weighAll(early), budget.early],
  ["first load (html, js, css)", weighAll(["index.html", ...entry]), budget.entry],
  ["all css", weighAll(css), budget.css],
];
for (const [key, chunk] of Object.entries(manifest)) {
  if (!key.endsWith("-page.tsx")) continue;
  // A form page brings the form library along; the other pages must not lean on what is loaded later.
  if (/-(create|edit)-page\.tsx$/.test(key))
    weights.push([
      key,
      weighAll([...closure(key)].filter((file) => !entry.has(file) && !early.has(file))),
      budget.formPage,
    ]);
  else weights.push([key, weigh(chunk.file), budget.page]);
}

for (const [what, weight, most] of weights)
  console.log(`${weight > most ? "TOO HEAVY " : ""}${what}: ${weight.toFixed(1)} of ${most} KB`);
process.exitCode = weights.some(([, weight, most]) => weight > most) ? 1 : 0;
