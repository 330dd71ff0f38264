const started = performance.now();
const pause = 1_000; // ms; what is over sooner is not worth a line
let said = -pause;

/** Says on standard error what is done, and since when: the output is for what came of it. */
export function say(text: string): void {
  const now = performance.now();
  if (now - said < pause) return;
  said = now;
  console.error(`${((now - started) / 1000).toFixed(1).padStart(7)} s  ${text}`);
}
