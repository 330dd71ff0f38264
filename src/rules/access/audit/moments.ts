import { businessZone } from "#rules/dates.ts";

const moment = new Intl.DateTimeFormat("de-DE", {
  timeZone: businessZone,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

/** An instant as the business reads it, to the second: `24.12.2026 14:05:09`. */
export const showMoment = (instant: Date) => moment.format(instant).replace(",", "");
