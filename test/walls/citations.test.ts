import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const handbook = "docs/product";
const places = ["src", "test", "tools", "android", "docs"];
/** Name that a comment gives each part, and its folder. */
const parts = { specification: "specification", product: "details" } as const;
type Part = keyof typeof parts;

const filesOf = (part: Part) => readdirSync(path.join(handbook, parts[part])).map((file) => `${parts[part]}/${file}`);
const numberOf = (file: string) => Number(path.basename(file).slice(0, 2));
const sections = new Set(
  Object.keys(parts).flatMap((part) => filesOf(part as Part).map((file) => `${part} ${numberOf(file)}`)),
);

/** The sections that a text cites: `specification 2, 5 and 8`, `product 2 to 6`, also over the end of a comment's line. */
function citedIn(text: string): string[] {
  const plain = text.replaceAll(/\s*\n[ \t]*(?:\*|\/\/|--|#)?[ \t]*/g, " ");
  const citations = plain.matchAll(/\b(specification|product) (\d+(?:(?:, | and | to )\d+)*)\b/gi);
  return [...citations].flatMap(([, part = "", numbers = ""]) =>
    numbers.split(/, | and /).flatMap((range) => {
      const [first = 0, last = first] = range.split(" to ").map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => `${part.toLowerCase()} ${first + index}`);
    }),
  );
}

test("citations are read as people write them: lists, ranges, and over the end of a line", () => {
  expect(citedIn("(specification 2, 5 and 8, product 2 to 4)")).toEqual([
    "specification 2",
    "specification 5",
    "specification 8",
    "product 2",
    "product 3",
    "product 4",
  ]);
  expect(citedIn("/**\n * As product\n * 10 has it. */")).toEqual(["product 10"]);
});

test("every section of the handbook that code and documents cite is there", () => {
  const files = execFileSync(
    "git",
    ["grep", "-lIiE", "specification|product", "--", ...places, ":!test/walls/citations.test.ts"],
    {
      encoding: "utf8",
    },
  );
  const cited = files
    .trim()
    .split("\n")
    .flatMap((file) => citedIn(readFileSync(file, "utf8")).map((section) => ({ file, section })));
  expect(cited.length).toBeGreaterThan(0);
  expect(cited.filter(({ section }) => !sections.has(section))).toEqual([]);
});

test("every section stands once in the index, under its own number and subject", () => {
  const index = readFileSync(`${handbook}/README.md`, "utf8");
  const lines = [...index.matchAll(/^\| (\d+) \| \[(.+?)\]\((\S+?)\) \|/gm)].map(([, number, subject, file]) => ({
    number: Number(number),
    subject: String(subject),
    file: String(file),
  }));
  const all = (Object.keys(parts) as Part[]).flatMap((part) => filesOf(part));
  expect(lines.map(({ file }) => file).toSorted()).toEqual(all.toSorted());
  for (const { number, subject, file } of lines) {
    const [part] = Object.entries(parts).find(([, folder]) => file.startsWith(`${folder}/`)) ?? [""];
    const [heading] = readFileSync(path.join(handbook, file), "utf8").split("\n");
    expect(heading?.toLowerCase()).toBe(`# ${part} ${number}: ${subject}`.toLowerCase());
    expect(numberOf(file)).toBe(number);
  }
});
