import { type Period, showBoxPeriod } from "#rules/stock/period.ts";

/** The line that a list has of a box's period; none where it has none. */
export function periodLine(period: Period): string[] {
  const shown = showBoxPeriod(period);
  return shown === "" ? [] : [`Laufzeit ${shown}`];
}
