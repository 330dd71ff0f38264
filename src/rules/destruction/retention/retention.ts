import { addDays, showDate } from "#rules/dates.ts";
import type { RetentionRule } from "./catalogue.ts";

/** Facts about a box or of one of its contents: the rules that it is kept by, and from when. They are null where nobody has stated them. */
export interface RetentionBasis {
  readonly rules: readonly RetentionRule[] | null;
  /** `YYYY-MM-DD`. */
  readonly from: string | null;
}

/** A rule, and the last day until which it keeps something. */
export interface RetentionEnd {
  readonly rule: RetentionRule;
  readonly end: string;
}

const yearOf = (day: string) => Number(day.slice(0, 4));
const pad = (number: number, digits: number) => String(number).padStart(digits, "0");

/** The same day some months later; the last one of its month where that has no such day (§ 188 BGB). */
function addMonths(day: string, months: number): string {
  const month = yearOf(day) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const [year, ofYear] = [Math.floor(month / 12), (month % 12) + 1];
  const last = Number(
    addDays(`${pad(ofYear === 12 ? year + 1 : year, 4)}-${pad((ofYear % 12) + 1, 2)}-01`, -1).slice(8),
  );
  return `${pad(year, 4)}-${pad(ofYear, 2)}-${pad(Math.min(Number(day.slice(8)), last), 2)}`;
}

/** The last day of what began on this day, by this rule alone; null where somebody has to say it. */
function endBy({ years, months, start }: RetentionRule, from: string): string | null {
  if (start === "manual") return null;
  const end = addMonths(from, years * 12 + months);
  return start === "day" ? end : `${end.slice(0, 4)}-12-31`;
}

const later = (one: string, other: string) => (one > other ? one : other);

/**
 * Until when something is kept that began on this day, and by which rule. A change of law counts for what was not over when it came; what
 * it makes shorter is not over before it either. Null where somebody has to say the end.
 */
export function retentionEnd(rules: readonly RetentionRule[], from: string, isFinance: boolean): RetentionEnd | null {
  const own = rules.filter(({ applies_if }) => applies_if === (isFinance ? "finance" : "all"));
  let latest: RetentionEnd | null = null;
  for (const rule of own.length > 0 ? own : rules.filter(({ applies_if }) => applies_if === "all")) {
    const end = endBy(rule, from);
    if (end === null) return null;
    const before = rule.valid_from && addDays(rule.valid_from, -1);
    if (!latest || before === null) latest = { rule, end };
    else if (latest.end > before) latest = { rule, end: later(end, before) };
  }
  return latest;
}

/** Facts about a box: its own basis, and a day that somebody has set instead of all that is computed. */
export interface KeptBox extends RetentionBasis {
  readonly override: string | null;
  readonly contents: readonly RetentionBasis[];
}

/**
 * The last day on which a box must be kept: the latest of its own and its contents'. A content that says nothing is as its box. Null
 * where that is not known of the box or of one of its contents: nobody may propose to destroy it.
 */
export function boxEnd({ rules, from, override, contents }: KeptBox, isFinance: boolean): string | null {
  if (override !== null) return override;
  if (!rules || from === null) return null;
  const all = [{ rules, from }, ...contents.map((each) => ({ rules: each.rules ?? rules, from: each.from ?? from }))];
  const ends = all.map((each) => retentionEnd(each.rules, each.from, isFinance)?.end);
  return ends.reduce<string | null>((last, end) => (last && end ? later(last, end) : null), ends[0] ?? null);
}

/** The first year in which something may be destroyed the whole year. */
export const destroyYearOf = (end: string | null): number | null => (end === null ? null : yearOf(end) + 1);

/** Says whether nothing must be kept any more; `today` is `YYYY-MM-DD`. */
export const isRetentionOver = (end: string, today: string): boolean => end < today;

/** A box's destroy year, and the one that was last proposed. */
export interface DestroyYear {
  readonly year: number | null;
  readonly proposed: number | null;
}

/** The destroy year once the end is another one: a proposal fills what is empty or was proposed, what was typed stays. */
export function proposeDestroyYear({ year, proposed }: DestroyYear, end: string | null): DestroyYear {
  const next = destroyYearOf(end);
  const isFree = year === null || year === proposed;
  return { year: isFree ? next : year, proposed: next };
}

/** Says whether the typed destroy year is not the one that the law leads to. */
export const differsFromProposal = ({ year, proposed }: DestroyYear): boolean =>
  year !== null && proposed !== null && year !== proposed;

const several = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

/** Shows a period as people read it: `8 Jahre`. */
export const showPeriod = ({ years, months }: Pick<RetentionRule, "years" | "months">): string =>
  [...several(years, "Jahr", "Jahre"), ...several(months, "Monat", "Monate")].join(", ");

/** Why something is kept until a day, as a sentence: `8 Jahre, § 147 AO, Ende 31.12.2025`. */
export const showRetained = ({ rule, end }: RetentionEnd): string =>
  `${showPeriod(rule)}, ${rule.basis}, Ende ${showDate(end)}`;
