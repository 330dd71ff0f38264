import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { all } from "#contract/all.ts";
import { tokenScopes } from "#rules/access/token-scopes.ts";
import { refusalStatus } from "#rules/texts/refusals.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { textOf } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";
import { Shell } from "./shell.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const folder = new URL("../../docs/api/", import.meta.url);
const page = (name: string) => readFileSync(new URL(name, folder), "utf8");
const pages = readdirSync(folder);

/** The examples of a page, in the order in which they stand there. */
const examplesOf = (name: string) => [...page(name).matchAll(/^```sh\n(.*?)^```$/gms)].map(([, script = ""]) => script);
/** The rows of a page's tables, cell by cell. */
const rowsOf = (name: string) =>
  Array.from(page(name).matchAll(/^\| (.*) \|$/gm), ([, row = ""]) => row.split(" | ").map((cell) => cell.trim()));

expensive("a page of examples run line by line")(
  "a day's work is done by a program with a token, line by line as it is written",
  async () => {
    const { token } = await a.apiToken(await a.user({ isStaff: true }), {
      scopes: ["read", "stock", "scans", "orders", "billing"],
    });
    const shell = new Shell({ ARCHIVE: server.url, TOKEN: token });
    for (const example of examplesOf("a-days-work.md")) await shell.run(example);
    const code = shell.variables.get("CODE") ?? "";
    expect(code).toMatch(/^\d{10}$/);
    const said = shell.output.filter((line) => !line.startsWith("{"));
    const history = ["0", "23", "1", "2", "17", "3"];
    expect(said).toEqual(["done", "done", code, code, "done", "done", "2", ...history, "delivery"]);
    expect([...shell.files.keys()]).toEqual(["labels.pdf", "note.pdf"]);
    for (const file of shell.files.values()) expect(textOf(file)).toContain(code.slice(7));
    const box = await db.read.selectFrom("boxes").select("state").where("code", "=", code).executeTakeFirst();
    expect(box).toEqual({ state: 2 });
  },
);

test("the other examples are calls of the contract, with what these take", () => {
  const addresses = pages.flatMap((name) =>
    Array.from(page(name).matchAll(/\/api\/v1(\/[\w/{}$-]*\/)/g), ([, path = ""]) => path.replaceAll(/\$\w+/g, "{id}")),
  );
  const known = new Set(Object.values(all).map(({ path }) => path));
  expect(addresses.length).toBeGreaterThan(15);
  expect(addresses.filter((path) => !known.has(path as `/${string}/`))).toEqual([]);
});

test("the archive serves the pages, under the policy of all others, and nothing beside them", async () => {
  const home = await server.anonymous.raw("GET", "/healthz");
  for (const name of ["", ...pages.map((file) => file.replace(".md", ""))]) {
    const { status, text, headers } = await server.anonymous.raw("GET", `/api/docs/guide/${name}`);
    expect([status, headers.get("content-type")], name).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers.get("content-security-policy")).toBe(home.headers.get("content-security-policy"));
    expect(text.replaceAll(/<pre[^>]*>.*?<\/pre>|<code>.*?<\/code>|<style>.*?<\/style>/gs, "")).not.toMatch(
      /```|^#|^- |^\d+\. |\]\(|\*|\| |<script/m,
    );
    for (const [, to = ""] of text.matchAll(/href="([\w-]+)"/g)) expect(pages).toContain(`${to}.md`);
  }
  const { body } = await server.anonymous.raw("GET", "/api/v1/openapi.json");
  expect(body).toMatchObject({ externalDocs: { url: "/api/docs/guide/" } });
  for (const name of ["nothing", "..%2F..%2Fpackage", "README.md", "__proto__"])
    expect((await server.anonymous.raw("GET", `/api/docs/guide/${name}`)).status, name).toBe(404);
});

describe("the pages name", () => {
  test("every code of a refusal with its status, and no other one", () => {
    const rows = rowsOf("refusals.md").filter(([code = ""]) => code.startsWith("`"));
    const named = Object.fromEntries(rows.map(([code = "", status]) => [code.replaceAll("`", ""), Number(status)]));
    expect(named).toEqual(refusalStatus);
  });

  test("every scope of a token", () => {
    const scopes = rowsOf("signing-in.md").flatMap(([scope = ""]) => /^`(\w+)`$/.exec(scope)?.[1] ?? []);
    expect(scopes).toEqual(tokenScopes);
  });

  test("each other, and nothing that is not there", () => {
    const links = pages.flatMap((name) => Array.from(page(name).matchAll(/\]\(([^)]+)\)/g), ([, to = ""]) => to));
    expect(links.filter((to) => !to.startsWith("https:") && !pages.includes(to))).toEqual([]);
    const fromFirst = new Set(Array.from(page("README.md").matchAll(/\]\(([^)]+)\)/g), ([, to]) => to));
    expect(pages.filter((name) => name !== "README.md" && !fromFirst.has(name))).toEqual([]);
  });
});
