import { expect, test } from "vitest";
import { inTurn } from "#web/outbox/visit.ts";

test("scans are taken one after the other, and one that goes wrong does not stop those behind it", async () => {
  const queue = inTurn();
  const taken: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = queue(async () => {
    await promise;
    taken.push("slow");
  });
  const broken = queue(() => Promise.reject(new Error("broken")));
  const last = queue(async () => void taken.push("last"));
  resolve();
  await expect(broken).rejects.toThrow("broken");
  await Promise.all([slow, last]);
  expect(taken).toEqual(["slow", "last"]);
});
