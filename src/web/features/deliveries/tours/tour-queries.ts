import { getTour, toursOfDay } from "#contract/calls/deliveries/tours.ts";
import { berlinDay, isDay } from "#rules/dates.ts";
import { queryFor } from "#web/api/queries.ts";

export const tourQuery = (id: number) => queryFor(getTour, { path: { id } });

export const toursQuery = (day: string) => queryFor(toursOfDay, { query: { day } });

/** The day of an address; today where it names none. */
export const dayIn = (day: unknown): string => (typeof day === "string" && isDay(day) ? day : berlinDay(new Date()));
