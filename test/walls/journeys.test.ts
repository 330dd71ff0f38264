import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = "test/e2e";
const nouns = readdirSync("src/server/features", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
/** Folders that belong to no noun: the phone, the frame around the pages, the look of all pages, and scans that wait. */
const others = ["aisle", "looks", "outbox", "shell"];
const folders = [...nouns, ...others];
const most = { ofNoun: 2, inAll: 40 };

const specs = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".spec.ts"))
  .sort();
const journeys = specs.filter((file) => file.startsWith("journeys/"));

/** The titles of the tests in a text: of `test` and of what extends it. A title that is put together is of several tests. */
const titlesIn = (text: string) =>
  [...text.matchAll(/^[ \t]*(?:test|\w+Test)\(\s*(?:"([^"\n]+)"|(`))/gm)].map(([, title]) => title ?? "put together");
const titlesOf = (file: string) => titlesIn(readFileSync(join(root, file), "utf8"));

test("titles are read of every kind of test, and of no group of tests", () => {
  const text = [
    'test("one", async () => {});',
    'test.describe("group", () => {',
    '  buyerTest(\n    "two", async () => {});',
    "  test(`at ${width}`, async () => {});",
  ];
  expect(titlesIn(text.join("\n"))).toEqual(["one", "two", "put together"]);
});

test("a browser test is a journey, or stands in the folder of its noun", () => {
  const isPlaced = (file: string) => {
    const noun = dirname(file) === "journeys" ? basename(file, ".spec.ts") : /^whole\/([^/]+)\/[^/]+$/.exec(file)?.[1];
    return noun !== undefined && folders.includes(noun);
  };
  expect(specs.filter((file) => !isPlaced(file))).toEqual([]);
});

test(`a noun has at most ${most.ofNoun} journeys, each with a title of its own`, () => {
  const crowded = journeys.filter((file) => {
    const titles = titlesOf(file);
    return titles.length === 0 || titles.length > most.ofNoun || titles.includes("put together");
  });
  expect(crowded).toEqual([]);
});

test(`there are at most ${most.inAll} journeys`, () => {
  expect(journeys.flatMap(titlesOf).length).toBeLessThanOrEqual(most.inAll);
});
