import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { BrokenBackup, readBackup } from "#server/backup/read.ts";
import { magazin, namedBackups, type Stage, type Target } from "./stage.ts";

const each = 50;
type Range = (bytes: Buffer) => readonly [from: number, length: number];

const manifestAt = (bytes: Buffer) => bytes.lastIndexOf("manifest.json\0");
/** Where a byte is changed. */
const ranges: Readonly<Record<string, Range>> = {
  header: () => [0, 512],
  middle: (bytes) => [512, manifestAt(bytes) - 512],
  manifest: (bytes) => [manifestAt(bytes), bytes.length - 1024 - manifestAt(bytes)],
  end: (bytes) => [bytes.length - 1024, 1024],
};

async function* pieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

async function isRefused(bytes: Buffer): Promise<boolean> {
  try {
    await readBackup(pieces(bytes));
    return false;
  } catch (error) {
    if (error instanceof BrokenBackup) return true;
    throw error;
  }
}

/** Changes a byte, or cuts the file, anywhere: the copy is refused, and a restore of it changes nothing. */
async function run({ folder }: Stage, from: Target) {
  const file = (await namedBackups(from)).at(-1) ?? "";
  const [whole, name] = [readFileSync(file), basename(file)];
  const said: string[] = [];
  let held = 0;
  for (const [kind, range] of Object.entries(ranges)) {
    const [start, length] = range(whole);
    let refused = 0;
    for (let round = 0; round < each; round++) {
      const at = start + Math.floor(Math.random() * length);
      const damaged = Buffer.from(whole).fill((whole[at] ?? 0) ^ (1 << (round % 8)), at, at + 1);
      const cut = whole.subarray(0, at);
      if ((await isRefused(damaged)) && (await isRefused(cut))) refused++;
      else console.log(`        byte ${at} of ${whole.length} (${kind}) was let through`);
      if (round === 0) await refuseRestore(join(folder, `damaged-${kind}`), name, damaged);
    }
    held += refused;
    said.push(`${kind} ${refused}`);
  }
  return { held, said: said.join(", ") };
}

async function refuseRestore(folder: string, name: string, bytes: Buffer): Promise<void> {
  mkdirSync(folder);
  writeFileSync(join(folder, name), bytes);
  const dataDir = join(folder, "data");
  const { code, words } = await magazin(["restore", folder], dataDir).ended;
  if (code !== 1 || existsSync(dataDir)) throw new Error(`a restore of ${folder} ended with ${code}: ${words}`);
}

export const damageEverywhere = { count: each * Object.keys(ranges).length, run };
