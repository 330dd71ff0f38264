import { expect, test } from "vitest";
import { semaphore } from "./semaphore.ts";

/** Work that ends when it is asked to, and notes who began it. */
function workshop(atOnce: number) {
  const turn = semaphore(atOnce);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (who: string, fails = false) =>
    turn(who, async () => {
      begun.push(who);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (fails) throw new Error(who);
    }).catch(() => undefined);
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const endOne = async () => {
    ends.shift()?.();
    await settled();
  };
  return { ask, begun, endOne, settled };
}

test("somebody with many pieces of work keeps nobody else waiting behind all of them", async () => {
  const { ask, begun, endOne, settled } = workshop(2);
  const all = Array.from({ length: 6 }, () => ask("flood"));
  all.push(ask("anna"), ask("anna"), ask("berta"));
  await settled();
  expect(begun).toEqual(["flood", "flood"]);
  for (let count = 0; count < 9; count++) await endOne();
  await Promise.all(all);
  expect(begun).toEqual(["flood", "flood", "flood", "anna", "berta", "flood", "anna", "flood", "flood"]);
});

test("a piece of work that fails gives its turn on, and no more run at once than may", async () => {
  const { ask, begun, endOne, settled } = workshop(1);
  const all = [ask("anna", true), ask("berta", true), ask("clara")];
  await settled();
  expect(begun).toEqual(["anna"]);
  await endOne();
  expect(begun).toEqual(["anna", "berta"]);
  await endOne();
  await endOne();
  await Promise.all(all);
  all.push(ask("dora"), ask("emma"));
  await settled();
  expect(begun).toEqual(["anna", "berta", "clara", "dora"]);
  await endOne();
  await endOne();
  await Promise.all(all);
  expect(begun).toHaveLength(5);
});
