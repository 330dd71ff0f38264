import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openStore } from "#server/storage/open-store.ts";
import { findAll } from "#test/cluster/programs.ts";
import { clearRemains, Premises } from "#test/cluster/premises.ts";
import { freePort, Product } from "#test/faults/product.ts";
import { Results } from "#test/faults/results.ts";
import { Workplace } from "#test/faults/workplace.ts";
import { backUpUnderLoad, killBackups } from "#test/restore/kills.ts";
import { restoreElsewhere } from "#test/restore/restored.ts";
import type { Stage } from "#test/restore/stage.ts";
import { provePlace } from "#test/support/place-proof.ts";
import { Swift } from "#test/support/store/swift.ts";
import { swiftKeys, swiftPackages } from "#test/support/store/swift-settings.ts";
import { measurePlace } from "./figures.ts";
import { movePictures } from "./moves.ts";

/**
 * An object store of OpenStack Swift, as a hosting company would run it, with an archive that keeps its pictures and backups there and people who work
 * with it: `npm run test:store -- --rounds N --short`.
 */
const { values } = parseArgs({ options: { rounds: { type: "string", default: "3" }, short: { type: "boolean" } } });
const rounds = values.short ? 1 : Number(values.rounds);
const results = new Results();

async function attempt(name: string, work: () => Promise<string>): Promise<void> {
  await results.attempt(results.begin(name), async () => ({ said: await work(), acknowledged: 0 }));
}

/** Pictures move from the folder to the store, backups go there and come back from there, and the pictures come back, too. */
async function proveArchive(premises: Premises, swift: Swift): Promise<void> {
  const folder = join(premises.folder, "archive");
  mkdirSync(folder);
  const port = await freePort();
  let product = new Product(folder, port);
  const at = await Workplace.open(product);
  const { writers } = at;
  const inStore = { STORAGE_URL: swift.addressOf("archive") };
  try {
    await attempt("pictures move to the store", async () => {
      const during = { ...inStore, STORAGE_ALSO_URL: product.dataDir };
      const moved = await movePictures(
        { folder, port, product, writers },
        { to: inStore.STORAGE_URL, during, after: inStore },
      );
      product = moved.product;
      return moved.said;
    });
    product = new Product(folder, port, { env: inStore });
    product.start();
    await product.ready();
    const stage: Stage = { folder, product, at: new Workplace(product, writers) };
    const backups = { place: swift.addressOf("backups"), env: {} };
    await attempt("backups while people work", async () => heldAll(await backUpUnderLoad(stage, backups, rounds)));
    await attempt("kill -9 of a backup", async () => heldAll(await killBackups(stage, backups, rounds)));
    await attempt("pictures move to a folder", async () => {
      const back = { STORAGE_URL: join(folder, "back") };
      const during = { ...back, STORAGE_ALSO_URL: inStore.STORAGE_URL };
      const moved = await movePictures(
        { folder, port, product, writers },
        { to: back.STORAGE_URL, during, after: back },
      );
      product = moved.product;
      return moved.said;
    });
    stage.product = product = new Product(folder, port, { env: { STORAGE_URL: join(folder, "back") } });
    product.start();
    await product.ready();
    await attempt("restored elsewhere, row for row", async () => (await restoreElsewhere(stage, backups)).said);
    product = stage.product;
  } finally {
    await product.discard();
  }
}

function heldAll({ held, said }: { held: number; said: string }): string {
  if (held < rounds) throw new Error(`${held} of ${rounds}: ${said}`);
  return said;
}

async function main(): Promise<number> {
  if (process.platform !== "linux") throw new Error("The runs find processes in /proc, which only Linux has.");
  clearRemains();
  const programs = findAll(swiftPackages);
  if (!("memcached" in programs)) {
    console.log(`skipped: install ${programs.join(", ")} first, as root: apt-get install ${programs.join(" ")}`);
    return 0;
  }
  const premises = new Premises();
  for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const)
    process.on(signal, () => {
      premises.endAll();
      process.exit(1);
    });
  Object.assign(process.env, swiftKeys);
  try {
    const swift = await Swift.start(premises, programs);
    await attempt("a place keeps its promises", async () => {
      await provePlace(await openStore(swift.addressOf("promises")));
      return "put, ranges, large files, lists, removal, broken-off writes";
    });
    await attempt("what a folder costs", () => measurePlace(join(premises.folder, "measured")));
    await attempt("what the store costs", () => measurePlace(swift.addressOf("measured")));
    await proveArchive(premises, swift);
  } finally {
    premises.endAll();
  }
  results.sayTable();
  if (results.failed === 0) premises.remove();
  console.log(`\n${results.passed} passed, ${results.failed} failed`);
  return results.failed > 0 ? 1 : 0;
}

process.exit(await main());
