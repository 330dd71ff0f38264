const start = performance.now();
const pause = 1_000; // ms; what is over sooner is not worth a line
let lastOutput = -pause;

/** Says on standard error what is done, and since when: the output is for what came of it. */
export function printProgress(text: string): void {
  const now = performance.now();
  if (now - lastOutput < pause) return;
  lastOutput = now;
  console.error(`${((now - start) / 1000).toFixed(1).padStart(7)} s  ${text}`);
}
