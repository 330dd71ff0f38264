import { sql } from "kysely";
import { createTour, endTour, reportAbsence, setStops, startTour } from "#contract/calls/deliveries/tours.ts";
import { type Changing, theirs } from "./changing.ts";
import { newcomer } from "./list-queries.ts";

/** A tour goes to others' deliveries, meets nobody and ends; another one is only planned. */
export async function changeTours(changing: Changing): Promise<void> {
  const { staff } = changing;
  const [first, second] = await theirs(changing, "deliveries", sql`state in (0, 1)`, 2);
  const deliveries = [first?.id ?? 0, second?.id ?? 0];
  const body = { day: "2026-12-24", vehicle: newcomer, driver: newcomer, deliveries };
  const path = { id: (await staff.call(createTour, { body })).id };
  await staff.call(setStops, { path, body: { deliveries: deliveries.toReversed() } });
  await staff.call(startTour, { path });
  await staff.call(reportAbsence, { path, body: { delivery: first?.id ?? 0, absence: "nobody" } });
  await staff.call(endTour, { path });
  await staff.call(createTour, { body });
}
