import { businessZone } from "#rules/dates.ts";

/** From which full hour to which, in Berlin, the old system is read: 20 to 6 is over night. */
export interface Hours {
  readonly from: number;
  readonly to: number;
}

const hour = 3_600_000; // ms
const inBerlin = new Intl.DateTimeFormat("de-DE", { timeZone: businessZone, hour: "2-digit", hourCycle: "h23" });

/** Hours as somebody typed them, `20-06`; null where they are none. */
export function parseHours(text: string): Hours | null {
  const [, from = "", to = ""] = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  const hours = { from: Number(from), to: Number(to) % 24 };
  return from === "" || Number(from) > 23 || Number(to) > 24 || hours.from === hours.to ? null : hours;
}

/** Says whether the moment `at` falls within these hours. */
function isOpen({ from, to }: Hours, at: number): boolean {
  const now = Number.parseInt(inBerlin.format(at), 10);
  return from < to ? now >= from && now < to : now >= from || now < to;
}

const nextHour = (at: number) => (Math.floor(at / hour) + 1) * hour;

/** When these hours begin, in ms of the epoch: now, where it is one of them. */
export function openFrom(hours: Hours, now: number): number {
  let at = now;
  while (!isOpen(hours, at)) at = nextHour(at);
  return at;
}

/** When work of so many ms is done that rests outside of these hours, in ms of the epoch. */
export function doneAt(hours: Hours | null, now: number, work: number): number {
  if (hours === null) return now + work;
  let [at, left] = [openFrom(hours, now), work];
  while (left > nextHour(at) - at) {
    left -= nextHour(at) - at;
    at = openFrom(hours, nextHour(at));
  }
  return at + left;
}
