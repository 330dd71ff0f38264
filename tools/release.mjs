// `npm run release`: a tarball that runs on a machine without npm, Node or a registry. It is made on the system that it is for,
// and only stays where it has been unpacked, started and asked whether it is ready. `npm run release -- 0.2.0` makes it that version first.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { billOf } from "./release-bill.mjs";
import { prove, run } from "./release-proof.mjs";
import { allThatNeed, isShipped, namedIn, ofThisSystem, readLock } from "./release-packages.mjs";
import { releaseCommit, tagRelease } from "./release-version.mjs";

const lock = readLock();
const [number] = process.argv.slice(2);
const commit = releaseCommit(".");
const version = [lock[""]?.version, ...(commit === "" ? [] : [commit])].join("+");
const name = `magazin-${version}-${process.platform}-${process.arch}`;
const out = "dist/release";
const folder = join(out, name);
const tarball = `${folder}.tar.gz`;

/** Says whether a file is needed: of a package nothing that helps to write programs, of Node nothing but Node. @param {string} file in a package */
const isNeeded = (file) =>
  /licen[sc]e|notice|copying/i.test(basename(file)) ||
  !/\.(d\.[mc]?ts|[mc]?ts|map|md|markdown)$|^node-[\w-]+\/(include|share)\/|\/\.yarn\//.test(file);

/** @param {string} from @param {(file: string) => boolean} isWanted */
function copy(from, isWanted = () => true) {
  const filter = (/** @type {string} */ file) =>
    statSync(file, { throwIfNoEntry: false })?.isDirectory() !== false || isWanted(file);
  cpSync(from, join(folder, from), { recursive: true, verbatimSymlinks: true, filter });
}

/** @param {string} top */
const filesBelow = (top) =>
  readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(top, join(entry.parentPath, entry.name)))
    .sort();
/** @param {string} file */
const sha256 = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");

function fill() {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const layers = ["rules", "contract", "server", "cli"].map((layer) => `src/${layer}`);
  for (const layer of layers) copy(layer, isShipped);
  mkdirSync(join(folder, "android"));
  for (const file of readdirSync("android")) if (file.endsWith(".apk")) copy(join("android", file));
  for (const part of [
    "package.json",
    "LICENSE",
    "README.md",
    "CHANGELOG.md",
    "docs/operations",
    "docs/api",
    "deploy",
    "dist/web",
  ])
    copy(part);
  if (commit !== "") writeFileSync(join(folder, "COMMIT"), `${commit}\n`);
  cpSync("deploy/magazin", join(folder, "magazin"));
  const running = allThatNeed(lock, [...namedIn(lock, layers), ...ofThisSystem(lock)]);
  for (const each of running) {
    const inside = each.slice(each.lastIndexOf("node_modules/") + "node_modules/".length);
    copy(
      each,
      (file) => isNeeded(join(inside, relative(each, file))) && !relative(each, file).includes("node_modules/"),
    );
  }
  const shown = allThatNeed(lock, namedIn(lock, ["src/web"]));
  const when = new Date().toISOString();
  writeFileSync(
    join(folder, "sbom.cdx.json"),
    `${JSON.stringify(billOf(lock, [...new Set([...running, ...shown])].sort(), { version, when }), null, 2)}\n`,
  );
  const sums = filesBelow(folder).map((file) => `${sha256(join(folder, file))}  ${file}\n`);
  writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
}

function pack() {
  run("tar", ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "-C", out, "-czf", tarball, name]);
  writeFileSync(`${tarball}.sha256`, `${sha256(tarball)}  ${basename(tarball)}\n`);
}

fill();
pack();
try {
  await prove(name, version, tarball);
} catch (error) {
  rmSync(out, { recursive: true });
  throw error;
}
if (number !== undefined) tagRelease(".", number);
console.log(`${tarball}: ${(statSync(tarball).size / 1024 ** 2).toFixed(0)} MB, unpacked, started and ready.`);
