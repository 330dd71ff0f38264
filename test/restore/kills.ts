import { setTimeout as sleep } from "node:timers/promises";
import { until } from "#test/faults/product.ts";
import { atWork, doneAtWork, namedBackups, type Stage, type Target, whilePeopleWork } from "./stage.ts";

let seconds = 1; // that a whole backup takes here

/** Each of them is made and read again while people write. */
export async function backUpUnderLoad(stage: Stage, to: Target, rounds: number) {
  return whilePeopleWork(stage, async () => {
    let held = 0;
    for (; held < rounds; held++) {
      const start = performance.now();
      await doneAtWork(stage, ["backup", to.place], to);
      seconds = (performance.now() - start) / 1000;
      await doneAtWork(stage, ["verify-backup", to.place], to);
    }
    return { held, said: `the last one in ${seconds.toFixed(1)} s` };
  });
}

/** Kills a backup at a random moment; what has the name of one is whole, and the next one works. */
export async function killBackups(stage: Stage, to: Target, rounds: number) {
  await doneAtWork(stage, ["backup", to.place], to);
  return whilePeopleWork(stage, async () => {
    let inTheMiddle = 0;
    for (let round = 0; round < rounds; round++) {
      const { child, ended } = atWork(stage, ["backup", to.place], to);
      await sleep(seconds * 1000 * Math.random());
      child.kill("SIGKILL");
      if ((await ended).code === null) inTheMiddle++;
      for (const name of await namedBackups(to)) await doneAtWork(stage, ["verify-backup", name], to);
      // the connection of the killed one may hold the lock for a moment
      await until(
        "the next backup works",
        async () => (await atWork(stage, ["backup", to.place], to).ended).code === 0,
      );
    }
    return {
      held: rounds,
      said: `${inTheMiddle} died in the middle, ${(await namedBackups(to)).length} whole ones have a name`,
    };
  });
}
