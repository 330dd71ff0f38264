// A version and its commit: `npm run release -- 0.2.0` sets the version, commits it, and tags what was tried.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @param {string} folder @param {string[]} args */
function git(folder, ...args) {
  return execFileSync("git", ["-C", folder, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}
/** @param {string} folder @param {string} ref */
function commitAt(folder, ref) {
  try {
    return git(folder, "rev-parse", "--verify", "--quiet", `${ref}^{commit}`);
  } catch {
    return undefined;
  }
}
/** @param {string} folder */
const isChanged = (folder) => git(folder, "status", "--porcelain") !== "";

/**
 * The commit that a release is made of, as its version has it; with `.changed` where files differ from it, "" where there is no history.
 * @param {string} folder
 */
export function releaseCommit(folder) {
  const commit = commitAt(folder, "HEAD")?.slice(0, 7);
  if (commit === undefined) return "";
  return isChanged(folder) ? `${commit}.changed` : commit;
}

const unreleased = /^## .*\(unreleased\)$/m;
/** Files that name the version, and where. @type {[string, RegExp][]} */
const places = [
  ["package.json", /(?<="version": ")[^"]+/],
  [
    "package-lock.json",
    /(?<=^ {2}"version": "|^ {2}"packages": \{\n {4}"": \{\n {6}"name": "magazin",\n {6}"version": ")[^"]+/gm,
  ],
  ["deploy/compose.yaml", /(?<=image: magazin:)\S+/g],
  ["deploy/kubernetes/magazin.yaml", /(?<=image: magazin:)\S+/g],
];

/**
 * Makes a checkout the release of this number: writes it wherever a version stands, gives the CHANGELOG's newest part the number and the day,
 * and commits both. A release that is made already stays as it is.
 * @param {string} folder
 * @param {string} number such as 0.2.0
 * @param {string} day
 * @throws before any change, where it cannot be that release
 */
export function setVersion(folder, number, day) {
  if (!/^\d+\.\d+\.\d+$/.test(number)) throw new Error(`${number} is no version: write it like 0.2.0.`);
  const head = commitAt(folder, "HEAD");
  if (head === undefined) throw new Error("a version is set in a checkout with its history.");
  if (isChanged(folder)) throw new Error("there are changes that are not committed: a release is made of a commit.");
  const tag = commitAt(folder, `refs/tags/v${number}`);
  if (tag !== undefined && tag !== head)
    throw new Error(`v${number} is the commit ${tag.slice(0, 7)} already, and this is ${head.slice(0, 7)}.`);
  const changes = readFileSync(join(folder, "CHANGELOG.md"), "utf8");
  const isCut = changes.split("\n").some((line) => line === `## ${number}` || line.startsWith(`## ${number} (2`));
  const waits = unreleased.test(changes);
  if (isCut === waits)
    throw new Error(`CHANGELOG.md has ${waits ? `${number} already, and an unreleased part` : "no unreleased part"}.`);
  if (isCut) return;
  for (const [name, pattern] of places) replaceIn(join(folder, name), pattern, number);
  replaceIn(join(folder, "CHANGELOG.md"), unreleased, `## ${number} (${day})`);
  git(folder, "commit", "--quiet", "--all", `--message=Release ${number}`);
}

/** @param {string} file @param {RegExp} pattern @param {string} text */
function replaceIn(file, pattern, text) {
  const before = readFileSync(file, "utf8");
  if (before.search(pattern) < 0) throw new Error(`${file} names no version.`);
  writeFileSync(file, before.replace(pattern, text));
}

/** Names the commit of a release that was tried. @param {string} folder @param {string} number */
export function tagRelease(folder, number) {
  if (commitAt(folder, `refs/tags/v${number}`) === undefined) git(folder, "tag", `v${number}`);
}
