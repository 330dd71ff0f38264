import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { join } from "node:path";
import { format } from "node:util";
import pg from "pg";
import { expect, vi } from "vitest";
import { runCommand } from "#cli/commands.ts";
import { clientConfig, type Connection } from "#server/database/database.ts";
import { CaseKind } from "#rules/stocktake/case-state.ts";
import type { TestServer } from "#test/support/client.ts";
import { bareEnvironment } from "#test/support/system-programs.ts";

/** End of a command, and its output. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const cli = join(import.meta.dirname, "../../src/cli/main.ts");

/** The program itself, for what only a process can show: that it ends, its exit code, what it starts and stops, what is typed. */
export function program(args: string[], env: Record<string, string>, typed = ""): Promise<Ended> {
  return new Promise((done) => {
    const options = { env: bareEnvironment(env) };
    const child = execFile(process.execPath, [cli, ...args], options, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    );
    child.stdin?.end(typed);
  });
}

/** The same command line in this process: a program for each would take most of the time. One at a time. */
export async function command(args: string[], env: Record<string, string>): Promise<Ended> {
  let [out, err] = ["", ""];
  const write = (text: string | Uint8Array, done?: unknown) => {
    out += String(text);
    if (typeof done === "function") done();
    return true;
  };
  const spies = [
    vi.spyOn(console, "log").mockImplementation((...words) => void (out += `${format(...words)}\n`)),
    vi.spyOn(console, "error").mockImplementation((...words) => void (err += `${format(...words)}\n`)),
    vi.spyOn(process.stdout, "write").mockImplementation(write),
    // a backup steps back with its whole process, which here has other files to run: on a busy machine they would hardly go on
    vi.spyOn(os, "setPriority").mockImplementation(() => undefined),
  ];
  syncBuiltinESMExports();
  const ours = process.env;
  process.env = bareEnvironment(env);
  try {
    const code = await runCommand(args);
    return { code, out, err };
  } finally {
    process.env = ours;
    for (const spy of spies) spy.mockRestore();
    syncBuiltinESMExports();
  }
}

export const urlOf = ({ host, port, user, database }: Exclude<Connection, string>) =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;

export const tars = (place: string) =>
  readdirSync(place)
    .filter((name) => name.startsWith("magazin-"))
    .sort();
export const filesOf = (of: string) =>
  readdirSync(of, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => [name, readFileSync(join(parentPath, name), "base64")] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));

/** The PostgreSQL of a test run knows the role that seals embedded databases, and expects it of all. */
export const allButSealed = {
  code: 1,
  out: expect.stringMatching(
    /^Restored [^\n]+\n[^\n]+\nWRONG    history and audit trail are sealed: [^\n]+\n.check. found this/,
  ) as string,
};

/** Every row of every table, as its text; but for what devices are identified by, and what a restore asks, which are of one database alone. */
export async function rowsOf(at: Connection): Promise<Record<string, string[]>> {
  const client = new pg.Client(clientConfig(at));
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('migrations', 'object_changes', 'pack_origin', 'restored_numbers')",
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    all[name] = rows.map(({ row }) => row);
  }
  await client.end();
  return all;
}

/** Creates the data that is backed up: a customer with boxes of two states, four pictures, a package, a count and a case. */
export async function stockUp({ a }: TestServer): Promise<void> {
  const owner = await a.customer({ name: "Ämter & Söhne" });
  const boxes = [await a.box({ owner, state: 1 }), await a.box({ owner, state: 2 })];
  for (const box of [...boxes, ...boxes]) await a.image({ box });
  await a.app({ version: "1.1" });
  await a.count({ ...(boxes[0]?.place && { row: boxes[0].place.row }), until: "ended" });
  await a.case({ kind: CaseKind.disputed, code: boxes[0]?.code ?? "" });
}
