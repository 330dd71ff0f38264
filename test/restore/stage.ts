import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { environment, type Product } from "#test/faults/product.ts";
import type { Workplace } from "#test/faults/workplace.ts";

/** Where it is played: the product that runs now, and the people who work with it. */
export interface Stage {
  readonly folder: string;
  product: Product;
  at: Workplace | undefined;
}

/** A place for backups, and the settings with which they go there. */
export interface Target {
  readonly place: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A command that runs, and how it ended. */
export function magazin(args: string[], dataDir: string, env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, ["src/cli/main.ts", ...args], {
    env: environment({ DATA_DIR: dataDir, ...env }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let words = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece: Buffer) => (words += piece.toString()));
  const ended = new Promise<{ code: number | null; words: string }>((resolve) =>
    child.once("close", (code) => resolve({ code, words })),
  );
  return { child, ended };
}

/** What a command says that has to end well. @throws Error with its words */
export async function done(args: string[], dataDir: string, env?: Readonly<Record<string, string>>): Promise<string> {
  const { code, words } = await magazin(args, dataDir, env).ended;
  if (code !== 0)
    throw new Error(`${args.join(" ")} ended with ${code}: ${words.trim().split("\n").slice(-3).join(" / ")}`);
  return words;
}

/** The names that say "here is a whole backup". */
export const namedBackups = ({ place }: Target): string[] =>
  readdirSync(place)
    .filter((name) => /^magazin-.*\.tar(\.age)?$/.test(name))
    .sort();

/** Lets everybody work until something is over. */
export async function whilePeopleWork<T>({ at }: Stage, work: () => Promise<T>): Promise<T> {
  at?.writers.start();
  try {
    return await work();
  } finally {
    await at?.writers.pause();
  }
}
