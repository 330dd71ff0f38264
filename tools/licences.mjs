// Parts of others in the pages, and their licences: seen by the build, given by package-lock.json, kept in one file beside the pages.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readLock } from "./release-packages.mjs";

/** Where each package lies, as package-lock.json calls it. What styles are made of leaves no trace in the bundle. @type {Set<string>} */
const used = new Set(["node_modules/tailwindcss"]);

/** Parts that the builder itself puts in, by the names of its modules. @type {readonly [string, string][]} */
const ofBuilder = [
  ["\0rolldown/", "node_modules/rolldown"],
  ["\0vite/", "node_modules/vite"],
];

/** Parts of others that a package has within it and says nothing of. @type {Readonly<Record<string, string>>} */
const within = {
  "zxing-wasm":
    "Darin: zxing-cpp (https://github.com/zxing-cpp/zxing-cpp), Apache-2.0: https://www.apache.org/licenses/LICENSE-2.0",
};

/** @param {string} id of a module, or the path of a file */
function note(id) {
  const [folder] = /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll("\\", "/")) ?? [];
  const builder = ofBuilder.find(([name]) => id.startsWith(name))?.[1];
  if (folder ?? builder) used.add(folder ?? builder ?? "");
}

/** Notes what comes into a bundle; each build and each of its workers has one. @returns {import("vite").Plugin} */
export const noteLicences = () => ({
  name: "licences",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      for (const id of file.type === "chunk" ? file.moduleIds : file.originalFileNames) note(id);
  },
});

/** @param {string} folder @returns {string[]} */
const textsIn = (folder) =>
  readdirSync(folder)
    .filter((name) => /^(licen[sc]e|copying|notice)/i.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8").trim());

const head = `Die Oberfläche dieses Programms enthält Arbeiten anderer. Sie stehen unter den folgenden Lizenzen.`;

/** Writes them all. @param {string} file @throws where one has no licence */
export function writeLicences(file) {
  const lock = readLock();
  const packages = [...used].sort().map((folder) => {
    const { version, license } = lock[folder] ?? {};
    const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
    if (version === undefined || license === undefined)
      throw new Error(`${name} is in the pages, and package-lock.json has no licence of it.`);
    return [`${name} ${version} (${license})`, ...(within[name] ? [within[name]] : []), ...textsIn(folder)].join(
      "\n\n",
    );
  });
  writeFileSync(file, `${[head, ...packages].join(`\n\n${"-".repeat(80)}\n\n`)}\n`);
}
