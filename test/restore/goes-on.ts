import { rmSync } from "node:fs";
import { join } from "node:path";
import { startEmbedded } from "#server/postgres/embedded.ts";
import { askDatabase, freePort, Product, signIn, until } from "#test/faults/product.ts";
import { workADay } from "./day.ts";
import { done, namedBackups, room, type Stage, type Target } from "./stage.ts";

type Env = Readonly<Record<string, string>>;

/** A backup of the version that could not read the numbers of the audit trail. */
const madeBefore: Target = { place: join(import.meta.dirname, "made-before"), env: {} };

/** A product in a folder of its own, until the work is done. */
async function withProduct<T>(stage: Stage, env: Env, work: (product: Product) => Promise<T>): Promise<T> {
  const folder = room(stage.folder);
  const product = new Product(folder, await freePort(), { env });
  try {
    return await work(product);
  } finally {
    await product.discard();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function serve(product: Product): Promise<void> {
  product.start();
  await product.ready();
}

/** Restores a backup, and lets people go on with what came of it: nothing is refused that was not refused before. */
async function goOnWith(stage: Stage, from: Target, env: Env = {}) {
  return withProduct(stage, env, async (product) => {
    const verified = await done(["verify-backup", from.place], product.dataDir, from.env);
    const restored = await done(["restore", from.place], product.dataDir, { ...from.env, ...env });
    await serve(product);
    await workADay(product.url);
    const checked = await product.check("--deep");
    return { held: 1, verified, said: `${/Restored [^\n]*/.exec(restored)?.[0]}; ${checked}` };
  });
}

/** From what a command makes while a server runs. */
export const goOnFromCommand = (stage: Stage, from: Target) => goOnWith(stage, from);

/** From what the server makes by itself. */
export async function goOnFromNight(stage: Stage) {
  const place = join(room(stage.folder), "backups");
  await withProduct(stage, {}, async (day) => {
    await serve(day);
    await workADay(day.url);
    await day.stop();
    const night = new Product(join(day.dataDir, ".."), day.port, { env: { BACKUP_URL: place } });
    try {
      await serve(night); // no backup was ever made: it is due
      await until("the night's backup is made", async () => (await namedBackups({ place, env: {} })).length > 0);
    } finally {
      await night.stop();
    }
  });
  return goOnWith(stage, { place, env: {} });
}

/** From a database by its URL into another one. */
export async function goOnByUrl(stage: Stage) {
  const folder = room(stage.folder);
  const postgres = await startEmbedded({ dataDir: join(folder, "database") });
  const urlOf = async (database: string): Promise<Env> => {
    await askDatabase({ ...postgres.superuser }, `create database ${database} owner magazin`);
    const { host, port, user } = postgres.connection;
    return { DATABASE_URL: `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}` };
  };
  try {
    const from: Target = { place: join(folder, "backups"), env: {} };
    const env = await urlOf("before");
    await withProduct(stage, env, async (product) => {
      await serve(product);
      await signIn(product.url);
      await workADay(product.url);
      await done(["backup", from.place], product.dataDir, env);
    });
    return await goOnWith(stage, from, await urlOf("after"));
  } finally {
    await postgres.stop();
  }
}

/** From what the version before has made, of which it is said what was wrong with it. */
export async function goOnFromBefore(stage: Stage) {
  const { held, said, verified } = await goOnWith(stage, madeBefore);
  if (!/audit\.id gives next is there already: a restore sets that right/.test(verified))
    throw new Error(`verify-backup says nothing of the audit trail's numbers: ${verified}`);
  return { held, said };
}
