import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { expensive } from "#test/support/tiers.ts";

const top = mkdtempSync(join(tmpdir(), "magazin-version-set-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));
const tool = resolve("tools/release-version.mjs");

const author = { GIT_AUTHOR_NAME: "A", GIT_AUTHOR_EMAIL: "a@archiv.example" };
const env = { ...process.env, ...author, GIT_COMMITTER_NAME: "A", GIT_COMMITTER_EMAIL: "a@archiv.example" };
const changelog = "# Changelog\n\n## 0.2.0 (unreleased)\n\n- New.\n\n## 0.1.0\n\n- Old.\n";
const named = ["package.json", "package-lock.json", "deploy/compose.yaml", "deploy/kubernetes/magazin.yaml"];
let folder = "";

const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8", env }).trim();
const read = (file: string) => readFileSync(join(folder, file), "utf8");
const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
const commit = (title: string) => {
  git("add", ".");
  git("commit", "--quiet", "--allow-empty", `--message=${title}`);
  return git("rev-parse", "HEAD");
};

/** Returns the answer of one of the tool's functions, or the sentence with which it refuses. */
function call(name: "setVersion" | "releaseCommit" | "tagRelease", ...args: string[]): string {
  const script = `import * as tool from ${JSON.stringify(tool)};
    try { console.log(tool[${JSON.stringify(name)}](...${JSON.stringify([folder, ...args])}) ?? "done"); }
    catch (error) { console.log(error.message); }`;
  return spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8", env }).stdout.trim();
}
const set = (number: string) => call("setVersion", number, "2026-11-26");

beforeEach(() => {
  folder = mkdtempSync(join(top, "checkout-"));
  for (const file of named) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  write("CHANGELOG.md", changelog);
  git("init", "--quiet");
  commit("All of it");
});

describe("a release of a number", () => {
  test("has it wherever a version stands, with the day in the changelog, as one commit", () => {
    const packages = (text: string) => JSON.parse(text) as { version: string; packages: Record<string, object> };
    const before = packages(read("package-lock.json"));
    expect(set("7.8.9")).toBe("done");
    expect(JSON.parse(read("package.json"))).toMatchObject({ name: "magazin", version: "7.8.9" });
    const lock = packages(read("package-lock.json"));
    expect([lock.version, lock.packages[""]]).toMatchObject(["7.8.9", { name: "magazin", version: "7.8.9" }]);
    expect({ ...lock.packages, "": {} }, "packages keep theirs").toEqual({ ...before.packages, "": {} });
    for (const file of ["deploy/compose.yaml", "deploy/kubernetes/magazin.yaml"])
      expect(read(file)).toMatch(/image: magazin:7\.8\.9$/m);
    expect(read("CHANGELOG.md")).toBe(changelog.replace("0.2.0 (unreleased)", "7.8.9 (2026-11-26)"));
    expect([git("status", "--porcelain"), git("log", "-1", "--format=%s")]).toEqual(["", "Release 7.8.9"]);
  });

  expensive("five release steps, each a program, in a repository")(
    "is made again of the same commit only: another commit of a tagged version is refused",
    () => {
      set("0.2.0");
      const commitOfIt = git("rev-parse", "HEAD");
      call("tagRelease", "0.2.0");
      expect([set("0.2.0"), call("tagRelease", "0.2.0")]).toEqual(["done", "done"]);
      expect([git("rev-parse", "HEAD"), git("rev-parse", "v0.2.0")]).toEqual([commitOfIt, commitOfIt]);
      const later = commit("A later change");
      const short = (id: string) => id.slice(0, 7);
      expect(set("0.2.0")).toBe(`v0.2.0 is the commit ${short(commitOfIt)} already, and this is ${short(later)}.`);
      expect(git("rev-parse", "v0.2.0")).toBe(commitOfIt);
    },
  );

  expensive("six repositories in which a release is tried").each<
    [what: string, number: string, change: () => void, sentence: RegExp]
  >([
    ["a number that is none", "0.2", () => undefined, /is no version/],
    ["changes that nobody committed", "0.2.0", () => write("package.json", "{}"), /not committed/],
    ["files that nobody added", "0.2.0", () => write("new.txt", ""), /not committed/],
    ["a number that was taken long ago", "0.1.0", () => git("tag", "v0.1.0", commitBefore()), /v0\.1\.0 is the commit/],
    ["a number that the changelog has", "0.1.0", () => undefined, /has 0\.1\.0 already, and an unreleased part/],
    ["nothing that is new", "0.3.0", () => set("0.2.0"), /no unreleased part/],
  ])("is refused with %s, and nothing is changed", (_, number, change, sentence) => {
    change();
    const before = [git("rev-parse", "HEAD"), git("status", "--porcelain"), read("CHANGELOG.md")];
    expect(set(number)).toMatch(sentence);
    expect([git("rev-parse", "HEAD"), git("status", "--porcelain"), read("CHANGELOG.md")]).toEqual(before);
  });

  function commitBefore(): string {
    commit("Another one");
    return git("rev-parse", "HEAD^");
  }
});

expensive("a repository made and asked twice by programs")(
  "a release knows its commit, and says where its files are not those of it",
  () => {
    const short = git("rev-parse", "HEAD").slice(0, 7);
    expect(call("releaseCommit")).toBe(short);
    write("package.json", "{}");
    expect(call("releaseCommit")).toBe(`${short}.changed`);
  },
);
