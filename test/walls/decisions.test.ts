import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = "docs/decisions";
const files = readdirSync(folder).filter((name) => /^\d{3}-/.test(name));
const byName = (one: string, other: string) => one.localeCompare(other);
const known = new Set(files.map((name) => Number(name.slice(0, 3))));

test("every decision stands once in the index, under its own number", () => {
  const index = readFileSync(`${folder}/README.md`, "utf8");
  const links = [...index.matchAll(/\[(\d+)\]\((\S+?)\)/g)].map(([, number, file]) => [Number(number), file]);
  expect(links.map(([, file]) => String(file)).toSorted(byName)).toEqual(files.toSorted(byName));
  for (const [number, file] of links) expect(Number(String(file).slice(0, 3))).toBe(number);
});

test("the index has the title of every decision as its page has it", () => {
  const index = readFileSync(`${folder}/README.md`, "utf8");
  const titles = [...index.matchAll(/^- \[(\d+)\]\((\S+?)\) (.+)$/gm)].map(([, number, file, title]) => [
    file,
    `# ${number}. ${title}`,
  ]);
  expect(titles.length).toBe(files.length);
  for (const [file, title] of titles) expect(readFileSync(`${folder}/${file}`, "utf8").split("\n", 1)).toEqual([title]);
});

test("every decision that code and documents cite is there", () => {
  const texts = execFileSync(
    "git",
    ["grep", "-nEi", String.raw`decisions? [0-9]+`, "--", ":!CHANGELOG.md", ":!docs/decisions/README.md"],
    {
      encoding: "utf8",
    },
  );
  const cited = texts.matchAll(/^([^:]+:\d+):.*$/gm);
  const missing = [...cited].flatMap(([line, where]) =>
    [...(line ?? "").matchAll(/decisions? ((?:\d+(?:, | and |,)?)+)/gi)].flatMap(([, numbers = ""]) =>
      (numbers.match(/\d+/g) ?? [])
        .map(Number)
        .filter((number) => !known.has(number))
        .map((number) => `${where}: ${number}`),
    ),
  );
  expect(missing).toEqual([]);
});
