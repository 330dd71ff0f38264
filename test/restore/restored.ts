import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { readBackup } from "#server/backup/read.ts";
import { findBackup } from "#server/backup/open-backup-place.ts";
import type { Manifest } from "#server/backup/manifest.ts";
import { readConfig } from "#server/config.ts";
import { prove } from "#test/faults/archive-proof.ts";
import { Product } from "#test/faults/product.ts";
import { done, doneAtWork, type Stage, type Target } from "./stage.ts";

/**
 * Restores what people acknowledged into a new data folder: every table has the hash that it had in the snapshot, every picture its bytes;
 * the product starts on it, at the same address, and everything that was ever acknowledged is there.
 */
export async function restoreElsewhere(stage: Stage, to: Target) {
  const { product: first, at } = stage;
  if (!at) throw new Error("nobody has worked yet");
  await doneAtWork(stage, ["backup", to.place], to);
  await first.stop();
  const folder = mkdtempSync(join(stage.folder, "elsewhere-"));
  mkdirSync(join(folder, "again"));
  const dataDir = join(folder, "data");
  const said = await done(["restore", to.place], dataDir, to.env);
  await done(["check", "--deep"], dataDir);
  const again: Target = { place: join(folder, "again"), env: {} };
  await done(["backup", again.place], dataDir);
  await done(["verify-backup", again.place], dataDir);
  const [before, after] = [await manifestOf(to), await manifestOf(again)];
  const rest = ({ tables, pictures }: Manifest) =>
    JSON.stringify([tables.filter(({ name }) => name !== noted), pictures]);
  if (rest(before) !== rest(after))
    throw new Error(`${different(before, after)} are not what they were in the snapshot`);
  stage.product = new Product(folder, first.port);
  stage.product.start();
  await stage.product.ready();
  const { complaints } = await prove(stage.product, at.writers, new Set());
  if (complaints.length > 0) throw new Error(complaints.join("\n          "));
  return { held: 1, said: /Restored [^\n]*/.exec(said)?.[0] ?? said };
}

/** Table of the questions of a restore about numbers; they concern one database alone. */
const noted = "restored_numbers";

async function manifestOf({ place, env }: Target): Promise<Manifest> {
  const { name, from } = await findBackup(place, readConfig({ ...env }).backupKey);
  return from.read(name, (bytes) => readBackup(bytes));
}

const different = (before: Manifest, after: Manifest) =>
  before.tables
    .filter(
      ({ name, sha256 }) => name !== noted && after.tables.find((table) => table.name === name)?.sha256 !== sha256,
    )
    .map(({ name }) => name)
    .join(", ");
