import * as z from "zod/mini";
import { waitingKinds } from "#rules/waiting-lines.ts";
import type { Shapes } from "#contract/route.ts";
import { day } from "#contract/fields/day.ts";
import { staff } from "#contract/schemas/audience.ts";
import { PlannedDelivery } from "#contract/schemas/deliveries/deliveries.ts";
import { count, detailQuery, id, instant } from "#contract/schemas/shapes.ts";
import { BackupState } from "#contract/schemas/system/backups.ts";

/**
 * A delivery of a tour; `loaded_count` of its boxes are on the van. `until` is the time of day, `HH:MM`, at which the hours of its option end; null
 * without an option. `address` is where it goes to or is fetched, in one line; empty where nobody drives.
 */
export const TourStop = z.extend(PlannedDelivery, {
  loaded_count: staff(count),
  until: z.nullable(z.string()),
  address: z.string(),
});
export type TourStop = z.infer<typeof TourStop>;

/**
 * Deliveries under way: for staff those that are due by today or have no day, for a customer's user all. `deliveries` are the first of `count`.
 * `lines_count` is the number of things that all of them carry. `left_count` is the number of those still to be fetched, or to come back.
 */
export const DayTour = z.object({
  deliveries: z.array(TourStop),
  count,
  lines_count: count,
  left_count: count,
  /** Number of the deliveries due today that are handed over. */
  done_count: staff(count),
  /** The next day on which something is due. */
  next: staff(z.nullable(z.object({ day, count }))),
});
export type DayTour = z.infer<typeof DayTour>;

/** Waiting things of one kind: their number, the time since which the oldest one waits, and which one that is. */
export const WaitingLine = z.object({
  kind: z.enum(waitingKinds),
  count,
  since: instant,
  first: z.object({ id, name: z.string() }),
});
export type WaitingLine = z.infer<typeof WaitingLine>;

/** Things that a new archive has so far; `customer` is the first one. */
export const FirstSteps = z.object({
  area: z.boolean(),
  row: z.boolean(),
  labels: z.boolean(),
  customer: z.nullable(id),
  option: z.boolean(),
});
export type FirstSteps = z.infer<typeof FirstSteps>;

/** The whole stock at the end of a month (`2026-11`), or now in the month that runs. */
export const StockMonth = z.object({ month: z.string(), meters: z.number(), boxes: count, places: count });
export type StockMonth = z.infer<typeof StockMonth>;

export const Home = z.object({
  tour: DayTour,
  /** The oldest first. */
  waiting: z.array(WaitingLine),
  /** Sign-ins from where the caller had never signed in. */
  new_devices: count,
  may_import: z.boolean(),
  backup: staff(BackupState),
  /** Changes of destruction procedures that others must agree to, or that took effect of late. */
  procedure_news: staff(count),
  /** Null once there is a box. */
  first_steps: staff(z.nullable(FirstSteps)),
  /** For who leads (manages users): up to 24 months, the one that runs last. */
  stock: staff(z.nullable(z.array(StockMonth))),
});
export type Home = z.infer<typeof Home>;

export const home = {
  scope: "read",
  summary: "What is under way today and what waits for the caller, with all else that the home page shows",
  query: detailQuery,
  reply: Home,
} satisfies Shapes;
