import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** The tools are JavaScript that is checked by itself: what is used of them here. */
const load = (name: string): Promise<unknown> => import(join(import.meta.dirname, "../../tools", name));
const { runSteps } = (await load("steps.mjs")) as {
  readonly runSteps: (rounds: readonly string[][][], options: object) => Promise<number>;
};
const { limited } = (await load("tier-run.mjs")) as {
  readonly limited: (minutes: number, end: () => void) => object;
};

/** Minutes since this program began, as `limited` counts them, and some seconds. */
const inSeconds = (seconds: number) => (performance.now() / 1000 + seconds) / 60;

let lines: string[];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, "log").mockImplementation((text: string) => void lines.push(...text.split("\n")));
});
afterEach(() => vi.restoreAllMocks());

/** Runs steps one after another, of which "hangs" ends only when it is ended; answers the exit code. */
async function runWith(limit: number, names: readonly string[]): Promise<number> {
  const running = new Set<() => void>();
  const count = (failed: number) => ({ passed: 1 - failed, failed });
  const works = async () => count(0);
  const hangs = async () => {
    await new Promise<void>((done) => running.add(done));
    return count(1);
  };
  return runSteps([[[...names]]], {
    steps: { works, hangs, after: works, faults: works },
    run: async () => 0,
    args: () => [],
    ...limited(limit, () => running.forEach((end) => end())),
    budgeted: false,
    built: true,
    ended: () => undefined,
  });
}

test("what hangs is ended when the time of a run is over, what would come after it has failed, and the last line counts", async () => {
  const limit = inSeconds(0.5);
  expect(await runWith(limit, ["works", "hangs", "after"])).toBe(1);
  const why = `was ended: the run took ${limit} minutes`;
  expect(lines).toEqual(expect.arrayContaining([`FAILED hangs: ${why}`, `FAILED after: ${why}`]));
  expect(lines.at(-1)).toBe("1 passed, 2 failed");
});

test("a suite that could not end in time is not begun, and is named; all the same the run has passed", async () => {
  expect(await runWith(inSeconds(19 * 60), ["works", "faults"])).toBe(0);
  expect(lines).toContain("SKIPPED faults: fewer than 20 minutes are left");
  expect(lines.at(-1)).toBe("1 passed, 0 failed");
  expect(await runWith(inSeconds(21 * 60), ["works", "faults"])).toBe(0);
  expect(lines.at(-1)).toBe("2 passed, 0 failed");
});
