import { berlinTime, isBefore } from "#rules/times.ts";

/** A time of day as a sentence says it: `9`, `8:30`. */
function showHour(time: string): string {
  const [hour = "", minute = "00"] = time.split(":");
  return minute === "00" ? String(Number(hour)) : `${Number(hour)}:${minute}`;
}

/** When somebody comes on a day, from its instant to the end of the option's hours (`HH:MM`): `9 bis 13 Uhr`, and where there is none `9 Uhr`. */
export function showHours(time: string, until: string | null | undefined): string {
  const from = berlinTime(new Date(time));
  return until && isBefore(from, until) ? `${showHour(from)} bis ${showHour(until)} Uhr` : `${showHour(from)} Uhr`;
}
