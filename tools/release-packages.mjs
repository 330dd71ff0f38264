// Packages that a release needs: from package-lock.json, which names each by its hash.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} Entry
 * @property {string} version
 * @property {string} [integrity]
 * @property {string} [resolved]
 * @property {string} [license]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @typedef {Readonly<Record<string, Entry>>} Lock
 */

/** @returns {Lock} every package by its folder, what we are by "" */
export const readLock = () => JSON.parse(readFileSync("package-lock.json", "utf8")).packages;

/** Says whether a release has a file of a layer: no tests. @param {string} name */
export const isShipped = (name) => !/\.test\.tsx?$|(^|\/)tsconfig\.json$/.test(name);

/**
 * The packages that the files of these folders name.
 * @param {Lock} lock
 * @param {string[]} folders
 */
export function namedIn(lock, folders) {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && isShipped(name))
      .map((name) => readFileSync(join(folder, name), "utf8")),
  );
  const known = Object.keys(lock[""]?.dependencies ?? {});
  return known.filter((name) => files.some((text) => new RegExp(`["'\`]${name}["'\`/]`).test(text)));
}

/** The packages that come for this system only: PostgreSQL and Node. @param {Lock} lock */
export const ofThisSystem = (lock) =>
  Object.keys(lock[""]?.optionalDependencies ?? {}).filter((name) => fits(lock[`node_modules/${name}`]));

/** @param {Entry | undefined} entry */
const fits = (entry) => (entry?.os?.includes(process.platform) ?? true) && (entry?.cpu?.includes(process.arch) ?? true);

/**
 * The folders of these packages and of all that they need, as they are installed for this system.
 * @param {Lock} lock
 * @param {string[]} names
 */
export function allThatNeed(lock, names) {
  /** @type {Set<string>} */
  const found = new Set();
  const todo = names.map((name) => `node_modules/${name}`);
  for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
    if (found.has(folder)) continue;
    found.add(folder);
    todo.push(...needsOf(lock, folder));
  }
  return [...found].sort();
}

/** Returns the installed packages that a package needs. @param {Lock} lock @param {string} folder */
export function needsOf(lock, folder) {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = lock[folder] ?? {};
  const optional = { ...peerDependencies, ...optionalDependencies };
  return Object.keys({ ...dependencies, ...optional }).flatMap((name) => {
    const place = placeOf(lock, folder, name);
    if (place !== undefined) return [place];
    if (name in optional) return []; // of another system, or nobody's
    throw new Error(`${folder} needs ${name}, which is not installed.`);
  });
}

/** Where Node finds a package from another one's folder. @param {Lock} lock @param {string} from @param {string} name */
function placeOf(lock, from, name) {
  for (let above = from; ; above = above.slice(0, Math.max(0, above.lastIndexOf("/node_modules/")))) {
    const place = above === "" ? `node_modules/${name}` : `${above}/node_modules/${name}`;
    if (place in lock && existsSync(place)) return place;
    if (above === "") return undefined;
  }
}
