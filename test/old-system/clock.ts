import type { Clock } from "#server/takeover/clock.ts";

/** A clock whose time passes while somebody waits by it, and takes none of ours: who waits first goes on first. */
export function testClock(from: string): Clock {
  let now = new Date(from).getTime();
  const waiting: { until: number; go: () => void }[] = [];
  const wake = () => {
    waiting.sort((one, other) => one.until - other.until);
    const next = waiting.shift();
    if (!next) return;
    now = Math.max(now, next.until);
    next.go();
  };
  const sleep = (ms: number) =>
    new Promise<void>((go) => {
      waiting.push({ until: now + ms, go });
      setImmediate(wake);
    });
  return { now: () => new Date(now), sleep };
}
