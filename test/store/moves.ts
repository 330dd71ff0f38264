import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Product, until } from "#test/faults/product.ts";
import { Workplace } from "#test/faults/workplace.ts";
import type { Writers } from "#test/faults/writers.ts";
import { done, magazin } from "#test/restore/stage.ts";

interface Moved {
  readonly folder: string;
  readonly port: number;
  readonly product: Product;
  readonly writers: Writers;
}

/** Where files go, and the settings with which an archive then works. */
interface Goal {
  readonly to: string;
  readonly during: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
}

const kills = 3;

/**
 * Moves the pictures of an archive while people work with it: the command is killed and called again, the servers are started again with
 * both places and then with the new one only, from which everything comes that was ever acknowledged.
 */
export async function movePictures({ folder, port, product, writers }: Moved, { to, during, after }: Goal) {
  const place = new Workplace(product, writers);
  let killed = 0;
  const first = await place.during(async () => {
    await uploaded(writers, 10);
    for (let kill = 0; kill < kills; kill++) {
      const moving = magazin(["move-pictures", "--to", to], product.dataDir, product.settings);
      await sleep(1_500 + Math.random() * 2_000);
      moving.child.kill("SIGKILL");
      if ((await moving.ended).code === null) killed++;
    }
    return done(["move-pictures", "--to", to], product.dataDir, product.settings);
  });
  await product.stop();
  const both = new Product(folder, port, { env: during });
  both.start();
  await both.ready();
  const between = await new Workplace(both, writers).during(async () => {
    await uploaded(writers, 10);
    return done(["move-pictures", "--to", to], both.dataDir, both.settings);
  });
  await both.stop();
  const last = new Product(folder, port, { env: after });
  const old = join(last.dataDir, "images");
  if (existsSync(old) && !to.startsWith(last.dataDir)) renameSync(old, `${old}.moved`); // nothing comes from there any more
  last.start();
  await last.ready();
  await new Workplace(last, writers).during(async () => {
    await uploaded(writers, 10);
    return "";
  });
  const checked = await last.check("--deep");
  rmSync(`${old}.moved`, { recursive: true, force: true });
  const copied = [first, between].map(({ said }) => /proven: (\d+ of \d+)/.exec(said)?.[1]).join(", then ");
  return { product: last, said: `killed ${killed} times; copied ${copied}; ${checked}` };
}

/** Waits until so many more pictures are acknowledged. */
async function uploaded({ uploads }: Writers, amount: number): Promise<void> {
  const kept = () => uploads.filter(({ image }) => image !== undefined).length;
  const before = kept();
  await until("pictures are acknowledged", () => kept() - before >= amount, 180_000);
}
