import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { imports, type Row, texts, types } from "./rows.ts";

const root = resolve(import.meta.dirname, "../..");
const copied = ["src", "tools", "test/tsconfig.json", "bench/tsconfig.json", "package.json", "tsconfig.base.json"];
const scratch = mkdtempSync(join(tmpdir(), "magazin-walls-"));

beforeAll(() => {
  for (const path of copied) cpSync(join(root, path), join(scratch, path), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(scratch, "node_modules"));
  // rules that ask the compiler have no wall here, and take most of the time
  const lint = readFileSync(join(root, ".oxlintrc.json"), "utf8")
    .replace('"typeAware": true', '"typeAware": false')
    .replace('"reportUnusedDisableDirectives": "error"', '"reportUnusedDisableDirectives": "off"');
  writeFileSync(join(scratch, ".oxlintrc.json"), lint);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function run(program: string, ...args: string[]): { passed: boolean; lines: string[] } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: scratch,
    encoding: "utf8",
  });
  return { passed: status === 0, lines: `${stdout}${stderr}`.split("\n") };
}

interface Diagnostic {
  readonly filename: string;
  readonly message: string;
  readonly help: string;
}
const ways = {
  types: () => run("node_modules/typescript/bin/tsc", "-b", "src/server", "--pretty", "false"),
  imports: () => {
    const { passed, lines } = run("node_modules/oxlint/bin/oxlint", "--format=json", "src");
    const { diagnostics }: { diagnostics: Diagnostic[] } = JSON.parse(lines.join("\n"));
    return { passed, lines: diagnostics.map(({ filename, message, help }) => `${filename} ${message} ${help}`) };
  },
  texts: () => run("tools/check-files.mjs"),
};

function plant({ file, line, insteadOf }: Row): void {
  const path = join(scratch, file);
  mkdirSync(dirname(path), { recursive: true });
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  if (insteadOf !== undefined) expect(text, `${file} has changed`).toContain(insteadOf);
  writeFileSync(path, insteadOf === undefined ? `${text}\n${line}\n` : text.replace(insteadOf, line));
}

const rows = { types, imports, texts };

describe.each(["types", "imports", "texts"] as const)("the %s", (way) => {
  const before = new Map<string, string | null>();
  let found: string[] = [];

  beforeAll(() => {
    const untouched = ways[way]();
    if (!untouched.passed) throw new Error(`The code as it is does not pass:\n${untouched.lines.join("\n")}`);
    for (const { file } of rows[way]) {
      const path = join(scratch, file);
      if (!before.has(path)) before.set(path, existsSync(path) ? readFileSync(path, "utf8") : null);
    }
    rows[way].forEach(plant);
    const refused = ways[way]();
    found = refused.passed ? [] : refused.lines;
  });
  afterAll(() => {
    for (const [path, text] of before) {
      if (text === null) rmSync(path);
      else writeFileSync(path, text);
    }
  });

  test.each(rows[way])("refuse $forbidden, in $file", ({ file, at = file, says }) => {
    const there = found.filter((line) => line.startsWith(at));
    expect(there.join("\n")).toContain(says);
  });
});

test("no wall of tools/walls.mjs is without a proof", () => {
  const sentences = [...readFileSync(join(root, "tools/walls.mjs"), "utf8").matchAll(/sentence:\s+"(.+)",/g)];
  expect(sentences.length).toBeGreaterThan(10);
  for (const [, sentence = ""] of sentences)
    expect(
      texts.some(({ says }) => sentence.includes(says)),
      sentence,
    ).toBe(true);
});
