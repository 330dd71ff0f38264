// Weighs what Vite built against the budgets: every byte of the first page is waited for.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

// KiB, gzipped; a form page brings the form, schema and search libraries and what all pages share, which the others find in the cache;
// a list weighs least, a thing with its actions more
const budget = { start: 125, asked: 5.4, page: 12, detailPage: 16, formPage: 76, css: 10.5 };
/** The phone's: what it loads before it can be worked with, all that it keeps, and what the camera loads when it is first used. */
const phoneBudget = { entry: 96, kept: 260, camera: 340 };
const folder = "dist/web";

/** @typedef {Record<string, { file: string, name?: string, isEntry?: boolean, imports?: string[], dynamicImports?: string[], css?: string[] }>} Manifest */

/** @param {string} where @returns {Manifest} */
const manifestOf = (where) => JSON.parse(readFileSync(join(where, ".vite/manifest.json"), "utf8"));
const manifest = manifestOf(folder);

/** @param {string} file */
const weigh = (file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1024;
/** @param {Iterable<string>} files */
const weighAll = (files) => [...files].reduce((sum, file) => sum + weigh(file), 0);

/**
 * Every file that a chunk loads at once.
 * @param {string} key
 * @param {Set<string>} [seen]
 * @param {Manifest} [within]
 */
function closure(key, seen = new Set(), within = manifest) {
  const chunk = within[key];
  if (chunk === undefined || seen.has(chunk.file)) return seen;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file);
  for (const next of chunk.imports ?? []) closure(next, seen, within);
  return seen;
}

const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry === true);
const entry = new Set(entries.flatMap((key) => [...closure(key)]));
const css = new Set(
  Object.values(manifest).flatMap(({ file, css: own = [] }) => [...own, file].filter((name) => name.endsWith(".css"))),
);

/** @param {(chunk: Manifest[string]) => boolean} fits */
const keyOf = (fits) => Object.entries(manifest).find(([, chunk]) => fits(chunk))?.[0] ?? "";
/** Whatever index.html names, with all that it imports: nobody sees a page before. The letters are as they are. */
const start = new Set([
  "index.html",
  ...entry,
  ...Array.from(
    readFileSync(join(folder, "index.html"), "utf8").matchAll(/(?:href|src)="\/(assets\/[^"]+\.(?:js|css))"/g),
  ).flatMap(([, file]) => [...closure(keyOf((chunk) => chunk.file === file)), String(file)]),
]);
/** Files that every page but the home page asks for first, and that come with the page. */
const asked = [...closure(keyOf(({ name }) => name === "asked"))].filter((file) => !start.has(file));

/** @type {[string, number, number][]} */
const weights = [
  ["first load (html, js, css, what it preloads)", weighAll(start), budget.start],
  ["what pages ask for first", weighAll(asked), budget.asked],
  ["all css", weighAll(css), budget.css],
];
for (const [key, chunk] of Object.entries(manifest)) {
  if (!key.endsWith("-page.tsx")) continue;
  // A form page brings the form library along; the other pages must not lean on what is loaded later.
  if (/-(create|edit)-page\.tsx$/.test(key))
    weights.push([
      key,
      weighAll([...closure(key)].filter((file) => !start.has(file) && !asked.includes(file))),
      budget.formPage,
    ]);
  else
    weights.push([
      key,
      weigh(chunk.file),
      /-(list|map|overview|plan)-page\.tsx$/.test(key) ? budget.page : budget.detailPage,
    ]);
}

const phone = join(folder, "lager");
const ofPhone = manifestOf(phone);
/** @param {string} name */
const inPhone = (name) => join("lager", name);
/** The page, its program, and what it asks for before anything else: what sends the scans, and what is in the archive. */
const startOfPhone = ["lager.html", "outbox/sender.ts", "stock-news.ts"].flatMap((end) =>
  Object.keys(ofPhone)
    .filter((key) => key.endsWith(end))
    .flatMap((key) => [...closure(key, new Set(), ofPhone)]),
);
/** @type {string[]} */
const keptByPhone = JSON.parse(/"files":(\[[^\]]*\])/.exec(readFileSync(join(phone, "sw.js"), "utf8"))?.[1] ?? "[]");
const camera = readdirSync(join(phone, "assets")).filter((name) => /\.wasm$|reading-worker/.test(name));
/** @param {string} name */
const weighBrotli = (name) => brotliCompressSync(readFileSync(join(phone, "assets", name))).length / 1024;
weights.push(
  ["/lager/: first load", weighAll(["lager.html", ...new Set(startOfPhone)].map(inPhone)), phoneBudget.entry],
  [
    "/lager/: all that it keeps",
    weighAll(["lager.html", "sw.js"].map(inPhone)) + weighAll(keptByPhone),
    phoneBudget.kept,
  ],
  ["/lager/: what the camera needs (br)", camera.reduce((sum, name) => sum + weighBrotli(name), 0), phoneBudget.camera],
);

/** Over a slow network every file is waited for: how many scripts the first visit of a page loads, with what comes after it. */
const mostScripts = 30;
const later = Object.keys(manifest).flatMap((key) => (key.endsWith("shell/later-parts.tsx") ? [...closure(key)] : []));
const scriptsOf = Object.keys(manifest)
  .filter((key) => key.endsWith("-page.tsx"))
  .map((key) => /** @type {const} */ ([key, new Set([...start, ...later, ...asked, ...closure(key)]).size]));
const [page, scripts] = scriptsOf.toSorted(([, a], [, b]) => b - a)[0] ?? ["", 0];
console.log(
  `${scripts > mostScripts ? "TOO MANY " : ""}files of the first visit: at most ${scripts} of ${mostScripts} (${page})`,
);

for (const [what, weight, most] of weights)
  console.log(`${weight > most ? "TOO HEAVY " : ""}${what}: ${weight.toFixed(1)} of ${most} KB`);
process.exitCode = scripts > mostScripts || weights.some(([, weight, most]) => weight > most) ? 1 : 0;
