import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { guards } from "#test/support/guards.ts";

const root = resolve(import.meta.dirname, "../..");
const sourceOf = (file: string) => readFileSync(join(root, file), "utf8");

/** Where a browser test stands that is asked each time. */
const journeys = "test/e2e/journeys/";

/** Returns the fault of a guard in this source: it is not there, or a run may leave it out. */
function faultOf(source: string, title: string): string | null {
  const at = source.indexOf(`"${title}"`);
  if (at < 0) return "is not there";
  // the last word of a test before its title: `test(`, `test.each(…)(`, `expensive("…")(`
  const word = [...source.slice(0, at).matchAll(/\b(?:expensive|(?:test|it)(?:\.\w+)*)(?=\()/g)].at(-1)?.[0] ?? "";
  if (word !== "test" && word !== "test.each") return `is left out by ${word}`;
  const outside = /\bdescribe\.(skip|skipIf|runIf|todo)\(|\btest\.skip\(\s*\)/.exec(source)?.[0];
  return outside === undefined ? null : `may be left out by ${outside}`;
}

describe.each(guards)("the guard of $what", (guard) => {
  test("is there, and no run leaves it out", () => {
    const { file } = guard;
    expect(existsSync(join(root, file)), `${file} is not there: say in test/support/guards.ts where it is`).toBe(true);
    expect(faultOf(sourceOf(file), guard.title), `${file}: ${guard.title}`).toBeNull();
  });

  test("is asked each time: with its server's files, or as a journey", () => {
    const { file } = guard;
    if (file.startsWith("test/e2e/")) {
      expect(file.startsWith(journeys), file).toBe(true);
      const twins = globSync("test/e2e/**/*.spec.ts", { cwd: root }).filter((each) =>
        sourceOf(each).includes(guard.title),
      );
      expect(twins).toEqual([file]);
    } else expect(file).toMatch(/^(src|test\/(leaks|tokens|contract))\/.+\.test\.ts$/);
  });
});

test("everything that the product promises to guard has a guard", () => {
  const files = guards.map(({ file }) => basename(file));
  const wanted = ["each-call.test.ts", "scopes.test.ts", "restored.test.ts", "outbox.spec.ts", "workers.test.ts"];
  expect(files).toEqual(
    expect.arrayContaining([...wanted, "shredder.test.ts", "one-person.test.ts", "killed-sender.test.ts"]),
  );
});

test.each([
  ["is there", `test("a title", () => {});`, null],
  ["is asked of each", `test.each(walked(calls))("a title", () => {});`, null],
  ["is gone", `test("another title", () => {});`, "is not there"],
  [
    "is expensive",
    `test("one", () => {});\nexpensive("starts programs")("a title", () => {});`,
    "is left out by expensive",
  ],
  ["is skipped", `test.skip("a title", () => {});`, "is left out by test.skip"],
  [
    "stands in what is skipped",
    `describe.skip("all", () => {\n  test("a title", () => {});\n});`,
    "may be left out by describe.skip(",
  ],
] as const)("a guard that %s is seen", (_what, source, fault) => {
  expect(faultOf(source, "a title")).toBe(fault);
});
