import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { programVersion, versionOf } from "./program-version.ts";

const top = mkdtempSync(join(tmpdir(), "magazin-version-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));

const git = (folder: string, ...args: string[]) =>
  execFileSync("git", ["-C", folder, "-c", "user.name=A", "-c", "user.email=a@archiv.example", ...args], {
    encoding: "utf8",
  }).trim();

function program(name: string): string {
  const folder = join(top, name);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "version": "0.2.0" }');
  return folder;
}

test("the version of a checkout names the commit that is checked out", () => {
  const folder = program("checkout");
  git(folder, "init", "--quiet");
  git(folder, "add", ".");
  git(folder, "commit", "--quiet", "--message=One");
  const first = versionOf(folder);
  expect(first).toBe(`0.2.0+${git(folder, "rev-parse", "HEAD").slice(0, 7)}`);
  git(folder, "commit", "--quiet", "--allow-empty", "--message=Another");
  expect(versionOf(folder)).toMatch(/^0\.2\.0\+[\da-f]{7}$/);
  expect(versionOf(folder)).not.toBe(first);
});

test("a release knows its commit from its file, unpacked inside somebody's checkout too", () => {
  const folder = program("checkout/release");
  expect(versionOf(folder), "the commit around it is another program's").toBe("0.2.0");
  writeFileSync(join(folder, "COMMIT"), "bcd091c\n");
  expect(versionOf(folder)).toBe("0.2.0+bcd091c");
});

test("where nobody knows the commit, the version alone is shown, and a broken checkout starts too", () => {
  const folder = program("sources");
  expect(versionOf(folder)).toBe("0.2.0");
  writeFileSync(join(folder, ".git"), "gitdir: /nowhere\n");
  expect(versionOf(folder)).toBe("0.2.0");
});

test("this program shows a version of semver's", () => {
  expect(programVersion).toMatch(/^\d+\.\d+\.\d+(\+[\da-z.]+)?$/);
});
