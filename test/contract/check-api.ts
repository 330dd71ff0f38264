import { deepEqual, equal, match, notDeepEqual } from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readConfig } from "#server/config.ts";
import { openApi } from "#server/http/openapi/openapi.ts";

// Checks the description of the calls with tools of others, a step of `npm test` by itself: `npm run check:api`.
const folder = mkdtempSync(join(tmpdir(), "magazin-openapi-"));

const written = (name: string, text: string) => writeFileSync(join(folder, name), text);

function run(program: string, ...args: string[]) {
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve("node_modules", program), ...args], {
    cwd: folder,
    encoding: "utf8",
    env,
  });
  return { status, said: stdout + stderr };
}

/** They find no fault with it but what the specification wants: trailing slashes, and options among the deliveries. */
function findNoFault(): void {
  const rules = { "no-path-trailing-slash": "off" };
  written("redocly.yaml", JSON.stringify({ extends: ["recommended"], rules }));
  const args = ["lint", "openapi.json", "--config=redocly.yaml", "--format=json"];
  const { said } = run("@redocly/cli/bin/cli.js", ...args);
  const { problems } = JSON.parse(said.slice(said.indexOf("{\n"), said.lastIndexOf("}") + 1)) as {
    problems: { message: string }[];
  };
  const faults = problems.filter(({ message }) => !message.includes("`/api/v1/deliveries/options/{id}/`"));
  deepEqual(faults, []);
  notDeepEqual(problems, [], "it has looked");
}

const use = `
import type { components, operations } from "./client";
type Answer<T> = T extends { responses: { 200: { content: { "application/json": infer Reply } } } } ? Reply : never;
declare const page: Answer<operations["listBoxes"]>;
export const [box] = page.results as [components["schemas"]["Box"]];
export const text: string = box.code + box.owner.name;
export const state: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 = box.state;
export const sent: operations["createArea"]["requestBody"]["content"]["application/json"] = { name: text };
`;

/** They make a client of it that compiles, with the names of the trade. */
function makeClient(): void {
  equal(run("openapi-typescript/bin/cli.js", "openapi.json", "--output=client.ts").status, 0);
  const compile = (file: string) => run("typescript/bin/tsc", "--noEmit", "--strict", "--target", "es2024", file);
  written("use.ts", use);
  deepEqual(compile("use.ts"), { status: 0, said: "" });
  written("wrong.ts", `${use}\nexport const wrong: number = box.code;\n`);
  match(compile("wrong.ts").said, /TS2322/);
}

try {
  written("openapi.json", JSON.stringify(openApi(readConfig({}))));
  written("package.json", '{"type": "module"}');
  findNoFault();
  makeClient();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
