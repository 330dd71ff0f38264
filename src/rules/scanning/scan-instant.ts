/** Known facts of the time of a scan; all in ms since 1970. */
export interface ScanClocks {
  /** The device's clock at the scan, and as it sent it. */
  readonly at: number;
  readonly clock: number;
  /** The server's clock when it came. */
  readonly now: number;
  /** By how much the server was ahead of the device when the device last heard of it before the scan. */
  readonly offset?: number | undefined;
  /** By the server's clock, what the scan was not before: what was heard of it last, and the time that the device counted since. */
  readonly after?: number | undefined;
}

const tolerance = 2 * 60_000; // ms: answers are on their way, and clocks are set by the second
const longestWait = 60 * 86_400_000; // ms: no phone lies in a drawer with unsent scans for longer

/**
 * When something was scanned, in ms since 1970 by the server's clock; null where the device's clock does not say (decision 63). A clock
 * that was right at the sending may have been wrong at the scan, and the other way round: both are tried, and what cannot be is dropped. Of two the one
 * nearer to what the device counted is meant: a device that sleeps counts too little, never too much.
 */
export function scanInstant({ at, clock, now, offset, after }: ScanClocks): number | null {
  const bySending = at + now - clock;
  const byScan = offset === undefined ? bySending : at + offset;
  const [from, to] = [(after ?? now - longestWait) - tolerance, now + tolerance];
  const possible = [bySending, byScan].filter((instant) => instant >= from && instant <= to);
  const [first, second] = after === undefined ? possible : possible.toSorted((one, other) => one - other);
  if (first === undefined) return null;
  const isOne = second === undefined || Math.abs(first - second) <= tolerance;
  if (isOne || after !== undefined) return Math.min(first, now);
  return null;
}
