import { retryPauses } from "#server/database/messages/retry-pauses.ts";

/** Seconds: what a receiver may ask for as the pause before the next try. */
const [shortestAsked, longestAsked] = [60, 6 * 3600];

/**
 * Seconds before the next try of a message that was tried so often, where its receiver asked for a pause; undefined where it did not. A receiver may have
 * us wait longer than we would, within bounds, and never have us come more often. `now` is an instant.
 */
export function pauseAsked(tries: number, header: string | undefined, now: string): number | undefined {
  const asked = secondsOf(header, Date.parse(now));
  if (asked === undefined) return undefined;
  return Math.max(retryPauses[tries - 1] ?? 0, Math.min(Math.max(asked, shortestAsked), longestAsked));
}

/** Of a `Retry-After`, which has seconds or a date (RFC 9110 10.2.3); what is neither says nothing. */
function secondsOf(header = "", now: number): number | undefined {
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = header.endsWith(" GMT") ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.ceil((at - now) / 1000);
}
