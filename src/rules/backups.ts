import { showThings } from "./amounts.ts";
import { addDays, berlinDay, businessZone, isoWeekday } from "./dates.ts";

/** Hours after which the last good backup is too old: a night was missed, and the morning after nobody has seen to it. */
const staleHours = 36;

/** Says whether there is no backup of the last day and a half. */
export function isStale(taken: Date | null, now: Date): boolean {
  return taken === null || now.getTime() - taken.getTime() > staleHours * 3_600_000;
}

/** Returns the age of a backup in words, in whole days, and in hours below a day: `3 Tage`, `1 Tag`, `5 Stunden`. */
export function showBackupAge(taken: Date, now: Date): string {
  const hours = Math.max(0, Math.floor((now.getTime() - taken.getTime()) / 3_600_000));
  return hours < 24 ? showThings(hours, "Stunde", "Stunden") : showThings(Math.floor(hours / 24), "Tag", "Tage");
}

/** Numbers of days, weeks and months back for which one backup each is kept. */
export interface Keep {
  readonly daily: number;
  readonly weekly: number;
  readonly monthly: number;
}

/** `14 daily, 8 weekly, 24 monthly`, or some of it; null where it says something else, or nothing. */
export function parseKeep(text: string): Keep | null {
  const keep: Record<string, number> = { daily: 0, weekly: 0, monthly: 0 };
  const rules = text.split(",").map((part) => /^\s*(\d{1,4}) +(daily|weekly|monthly)\s*$/.exec(part));
  if (new Set(rules.map((part) => part?.[2])).size < rules.length) return null;
  for (const part of rules) {
    if (!part) return null;
    keep[part[2] ?? ""] = Number(part[1]);
  }
  const { daily = 0, weekly = 0, monthly = 0 } = keep;
  return daily + weekly + monthly > 0 ? { daily, weekly, monthly } : null;
}

const periods: Record<keyof Keep, (day: string) => string> = {
  daily: (day) => day,
  weekly: (day) => addDays(day, 1 - isoWeekday(day)),
  monthly: (day) => day.slice(0, 7),
};

/** Those that stay: the newest of all, and of each of the last days, weeks and months in Berlin that have one the newest. */
export function keptBackups<B extends { readonly taken: Date }>(backups: readonly B[], keep: Keep): Set<B> {
  const newestFirst = backups.toSorted((one, other) => other.taken.getTime() - one.taken.getTime());
  const keptNames = new Set(newestFirst.slice(0, 1));
  for (const [name, periodOf] of Object.entries(periods)) {
    const newest = new Map<string, B>();
    for (const backup of newestFirst) {
      const period = periodOf(berlinDay(backup.taken));
      if (!newest.has(period)) newest.set(period, backup);
    }
    for (const backup of [...newest.values()].slice(0, keep[name as keyof Keep])) keptNames.add(backup);
  }
  return keptNames;
}

const wallTime = new Intl.DateTimeFormat("en-GB", {
  timeZone: businessZone,
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** When it is this time, `02:30`, in Berlin on a day: the first time where the clock goes back, an hour later where it skips it. */
function berlinMoment(day: string, time: string): Date {
  const [summer, winter] = ["+02:00", "+01:00"].map((offset) => new Date(`${day}T${time}:00${offset}`));
  return summer && wallTime.format(summer) === time ? summer : (winter ?? new Date(Number.NaN));
}

/** The last moment up to now at which it was this time, `02:30`, in Berlin. */
export function lastDue(time: string, now: Date): Date {
  const today = berlinMoment(berlinDay(now), time);
  return today <= now ? today : berlinMoment(addDays(berlinDay(now), -1), time);
}
