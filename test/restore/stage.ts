import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { storedBackups } from "#server/backup/backup-place.ts";
import { openStore } from "#server/storage/open-store.ts";
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

/** The same for the archive that people work with, with its settings and those of a place for backups. */
export const atWork = ({ product }: Stage, args: string[], { env }: Target) =>
  magazin(args, product.dataDir, { ...product.settings, ...env });

/** Returns the output of a command that has to end well. @throws Error with its words */
export const done = (args: string[], dataDir: string, env?: Readonly<Record<string, string>>): Promise<string> =>
  expectDone(args, magazin(args, dataDir, env));

/** The same at work. @throws Error with its words */
export const doneAtWork = (stage: Stage, args: string[], to: Target): Promise<string> =>
  expectDone(args, atWork(stage, args, to));

async function expectDone(args: string[], { ended }: ReturnType<typeof magazin>): Promise<string> {
  const { code, words } = await ended;
  if (code !== 0)
    throw new Error(`${args.join(" ")} ended with ${code}: ${words.trim().split("\n").slice(-3).join(" / ")}`);
  return words;
}

/** Returns the files that say "here is a whole backup", by their address. */
export async function namedBackups({ place }: Target): Promise<string[]> {
  const at = await openStore(place);
  return (await storedBackups(at)).map(({ name }) => at.addressOf(name));
}

/** Lets everybody work until something is over. */
export async function whilePeopleWork<T>({ at }: Stage, work: () => Promise<T>): Promise<T> {
  at?.writers.start();
  try {
    return await work();
  } finally {
    await at?.writers.pause();
  }
}

/** A folder through which PostgreSQL gets, which runs under another account where root starts it. */
export function room(folder: string): string {
  const made = mkdtempSync(join(folder, "room-"));
  chmodSync(made, 0o755);
  return made;
}
