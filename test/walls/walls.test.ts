import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expensive } from "#test/support/tiers.ts";
import { imports, type Row, types } from "./rows.ts";
import { texts } from "./text-rows.ts";

const root = resolve(import.meta.dirname, "../..");
const copied = [
  "src",
  "tools",
  "test/tsconfig.json",
  "bench/tsconfig.json",
  "package.json",
  "package-lock.json",
  "tsconfig.base.json",
];
const scratch = mkdtempSync(join(tmpdir(), "magazin-walls-"));

/** Copies the program once. */
function copy(): void {
  if (existsSync(join(scratch, "src"))) return;
  for (const path of copied) cpSync(join(root, path), join(scratch, path), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(scratch, "node_modules"));
  // rules that ask the compiler have no wall here, and take most of the time
  const lint = read(".oxlintrc.json").replace('"typeAware": true', '"typeAware": false');
  writeFileSync(join(scratch, ".oxlintrc.json"), lint);
}
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const read = (file: string) => readFileSync(join(root, file), "utf8");

function run(program: string, ...args: string[]): { passed: boolean; lines: string[] } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: scratch,
    encoding: "utf8",
  });
  return { passed: status === 0, lines: `${stdout}${stderr}`.split("\n") };
}

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
  readonly message: string;
  readonly help: string;
}
const ways = {
  types: () =>
    run("node_modules/typescript/bin/tsc", "-b", "src/server", "src/web", "--checkers", "1", "--pretty", "false"),
  imports: () => {
    const { lines } = run("node_modules/oxlint/bin/oxlint", "--format=json", "src");
    const { diagnostics }: { diagnostics: Diagnostic[] } = JSON.parse(lines.join("\n"));
    const broken = diagnostics.filter(({ code }) => /no-restricted-imports|no-cycle/.test(code));
    const said = broken.map(({ filename, message, help }) => `${filename} ${message} ${help}`);
    return { passed: said.length === 0, lines: said };
  },
  texts: () => run("tools/check-files.mjs"),
};

/** The files that a row is written into. */
const filesOf = ({ file, among = 1 }: Row) =>
  Array.from({ length: among }, (_, index) => (index === 0 ? file : file.replace(/(?=\.tsx?$)/, `-${index}`)));

function plant(row: Row): void {
  for (const file of filesOf(row)) plantInto(file, row);
}

function plantInto(file: string, { line, insteadOf }: Row): void {
  const path = join(scratch, file);
  mkdirSync(dirname(path), { recursive: true });
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  if (insteadOf !== undefined) expect(text, `${file} has changed`).toContain(insteadOf);
  writeFileSync(path, insteadOf === undefined ? `${text}\n${line}\n` : text.replace(insteadOf, line));
}

const rows = { types, imports, texts };
const whys = {
  types: "the whole program compiled with every forbidden line",
  imports: "the whole program linted with every forbidden import",
  texts: "every file of the program read for forbidden text",
};

describe.each(["types", "imports", "texts"] as const)("the %s", (way) => {
  const before = new Map<string, string | null>();
  let found: string[] = [];

  // that the code passes as it is, the steps `types` and `lint` say
  beforeAll(() => {
    copy();
    for (const file of rows[way].flatMap(filesOf)) {
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

  expensive(whys[way]).each(rows[way])("refuse $forbidden, in $file", ({ file, at = file, says }) => {
    const there = found.filter((line) => line.startsWith(at));
    expect(there.join("\n")).toContain(says);
  });
});

interface Wall {
  readonly except?: readonly string[];
  readonly pattern: RegExp;
  readonly sentence: string;
}
const table = join(root, "tools/walls.mjs");
const { walls, ownTransactions }: { walls: readonly Wall[]; ownTransactions: readonly string[] } = await import(table);

test("what opens its transactions itself is still there", () => {
  const features = join(root, "src/server/features");
  const mutations = readdirSync(features, { encoding: "utf8", recursive: true })
    .filter((path) => path.endsWith("mutations.ts"))
    .map((path) => readFileSync(join(features, path), "utf8"));
  const declares = (name: string) => new RegExp(String.raw`^export (async )?(function|const) ${name}\b`, "m");
  expect(ownTransactions.filter((name) => !mutations.some((text) => declares(name).test(text)))).toEqual([]);
});

describe.each(walls)("the wall “$sentence”", ({ except = [], pattern, sentence }) => {
  test("is proven", () => expect(texts.some(({ says }) => sentence.includes(says))).toBe(true));

  test("has no exception that needs none", () => {
    const files = except.filter((path) => !path.endsWith("/"));
    expect(files.filter((file) => !existsSync(join(root, file)) || !pattern.test(read(file)))).toEqual([]);
  });
});
